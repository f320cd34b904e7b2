package org.perrin.math;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code exp} and what is made of it, on SIMD registers, with the bits of {@link Scalars}. The
 * polynomial stands in one loop over an array and nowhere else: as a method of its own that takes
 * and gives vectors, the compiler would call it instead of inlining it if it met it first alone,
 * and a vector that is passed to a call is an object, ten times as slow.
 */
final class Exponentials {
  private static final VectorSpecies<Double> S = VectorKernels.S;
  private static final int L = S.length();

  private Exponentials() {}

  static void exp(double[] x, double[] out, int n) {
    int whole = n / L * L;
    expWhole(x, out, whole);
    for (int k = whole; k < n; k++) {
      out[k] = Scalars.exp(x[k]);
    }
  }

  private static void expWhole(double[] x, double[] out, int n) {
    for (int j = 0; j < n; j += L) {
      DoubleVector v = DoubleVector.fromArray(S, x, j);
      DoubleVector clamped = v.max(Scalars.EXP_MIN).min(Scalars.EXP_MAX);
      DoubleVector round = DoubleVector.broadcast(S, Scalars.ROUND);
      DoubleVector shifted = clamped.fma(DoubleVector.broadcast(S, Scalars.LOG2_E), round);
      DoubleVector k = shifted.sub(round);
      DoubleVector r =
          k.fma(
              DoubleVector.broadcast(S, -Scalars.LN2_LOW),
              k.fma(DoubleVector.broadcast(S, -Scalars.LN2_HIGH), clamped));
      DoubleVector p = DoubleVector.broadcast(S, Scalars.EXP[0]);
      for (int i = 1; i < Scalars.EXP.length; i++) {
        p = p.fma(r, DoubleVector.broadcast(S, Scalars.EXP[i]));
      }
      p = p.fma(r.mul(r), r).add(1);
      DoubleVector power =
          shifted
              .reinterpretAsLongs()
              .lanewise(VectorOperators.LSHL, 52)
              .add(1022L << 52)
              .reinterpretAsDoubles();
      VectorMask<Double> low = v.compare(VectorOperators.LT, Scalars.EXP_MIN);
      VectorMask<Double> high = v.compare(VectorOperators.GT, Scalars.EXP_MAX);
      p.mul(power).mul(2).blend(0, low).blend(Double.POSITIVE_INFINITY, high).intoArray(out, j);
    }
  }

  /** {@code exp(−|x|)} of whole registers, in this thread's scratch. */
  private static double[] decays(double[] x, int n) {
    double[] e = KernelScratch.DECAYS.array(n);
    for (int k = 0; k < n; k += L) {
      DoubleVector.fromArray(S, x, k).abs().neg().intoArray(e, k);
    }
    expWhole(e, e, n);
    return e;
  }

  static void expit(double[] x, double[] out, int n) {
    int whole = n / L * L;
    double[] decays = decays(x, whole);
    for (int k = 0; k < whole; k += L) {
      DoubleVector v = DoubleVector.fromArray(S, x, k);
      DoubleVector e = DoubleVector.fromArray(S, decays, k);
      DoubleVector one = DoubleVector.broadcast(S, 1);
      DoubleVector top = e.blend(one, v.compare(VectorOperators.GE, 0));
      top.div(e.add(one)).intoArray(out, k);
    }
    for (int k = whole; k < n; k++) {
      out[k] = Scalars.expit(x[k]);
    }
  }

  static void log1pExp(double[] x, double[] out, int n) {
    int whole = n / L * L;
    double[] decays = decays(x, whole);
    for (int k = 0; k < whole; k += L) {
      DoubleVector v = DoubleVector.fromArray(S, x, k);
      DoubleVector e = DoubleVector.fromArray(S, decays, k);
      DoubleVector s = e.div(e.add(2));
      DoubleVector square = s.mul(s);
      DoubleVector p = DoubleVector.broadcast(S, Scalars.ARTANH[0]);
      for (int i = 1; i < Scalars.ARTANH.length; i++) {
        p = p.fma(square, DoubleVector.broadcast(S, Scalars.ARTANH[i]));
      }
      DoubleVector log = p.mul(square).fma(s, s).mul(2);
      v.max(0).add(log).intoArray(out, k);
    }
    for (int k = whole; k < n; k++) {
      out[k] = Scalars.log1pExp(x[k]);
    }
  }
}
