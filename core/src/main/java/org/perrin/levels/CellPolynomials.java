package org.perrin.levels;

import org.perrin.math.Kernels;

/**
 * Polynomials of order three in m variables, one for each cell, {@code P(Δ) = γᵀΔ + ½ ΔᵀHΔ + ⅙ T(Δ,
 * Δ, Δ)}; or of order two, without T. There is an array for each distinct coefficient, a number for
 * each cell, and points are given as an array for each variable, so that loops over cells are those
 * of {@link Kernels}.
 */
final class CellPolynomials {
  /** Cells that are worked on together. */
  static final int BLOCK = 256;

  private static final Kernels K = Kernels.best();

  final int m;
  final int cells;
  final int order;
  final double[][] slope;
  final double[][] curvature;
  final double[][] third;

  CellPolynomials(int cells, int m, int order) {
    this.m = m;
    this.cells = cells;
    this.order = order;
    this.slope = new double[m][cells];
    this.curvature = new double[m * (m + 1) / 2][cells];
    this.third = new double[order < 3 ? 0 : m * (m + 1) * (m + 2) / 6][cells];
  }

  /** Those of some cells. */
  CellPolynomials of(int[] chosen) {
    var some = new CellPolynomials(chosen.length, m, order);
    choose(slope, chosen, some.slope);
    choose(curvature, chosen, some.curvature);
    choose(third, chosen, some.third);
    return some;
  }

  /** Numbers of some cells. */
  static void choose(double[][] from, int[] chosen, double[][] to) {
    for (int a = 0; a < from.length; a++) {
      for (int n = 0; n < chosen.length; n++) {
        to[a][n] = from[a][chosen[n]];
      }
    }
  }

  /** Where the coefficient of two variables is. */
  static int pair(int a, int b) {
    return a >= b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a;
  }

  /** Where the coefficient of three variables is. */
  static int triple(int a, int b, int c) {
    int most = Math.max(a, Math.max(b, c));
    int least = Math.min(a, Math.min(b, c));
    int middle = a + b + c - most - least;
    return most * (most + 1) * (most + 2) / 6 + middle * (middle + 1) / 2 + least;
  }

  /** Arrays to work in, of one thread. */
  static final class Scratch {
    private final double[] inner = new double[BLOCK];
    private final double[] outer = new double[BLOCK];
  }

  /** Writes {@code P_c} at a point of each cell. */
  void value(double[][] at, double[] out, int from, int to, Scratch work) {
    double[] inner = work.inner;
    double[] outer = work.outer;
    int n = to - from;
    java.util.Arrays.fill(out, from, to, 0);
    for (int a = 0; a < m; a++) {
      System.arraycopy(slope[a], from, outer, 0, n);
      for (int l = 0; l <= a; l++) {
        java.util.Arrays.fill(inner, 0, n, 0);
        K.axpy(a == l ? 0.5 : 1, curvature[pair(a, l)], from, inner, 0, n);
        for (int k = 0; order > 2 && k <= l; k++) {
          double share = a == k ? 1.0 / 6 : a == l || l == k ? 0.5 : 1;
          K.addProducts(share, third[triple(a, l, k)], from, at[k], from, inner, 0, n);
        }
        K.addProducts(1, inner, 0, at[l], from, outer, 0, n);
      }
      K.addProducts(1, outer, 0, at[a], from, out, from, n);
    }
  }

  /** {@code P_c} of one cell. */
  double value(int c, double[][] at) {
    double sum = 0;
    for (int a = 0; a < m; a++) {
      double outer = slope[a][c];
      for (int l = 0; l <= a; l++) {
        double inner = curvature[pair(a, l)][c] * (a == l ? 0.5 : 1);
        for (int k = 0; order > 2 && k <= l; k++) {
          double share = a == k ? 1.0 / 6 : a == l || l == k ? 0.5 : 1;
          inner = Math.fma(third[triple(a, l, k)][c] * share, at[k][c], inner);
        }
        outer = Math.fma(inner, at[l][c], outer);
      }
      sum = Math.fma(outer, at[a][c], sum);
    }
    return sum;
  }

  /**
   * Derivatives by some of the variables at a point of each cell, written from place 0 on.
   *
   * @param gradient an array for each of these variables
   * @param hessian an array for each {@link #pair} of them
   */
  void expand(
      int[] columns,
      double[][] at,
      int from,
      int to,
      double[][] gradient,
      double[][] hessian,
      Scratch work) {
    double[] inner = work.inner;
    double[] outer = work.outer;
    int n = to - from;
    for (int i = 0; i < columns.length; i++) {
      int a = columns[i];
      System.arraycopy(slope[a], from, gradient[i], 0, n);
      for (int l = 0; l < m; l++) {
        int other = place(columns, l);
        if (other > i) {
          continue; // the pair comes when it is the other's turn
        }
        java.util.Arrays.fill(inner, 0, n, 0);
        for (int k = 0; order > 2 && k < m; k++) {
          K.addProducts(1, third[triple(a, l, k)], from, at[k], from, inner, 0, n);
        }
        double[] own = curvature[pair(a, l)];
        System.arraycopy(own, from, outer, 0, n);
        K.axpy(0.5, inner, 0, outer, 0, n);
        K.addProducts(1, outer, 0, at[l], from, gradient[i], 0, n);
        if (other >= 0) {
          double[] second = hessian[pair(i, other)];
          System.arraycopy(own, from, second, 0, n);
          K.axpy(1, inner, 0, second, 0, n);
        }
        if (other >= 0 && other < i) {
          K.addProducts(1, outer, 0, at[a], from, gradient[other], 0, n);
        }
      }
    }
  }

  private static int place(int[] columns, int column) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] == column) {
        return i;
      }
    }
    return -1;
  }

  /** Writes {@code q = ΔᵀMΔ}, {@code M = H + diag(ridge H + floor)}, of some variables. */
  void distance(
      int[] columns,
      double[][] at,
      double[] ridge,
      double[] floor,
      double[] out,
      int from,
      int to,
      Scratch work) {
    double[] outer = work.outer;
    double[] inner = work.inner;
    int n = to - from;
    java.util.Arrays.fill(out, from, to, 0);
    for (int i = 0; i < columns.length; i++) {
      int a = columns[i];
      java.util.Arrays.fill(inner, 0, n, floor[a]);
      K.axpy(1 + ridge[a], curvature[pair(a, a)], from, inner, 0, n);
      java.util.Arrays.fill(outer, 0, n, 0);
      K.addProducts(1, inner, 0, at[a], from, outer, 0, n);
      for (int j = 0; j < i; j++) {
        double[] both = curvature[pair(a, columns[j])];
        K.addProducts(2, both, from, at[columns[j]], from, outer, 0, n);
      }
      K.addProducts(1, outer, 0, at[a], from, out, from, n);
    }
  }
}
