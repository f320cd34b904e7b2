package org.perrin.math;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** {@link Kernels#standardise} on SIMD registers. */
final class Standardising {
  private static final VectorSpecies<Double> S = VectorKernels.S;

  /** As many floats as a register holds doubles; a constant, or conversions are not compiled. */
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(S.vectorBitSize() / 2));

  private Standardising() {}

  static boolean run(double[] x, double[] centre, double[] scale, int n, boolean single) {
    return single ? singles(x, centre, scale, n) : doubles(x, centre, scale, n);
  }

  private static boolean doubles(double[] x, double[] centre, double[] scale, int n) {
    DoubleVector most = DoubleVector.zero(S);
    for (int k = 0; k < n; k += S.length()) {
      DoubleVector v = at(x, centre, scale, k);
      v.intoArray(x, k);
      most = most.max(v.abs());
    }
    return most.reduceLanes(VectorOperators.MAX) <= Double.MAX_VALUE;
  }

  private static boolean singles(double[] x, double[] centre, double[] scale, int n) {
    DoubleVector most = DoubleVector.zero(S);
    for (int k = 0; k < n; k += S.length()) {
      var rounded =
          (FloatVector) at(x, centre, scale, k).convertShape(VectorOperators.D2F, HALF, 0);
      var v = (DoubleVector) rounded.convertShape(VectorOperators.F2D, S, 0);
      v.intoArray(x, k);
      most = most.max(v.abs());
    }
    return most.reduceLanes(VectorOperators.MAX) <= Double.MAX_VALUE;
  }

  private static DoubleVector at(double[] x, double[] centre, double[] scale, int k) {
    return DoubleVector.fromArray(S, x, k)
        .sub(DoubleVector.fromArray(S, centre, k))
        .div(DoubleVector.fromArray(S, scale, k));
  }
}
