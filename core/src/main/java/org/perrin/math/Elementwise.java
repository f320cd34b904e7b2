package org.perrin.math;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Kernels of {@link VectorKernels} that take their vectors element by element. */
final class Elementwise {
  private static final VectorSpecies<Double> S = VectorKernels.S;

  /** As many floats as a register holds doubles; a constant, or conversions are not compiled. */
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(S.vectorBitSize() / 2));

  private Elementwise() {}

  static void axpy(double a, double[] x, int xFrom, double[] y, int yFrom, int n) {
    int k = 0;
    for (; k + S.length() <= n; k += S.length()) {
      DoubleVector.broadcast(S, a)
          .fma(DoubleVector.fromArray(S, x, xFrom + k), DoubleVector.fromArray(S, y, yFrom + k))
          .intoArray(y, yFrom + k);
    }
    for (; k < n; k++) {
      y[yFrom + k] = Math.fma(a, x[xFrom + k], y[yFrom + k]);
    }
  }

  static void addProducts(
      double a, double[] x, int xFrom, double[] y, int yFrom, double[] out, int outFrom, int n) {
    int k = 0;
    for (; k + S.length() <= n; k += S.length()) {
      DoubleVector.fromArray(S, x, xFrom + k)
          .mul(a)
          .fma(DoubleVector.fromArray(S, y, yFrom + k), DoubleVector.fromArray(S, out, outFrom + k))
          .intoArray(out, outFrom + k);
    }
    for (; k < n; k++) {
      out[outFrom + k] = Math.fma(a * x[xFrom + k], y[yFrom + k], out[outFrom + k]);
    }
  }

  static boolean standardise(double[] x, double[] centre, double[] scale, int n, boolean single) {
    return single ? singles(x, centre, scale, n) : doubles(x, centre, scale, n);
  }

  private static boolean doubles(double[] x, double[] centre, double[] scale, int n) {
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector nothing = zero;
    for (int k = 0; k < n; k += S.length()) {
      DoubleVector v = at(x, centre, scale, k);
      v.intoArray(x, k);
      nothing = v.fma(zero, nothing);
    }
    return nothing.reduceLanes(VectorOperators.ADD) == 0;
  }

  private static boolean singles(double[] x, double[] centre, double[] scale, int n) {
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector nothing = zero;
    for (int k = 0; k < n; k += S.length()) {
      var rounded =
          (FloatVector) at(x, centre, scale, k).convertShape(VectorOperators.D2F, HALF, 0);
      var v = (DoubleVector) rounded.convertShape(VectorOperators.F2D, S, 0);
      v.intoArray(x, k);
      nothing = v.fma(zero, nothing);
    }
    return nothing.reduceLanes(VectorOperators.ADD) == 0;
  }

  private static DoubleVector at(double[] x, double[] centre, double[] scale, int k) {
    return DoubleVector.fromArray(S, x, k)
        .sub(DoubleVector.fromArray(S, centre, k))
        .div(DoubleVector.fromArray(S, scale, k));
  }
}
