package org.perrin.bench;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** Numbers read one after the other and added up: what memory can do at best. */
final class PeakReading {
  /** 256 MB, more than caches hold. */
  static final int NUMBERS = 1 << 25;

  private static final VectorSpecies<Double> S = DoubleVector.SPECIES_PREFERRED;

  private PeakReading() {}

  /** Made when it is first asked for. */
  private static final class Holder {
    static final double[] ONES = new double[NUMBERS];

    static {
      Arrays.fill(ONES, 1);
    }
  }

  static double sum(int from, int count) {
    double[] x = Holder.ONES;
    DoubleVector a = DoubleVector.zero(S);
    DoubleVector b = a;
    DoubleVector c = a;
    DoubleVector d = a;
    int step = 4 * S.length();
    for (int i = from; i <= from + count - step; i += step) {
      a = a.add(DoubleVector.fromArray(S, x, i));
      b = b.add(DoubleVector.fromArray(S, x, i + S.length()));
      c = c.add(DoubleVector.fromArray(S, x, i + 2 * S.length()));
      d = d.add(DoubleVector.fromArray(S, x, i + 3 * S.length()));
    }
    return a.add(b).add(c.add(d)).reduceLanes(jdk.incubator.vector.VectorOperators.ADD);
  }
}
