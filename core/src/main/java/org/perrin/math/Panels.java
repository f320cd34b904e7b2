package org.perrin.math;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code outⱼ = Mᵀxⱼ} on 512-bit registers. M is laid out in panels of 16 columns first, so that
 * indices in the inner loop are a constant times its counter, and eight rows by 16 columns are
 * summed in registers. Rows of zeros at the top of a panel are left out: adding nothing changes no
 * bit, and a triangular factor costs half.
 */
final class Panels {
  private static final VectorSpecies<Double> S = DoubleVector.SPECIES_512;

  private static final int ROWS = 8;

  private Panels() {}

  /** For as many rows as make whole eights; how many they are. */
  static int multiply(
      double[] x, int stride, int first, int count, double[] m, int columns, double[] out, int to) {
    int rows = count / ROWS * ROWS;
    double[] panel = KernelScratch.PANEL.array(16 * stride);
    for (int k = 0; k < columns; k += 16) {
      int width = Math.min(16, columns - k);
      int top = lay(m, k, stride, columns, width, panel);
      for (int j = 0; j < rows; j += ROWS) {
        int r = (first + j) * stride;
        int o = (to + j) * columns + k;
        if (width == 16) {
          two(x, r, stride, panel, top, out, o, columns);
        } else {
          one(x, r, stride, panel, top, out, o, columns);
        }
      }
    }
    return rows;
  }

  /** Copies a panel; the number of its first row that is not all zeros. */
  private static int lay(double[] m, int k, int stride, int columns, int width, double[] panel) {
    int top = stride;
    for (int i = stride - 1; i >= 0; i--) {
      for (int part = 0; part < width; part += 8) {
        DoubleVector v = DoubleVector.fromArray(S, m, i * columns + k + part);
        v.intoArray(panel, i * width + part);
        top = v.compare(VectorOperators.NE, 0).anyTrue() ? i : top;
      }
    }
    return top;
  }

  /** Eight rows by two groups of columns, from row {@code i0} of the panel on. */
  private static void two(
      double[] x, int r, int stride, double[] panel, int i0, double[] out, int o, int gap) {
    DoubleVector a00 = DoubleVector.zero(S);
    DoubleVector a01 = DoubleVector.zero(S);
    DoubleVector a10 = DoubleVector.zero(S);
    DoubleVector a11 = DoubleVector.zero(S);
    DoubleVector a20 = DoubleVector.zero(S);
    DoubleVector a21 = DoubleVector.zero(S);
    DoubleVector a30 = DoubleVector.zero(S);
    DoubleVector a31 = DoubleVector.zero(S);
    DoubleVector a40 = DoubleVector.zero(S);
    DoubleVector a41 = DoubleVector.zero(S);
    DoubleVector a50 = DoubleVector.zero(S);
    DoubleVector a51 = DoubleVector.zero(S);
    DoubleVector a60 = DoubleVector.zero(S);
    DoubleVector a61 = DoubleVector.zero(S);
    DoubleVector a70 = DoubleVector.zero(S);
    DoubleVector a71 = DoubleVector.zero(S);
    int r1 = r + 1 * stride;
    int r2 = r + 2 * stride;
    int r3 = r + 3 * stride;
    int r4 = r + 4 * stride;
    int r5 = r + 5 * stride;
    int r6 = r + 6 * stride;
    int r7 = r + 7 * stride;
    for (int i = i0; i < stride; i++) {
      DoubleVector m0 = DoubleVector.fromArray(S, panel, 16 * i + 0);
      DoubleVector m1 = DoubleVector.fromArray(S, panel, 16 * i + 8);
      DoubleVector x0 = DoubleVector.broadcast(S, x[r + i]);
      a00 = x0.fma(m0, a00);
      a01 = x0.fma(m1, a01);
      DoubleVector x1 = DoubleVector.broadcast(S, x[r1 + i]);
      a10 = x1.fma(m0, a10);
      a11 = x1.fma(m1, a11);
      DoubleVector x2 = DoubleVector.broadcast(S, x[r2 + i]);
      a20 = x2.fma(m0, a20);
      a21 = x2.fma(m1, a21);
      DoubleVector x3 = DoubleVector.broadcast(S, x[r3 + i]);
      a30 = x3.fma(m0, a30);
      a31 = x3.fma(m1, a31);
      DoubleVector x4 = DoubleVector.broadcast(S, x[r4 + i]);
      a40 = x4.fma(m0, a40);
      a41 = x4.fma(m1, a41);
      DoubleVector x5 = DoubleVector.broadcast(S, x[r5 + i]);
      a50 = x5.fma(m0, a50);
      a51 = x5.fma(m1, a51);
      DoubleVector x6 = DoubleVector.broadcast(S, x[r6 + i]);
      a60 = x6.fma(m0, a60);
      a61 = x6.fma(m1, a61);
      DoubleVector x7 = DoubleVector.broadcast(S, x[r7 + i]);
      a70 = x7.fma(m0, a70);
      a71 = x7.fma(m1, a71);
    }
    a00.intoArray(out, o + 0 * gap + 0);
    a01.intoArray(out, o + 0 * gap + 8);
    a10.intoArray(out, o + 1 * gap + 0);
    a11.intoArray(out, o + 1 * gap + 8);
    a20.intoArray(out, o + 2 * gap + 0);
    a21.intoArray(out, o + 2 * gap + 8);
    a30.intoArray(out, o + 3 * gap + 0);
    a31.intoArray(out, o + 3 * gap + 8);
    a40.intoArray(out, o + 4 * gap + 0);
    a41.intoArray(out, o + 4 * gap + 8);
    a50.intoArray(out, o + 5 * gap + 0);
    a51.intoArray(out, o + 5 * gap + 8);
    a60.intoArray(out, o + 6 * gap + 0);
    a61.intoArray(out, o + 6 * gap + 8);
    a70.intoArray(out, o + 7 * gap + 0);
    a71.intoArray(out, o + 7 * gap + 8);
  }

  /** Eight rows by one group of columns, from row {@code i0} of the panel on. */
  private static void one(
      double[] x, int r, int stride, double[] panel, int i0, double[] out, int o, int gap) {
    DoubleVector a00 = DoubleVector.zero(S);
    DoubleVector a10 = DoubleVector.zero(S);
    DoubleVector a20 = DoubleVector.zero(S);
    DoubleVector a30 = DoubleVector.zero(S);
    DoubleVector a40 = DoubleVector.zero(S);
    DoubleVector a50 = DoubleVector.zero(S);
    DoubleVector a60 = DoubleVector.zero(S);
    DoubleVector a70 = DoubleVector.zero(S);
    int r1 = r + 1 * stride;
    int r2 = r + 2 * stride;
    int r3 = r + 3 * stride;
    int r4 = r + 4 * stride;
    int r5 = r + 5 * stride;
    int r6 = r + 6 * stride;
    int r7 = r + 7 * stride;
    for (int i = i0; i < stride; i++) {
      DoubleVector m0 = DoubleVector.fromArray(S, panel, 8 * i + 0);
      DoubleVector x0 = DoubleVector.broadcast(S, x[r + i]);
      a00 = x0.fma(m0, a00);
      DoubleVector x1 = DoubleVector.broadcast(S, x[r1 + i]);
      a10 = x1.fma(m0, a10);
      DoubleVector x2 = DoubleVector.broadcast(S, x[r2 + i]);
      a20 = x2.fma(m0, a20);
      DoubleVector x3 = DoubleVector.broadcast(S, x[r3 + i]);
      a30 = x3.fma(m0, a30);
      DoubleVector x4 = DoubleVector.broadcast(S, x[r4 + i]);
      a40 = x4.fma(m0, a40);
      DoubleVector x5 = DoubleVector.broadcast(S, x[r5 + i]);
      a50 = x5.fma(m0, a50);
      DoubleVector x6 = DoubleVector.broadcast(S, x[r6 + i]);
      a60 = x6.fma(m0, a60);
      DoubleVector x7 = DoubleVector.broadcast(S, x[r7 + i]);
      a70 = x7.fma(m0, a70);
    }
    a00.intoArray(out, o + 0 * gap + 0);
    a10.intoArray(out, o + 1 * gap + 0);
    a20.intoArray(out, o + 2 * gap + 0);
    a30.intoArray(out, o + 3 * gap + 0);
    a40.intoArray(out, o + 4 * gap + 0);
    a50.intoArray(out, o + 5 * gap + 0);
    a60.intoArray(out, o + 6 * gap + 0);
    a70.intoArray(out, o + 7 * gap + 0);
  }
}
