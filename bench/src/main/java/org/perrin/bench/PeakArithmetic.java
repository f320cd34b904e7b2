package org.perrin.bench;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** Fused multiply-adds on registers alone: what the arithmetic of a core can do at best. */
final class PeakArithmetic {
  private static final VectorSpecies<Double> S = DoubleVector.SPECIES_PREFERRED;

  private PeakArithmetic() {}

  /** Multiply-adds made by {@code rounds} rounds. */
  static double work(int rounds) {
    return 10.0 * S.length() * rounds;
  }

  /** Ten independent chains, enough to keep two units busy; returns something to keep. */
  static double run(int rounds) {
    DoubleVector x = DoubleVector.broadcast(S, 0.999);
    DoubleVector y = DoubleVector.broadcast(S, 1e-3);
    DoubleVector a = y;
    DoubleVector b = y;
    DoubleVector c = y;
    DoubleVector d = y;
    DoubleVector e = y;
    DoubleVector f = y;
    DoubleVector g = y;
    DoubleVector h = y;
    DoubleVector i = y;
    DoubleVector j = y;
    for (int t = 0; t < rounds; t++) {
      a = a.fma(x, y);
      b = b.fma(x, y);
      c = c.fma(x, y);
      d = d.fma(x, y);
      e = e.fma(x, y);
      f = f.fma(x, y);
      g = g.fma(x, y);
      h = h.fma(x, y);
      i = i.fma(x, y);
      j = j.fma(x, y);
    }
    return a.add(b).add(c).add(d).add(e).add(f).add(g).add(h).add(i).add(j).lane(0);
  }
}
