package org.perrin.math;

import static org.perrin.math.VectorKernels.S;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;

/**
 * Kernels for tables that are stored by columns: a register holds as many rows, so a product with a
 * vector takes no sum over lanes. Several registers are in flight, to hide the latency of each
 * other.
 */
final class ColumnKernels {
  private static final int L = S.length();

  private ColumnKernels() {}

  private static DoubleVector load(double[] a, int from) {
    return DoubleVector.fromArray(S, a, from);
  }

  static void dots(
      double[] x, int height, int columns, int first, int n, double[] v, double[] out) {
    int j = 0;
    for (; j + 4 * L <= n; j += 4 * L) {
      fourDots(x, height, columns, first + j, v, out, j);
    }
    for (; j + L <= n; j += L) {
      DoubleVector a = DoubleVector.zero(S);
      for (int k = 0, at = first + j; k < columns; k++, at += height) {
        a = load(x, at).fma(DoubleVector.broadcast(S, v[k]), a);
      }
      a.intoArray(out, j);
    }
    for (; j < n; j++) {
      double a = 0;
      for (int k = 0, at = first + j; k < columns; k++, at += height) {
        a = Math.fma(x[at], v[k], a);
      }
      out[j] = a;
    }
  }

  private static void fourDots(
      double[] x, int height, int columns, int from, double[] v, double[] out, int to) {
    DoubleVector a0 = DoubleVector.zero(S);
    DoubleVector a1 = DoubleVector.zero(S);
    DoubleVector a2 = DoubleVector.zero(S);
    DoubleVector a3 = DoubleVector.zero(S);
    for (int k = 0, at = from; k < columns; k++, at += height) {
      DoubleVector b = DoubleVector.broadcast(S, v[k]);
      a0 = load(x, at).fma(b, a0);
      a1 = load(x, at + L).fma(b, a1);
      a2 = load(x, at + 2 * L).fma(b, a2);
      a3 = load(x, at + 3 * L).fma(b, a3);
    }
    a0.intoArray(out, to);
    a1.intoArray(out, to + L);
    a2.intoArray(out, to + 2 * L);
    a3.intoArray(out, to + 3 * L);
  }

  /** {@code out[k] += Σ c[j] x[j]} of all columns, each in the canonical order. */
  static void addSums(
      double[] x, int height, int columns, int first, int n, double[] c, double[] out) {
    int k = 0;
    if (L == Kernels.LANES) {
      for (; k + 4 <= columns; k += 4) {
        fourSums(x, height, k * height + first, n, c, out, k);
      }
    }
    for (; k < columns; k++) {
      out[k] += Kernels.best().dot(x, k * height + first, c, 0, n);
    }
  }

  private static void fourSums(
      double[] x, int height, int at, int n, double[] c, double[] out, int k) {
    DoubleVector a0 = DoubleVector.zero(S);
    DoubleVector a1 = DoubleVector.zero(S);
    DoubleVector a2 = DoubleVector.zero(S);
    DoubleVector a3 = DoubleVector.zero(S);
    int whole = n & -Kernels.LANES;
    int r = at;
    for (int j = 0; j < whole; j += Kernels.LANES, r += Kernels.LANES) {
      DoubleVector b = load(c, j);
      a0 = load(x, r).fma(b, a0);
      a1 = load(x, r + height).fma(b, a1);
      a2 = load(x, r + 2 * height).fma(b, a2);
      a3 = load(x, r + 3 * height).fma(b, a3);
    }
    if (whole < n) {
      VectorMask<Double> rest = S.indexInRange(whole, n);
      DoubleVector b = DoubleVector.fromArray(S, c, whole, rest);
      a0 = DoubleVector.fromArray(S, x, r, rest).fma(b, a0);
      a1 = DoubleVector.fromArray(S, x, r + height, rest).fma(b, a1);
      a2 = DoubleVector.fromArray(S, x, r + 2 * height, rest).fma(b, a2);
      a3 = DoubleVector.fromArray(S, x, r + 3 * height, rest).fma(b, a3);
    }
    out[k] += VectorKernels.tree(a0);
    out[k + 1] += VectorKernels.tree(a1);
    out[k + 2] += VectorKernels.tree(a2);
    out[k + 3] += VectorKernels.tree(a3);
  }

  /** {@code out[j] += v[places[from + j]]}. */
  static void addElements(double[] v, int[] places, int from, int n, double[] out) {
    int j = 0;
    for (; j + L <= n; j += L) {
      DoubleVector.fromArray(S, v, 0, places, from + j).add(load(out, j)).intoArray(out, j);
    }
    for (; j < n; j++) {
      out[j] += v[places[from + j]];
    }
  }
}
