package org.perrin.math;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Random rows in single precision, widened in the register: half the lines of the cache that a row
 * of doubles takes, and the bits that a row of the same numbers in double gives.
 */
final class Singles {
  private static final VectorSpecies<Double> S = VectorKernels.S;
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(S.vectorBitSize() / 2));
  private static final int L = S.length();

  private Singles() {}

  static DoubleVector load(float[] x, int from) {
    return (DoubleVector)
        FloatVector.fromArray(HALF, x, from).convertShape(VectorOperators.F2D, S, 0);
  }

  static void dots(float[] x, int stride, int[] rows, int from, int to, double[] v, double[] out) {
    int j = from;
    if (L == Kernels.LANES) {
      for (; j + 3 < to; j += 4) {
        four(x, stride, rows, j, v, out);
      }
    }
    double[] lanes = new double[Kernels.LANES];
    for (; j < to; j++) {
      for (int part = 0; part < Kernels.LANES; part += L) {
        DoubleVector acc = DoubleVector.zero(S);
        for (int k = part; k < stride; k += Kernels.LANES) {
          acc = load(x, rows[j] * stride + k).fma(DoubleVector.fromArray(S, v, k), acc);
        }
        acc.intoArray(lanes, part);
      }
      out[j] = Kernels.tree(lanes, 0);
    }
  }

  private static void four(float[] x, int stride, int[] rows, int j, double[] v, double[] out) {
    int r0 = rows[j] * stride;
    int r1 = rows[j + 1] * stride;
    int r2 = rows[j + 2] * stride;
    int r3 = rows[j + 3] * stride;
    DoubleVector a0 = DoubleVector.zero(S);
    DoubleVector a1 = DoubleVector.zero(S);
    DoubleVector a2 = DoubleVector.zero(S);
    DoubleVector a3 = DoubleVector.zero(S);
    for (int k = 0; k < stride; k += Kernels.LANES) {
      DoubleVector b = DoubleVector.fromArray(S, v, k);
      a0 = load(x, r0 + k).fma(b, a0);
      a1 = load(x, r1 + k).fma(b, a1);
      a2 = load(x, r2 + k).fma(b, a2);
      a3 = load(x, r3 + k).fma(b, a3);
    }
    out[j] = VectorKernels.tree(a0);
    out[j + 1] = VectorKernels.tree(a1);
    out[j + 2] = VectorKernels.tree(a2);
    out[j + 3] = VectorKernels.tree(a3);
  }

  static void addRows(
      float[] x, int stride, int[] rows, int from, int to, double[] c, double[] out) {
    int k = 0;
    for (; k + 4 * L <= stride; k += 4 * L) {
      DoubleVector a0 = DoubleVector.fromArray(S, out, k);
      DoubleVector a1 = DoubleVector.fromArray(S, out, k + L);
      DoubleVector a2 = DoubleVector.fromArray(S, out, k + 2 * L);
      DoubleVector a3 = DoubleVector.fromArray(S, out, k + 3 * L);
      for (int j = from; j < to; j++) {
        DoubleVector cj = DoubleVector.broadcast(S, c[j]);
        int r = rows[j] * stride + k;
        a0 = cj.fma(load(x, r), a0);
        a1 = cj.fma(load(x, r + L), a1);
        a2 = cj.fma(load(x, r + 2 * L), a2);
        a3 = cj.fma(load(x, r + 3 * L), a3);
      }
      a0.intoArray(out, k);
      a1.intoArray(out, k + L);
      a2.intoArray(out, k + 2 * L);
      a3.intoArray(out, k + 3 * L);
    }
    for (; k < stride; k += L) {
      DoubleVector a = DoubleVector.fromArray(S, out, k);
      for (int j = from; j < to; j++) {
        a = DoubleVector.broadcast(S, c[j]).fma(load(x, rows[j] * stride + k), a);
      }
      a.intoArray(out, k);
    }
  }
}
