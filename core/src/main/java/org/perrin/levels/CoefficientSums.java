package org.perrin.levels;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;

/**
 * What all cells together say of a step δ of the coefficients, where a cell moves by {@code D_c δ}:
 * {@code Σ_c P_c(Δ_c + D_c δ)}, by its derivatives in δ. Columns that vary by no term have the same
 * Δ in all cells, so that their part of every sum is known beforehand: with F these columns and W
 * those that vary,
 *
 * <pre>
 *   Σ_c D_aᵀ (H + T·Δ) D_b = Σ_c D_aᵀ H D_b + Σ_F Δ_k Σ_c D_aᵀ T_k D_b + Σ_W Σ_c Δ_cw (D_aᵀ T_w D_b)_c
 * </pre>
 *
 * and alike for the slopes: a product with an array of cells for each pair of coefficients and
 * column of W, where the polynomials themselves have one for each three columns.
 */
final class CoefficientSums {
  private static final Kernels K = Kernels.best();

  /** {@code D_c = 1 + E_g M_c}: an array of cells for each coefficient of a term and of β. */
  private final double @Nullable [][] follow;

  private final int[] columns;
  private final CellPolynomials sums;
  private final int p;
  private final double[] ones;
  private final int[] fixed;
  private final int[] moving;

  /** Derivatives where all cells are at the centre. */
  private final CubicPolynomials constant;

  /** {@code Σ_c D_aᵀ H e_k} at {@code a F + k}. */
  private final double[] byFixed;

  /** {@code Σ_c D_aᵀ T_k D_b} at {@code (a p + b) F + k}. */
  private final double[] pairByFixed;

  /** {@code Σ_c D_aᵀ T_k e_l} at {@code (a F + k) F + l}. */
  private final double[] byTwoFixed;

  /** {@code D_aᵀ H e_w} at {@code a W + w}. */
  private final double[][] byMoving;

  /** {@code D_aᵀ T_w D_b}, b ≤ a, at {@code pair(a, b) W + w}. */
  private final double[][] pairByMoving;

  /** {@code D_aᵀ T_w e_k} at {@code (a F + k) W + w}. */
  private final double[][] byBoth;

  /** {@code D_aᵀ T_w e_v}, v ≤ w, at {@code a W(W + 1)/2 + pair(w, v)}. */
  private final double[][] byTwoMoving;

  /**
   * Sums over all cells.
   *
   * @param p of the columns, the first, belong to coefficients
   * @param moving columns whose Δ are not the same in all cells
   * @param follow how the coefficients of a term follow, {@code M_ia} at {@code i p + a}; null if
   *     coefficients move alone
   * @param columns of the term that follows
   */
  CoefficientSums(
      CellPolynomials sums, int p, int[] moving, double @Nullable [][] follow, int... columns) {
    this.follow = follow;
    this.columns = columns;
    this.sums = sums;
    this.p = p;
    this.ones = new double[sums.cells];
    Arrays.fill(ones, 1);
    this.moving = moving;
    this.fixed =
        IntStream.range(0, sums.m)
            .filter(x -> Arrays.stream(moving).noneMatch(w -> w == x))
            .toArray();
    int f = fixed.length;
    int v = moving.length;
    boolean cubic = sums.order > 2;
    this.constant = new CubicPolynomials(1, p, sums.order);
    this.byFixed = new double[p * f];
    this.byMoving = new double[p * v][];
    this.pairByFixed = new double[cubic ? p * p * f : 0];
    this.byTwoFixed = new double[cubic ? p * f * f : 0];
    this.pairByMoving = new double[cubic ? p * (p + 1) / 2 * v : 0][];
    this.byBoth = new double[cubic ? p * f * v : 0][];
    this.byTwoMoving = new double[cubic ? p * v * (v + 1) / 2 : 0][];
    for (int a = 0; a < p; a++) {
      low(a);
      if (cubic) {
        third(a);
      }
    }
  }

  /** How many numbers are kept by cell where coefficients are followed. */
  static long numbers(CellRows rows, int g) {
    long p = rows.p;
    long v = rows.moving().length;
    long f = rows.m - v;
    return rows.cells * p * (rows.column[g].length + v * (1 + (p + 1) / 2 + f + (v + 1) / 2));
  }

  private void low(int a) {
    double[] slope = along(a, x -> sums.slope[x]);
    constant.slope[a] = total(slope);
    double[][] curvature = new double[sums.m][];
    for (int y = 0; y < sums.m; y++) {
      int column = y;
      curvature[y] = along(a, x -> sums.curvature[CellPolynomials.pair(x, column)]);
    }
    for (int b = 0; b < p; b++) {
      constant.curvature[a * p + b] = total(along(b, y -> curvature[y]));
    }
    for (int k = 0; k < fixed.length; k++) {
      byFixed[a * fixed.length + k] = total(curvature[fixed[k]]);
    }
    for (int w = 0; w < moving.length; w++) {
      byMoving[a * moving.length + w] = curvature[moving[w]];
    }
  }

  private void third(int a) {
    int f = fixed.length;
    int v = moving.length;
    double[][] along = new double[sums.m][];
    for (int k = 0; k < f; k++) {
      third(a, fixed[k], along);
      for (int b = 0; b < p; b++) {
        pairByFixed[(a * p + b) * f + k] = total(along(b, y -> along[y]));
      }
      for (int l = 0; l < f; l++) {
        byTwoFixed[(a * f + k) * f + l] = total(along[fixed[l]]);
      }
    }
    for (int w = 0; w < v; w++) {
      third(a, moving[w], along);
      for (int b = 0; b <= a; b++) {
        pairByMoving[CellPolynomials.pair(a, b) * v + w] = along(b, y -> along[y]);
      }
      for (int k = 0; k < f; k++) {
        byBoth[(a * f + k) * v + w] = along[fixed[k]];
      }
      for (int u = 0; u <= w; u++) {
        byTwoMoving[a * v * (v + 1) / 2 + CellPolynomials.pair(w, u)] = along[moving[u]];
      }
    }
    for (int b = 0; b <= a; b++) {
      for (int d = 0; d < p; d++) {
        double sum = thirdAlong(a, b, d);
        constant.third[(a * p + b) * p + d] = sum;
        constant.third[(b * p + a) * p + d] = sum;
      }
    }
  }

  /** {@code D_aᵀ T_z e_y} for each y. */
  private void third(int a, int z, double[][] out) {
    for (int y = 0; y < sums.m; y++) {
      int column = y;
      out[y] = along(a, x -> sums.third[CellPolynomials.triple(x, column, z)]);
    }
  }

  /** {@code Σ_c T_c(D_a, D_b, D_d)}, b ≤ a, from the arrays of the pair. */
  private double thirdAlong(int a, int b, int d) {
    double sum = 0;
    for (int k = 0; k < fixed.length; k++) {
      sum += fixed[k] == d ? pairByFixed[(a * p + b) * fixed.length + k] : 0;
    }
    for (int w = 0; w < moving.length; w++) {
      double[] pair = pairByMoving[CellPolynomials.pair(a, b) * moving.length + w];
      sum += moving[w] == d ? total(pair) : 0;
      for (int i = 0; follow != null && i < columns.length; i++) {
        sum += columns[i] == moving[w] ? dot(follow[i * p + d], pair) : 0;
      }
    }
    return sum;
  }

  /** An array of cells for each column. */
  private interface ByColumn {
    double[] at(int column);
  }

  /** {@code D_aᵀ given}; not a copy where nothing follows. */
  private double[] along(int a, ByColumn given) {
    if (follow == null) {
      return given.at(a);
    }
    double[] out = given.at(a).clone();
    for (int i = 0; i < columns.length; i++) {
      K.addProducts(1, follow[i * p + a], 0, given.at(columns[i]), 0, out, 0, out.length);
    }
    return out;
  }

  private double total(double[] x) {
    return dot(ones, x);
  }

  private static double dot(double[] x, double[] y) {
    return K.dot(x, 0, y, 0, x.length);
  }

  /** A polynomial to write to. */
  CubicPolynomials polynomial() {
    return constant.copy();
  }

  /**
   * Writes slopes and curvatures in δ where cells are.
   *
   * @param products an array of cells to work in
   */
  void expand(double[][] delta, double[] products, CubicPolynomials out) {
    System.arraycopy(constant.slope, 0, out.slope, 0, p);
    System.arraycopy(constant.curvature, 0, out.curvature, 0, p * p);
    int f = fixed.length;
    int v = moving.length;
    for (int a = 0; a < p; a++) {
      double slope = 0;
      for (int k = 0; k < f; k++) {
        slope += byFixed[a * f + k] * delta[fixed[k]][0];
      }
      for (int w = 0; w < v; w++) {
        slope += dot(byMoving[a * v + w], delta[moving[w]]);
      }
      out.slope[a] += slope;
    }
    if (constant.order > 2) {
      expandThird(delta, out);
      twoMoving(delta, products, out);
    }
  }

  private void expandThird(double[][] delta, CubicPolynomials out) {
    int f = fixed.length;
    int v = moving.length;
    for (int a = 0; a < p; a++) {
      for (int b = 0; b <= a; b++) {
        double sum = 0;
        for (int k = 0; k < f; k++) {
          sum += pairByFixed[(a * p + b) * f + k] * delta[fixed[k]][0];
        }
        for (int w = 0; w < v; w++) {
          sum += dot(pairByMoving[CellPolynomials.pair(a, b) * v + w], delta[moving[w]]);
        }
        out.curvature[a * p + b] += sum;
        out.curvature[b * p + a] = out.curvature[a * p + b];
      }
    }
    for (int a = 0; a < p; a++) {
      double slope = 0;
      for (int k = 0; k < f; k++) {
        double own = 0;
        for (int l = 0; l < f; l++) {
          own += byTwoFixed[(a * f + k) * f + l] * delta[fixed[l]][0] / 2;
        }
        for (int w = 0; w < v; w++) {
          own += dot(byBoth[(a * f + k) * v + w], delta[moving[w]]);
        }
        slope += own * delta[fixed[k]][0];
      }
      out.slope[a] += slope;
    }
  }

  private void twoMoving(double[][] delta, double[] products, CubicPolynomials out) {
    int v = moving.length;
    for (int w = 0; w < v; w++) {
      for (int u = 0; u <= w; u++) {
        double share = u == w ? 0.5 : 1;
        Arrays.fill(products, 0);
        K.addProducts(
            share, delta[moving[w]], 0, delta[moving[u]], 0, products, 0, products.length);
        for (int a = 0; a < p; a++) {
          double[] own = byTwoMoving[a * v * (v + 1) / 2 + CellPolynomials.pair(w, u)];
          out.slope[a] += dot(own, products);
        }
      }
    }
  }
}
