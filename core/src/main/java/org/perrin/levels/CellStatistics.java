package org.perrin.levels;

import org.jspecify.annotations.Nullable;
import org.perrin.family.BoundedLikelihood;

/**
 * What stands for the rows of a cell: their losses expanded to third order at a centre φ̂ and added
 * up, and a bound of what is left. With {@code M = H + ridge} of the cell and {@code q = ΔᵀMΔ},
 * {@code Δ = φ − φ̂}, a row has {@code t² = (wᵀΔ)² ≤ (wᵀM⁻¹w) q}, so its remainder is at most
 *
 * <pre>
 *   λ q²,   λ = (wᵀM⁻¹w)² sup|ℓ⁗| / 24,    the supremum over |t| ≤ ϱ √(wᵀM⁻¹w), q ≤ ϱ².
 * </pre>
 *
 * With many columns the expansion is of second order, and {@code λ q^{3/2}} with {@code λ =
 * (wᵀM⁻¹w)^{3/2} sup|ℓ‴| / 6} the bound.
 *
 * <p>Cells with few rows, or wide beside their curvature, or of families without such bounds, are
 * <em>whole</em>: all of their rows are read; few rows are expanded to second order only.
 */
final class CellStatistics {
  private static final double RIDGE = 0.01;

  /** With fewer rows a cell is wide and skewed. */
  private static final int FEW = 8;

  /** {@code E(q² + q'²)}, roughly. */
  private static final double TYPICAL = 8;

  /** What a row's loss costs beside its predictor, in multiplications. */
  private static final int ROW = 12;

  /** Numbers of third order that are kept at most. */
  private static final double MOST = 5e7;

  final CellRows rows;
  final int order;
  final RowLosses family;
  final CubicPolynomials sums;
  final double[] centre;
  final double scale;
  final boolean[] whole;

  /** Σλ of a cell. */
  final double[] bound;

  /** M of each cell. */
  final double[] metric;

  /** Running sums of λ within each cell. */
  final double[] running;

  final double[] eta;
  final double reach;

  CellStatistics(
      CellRows rows, RowLosses family, double[] centre, double scale, double share, double trust) {
    this.rows = rows;
    this.family = family;
    this.centre = centre;
    this.scale = scale;
    int m = rows.m;
    this.order = Math.pow(m, 3) * rows.cells <= MOST ? 3 : 2;
    this.sums = new CubicPolynomials(rows.cells, m, order);
    this.whole = new boolean[rows.cells];
    this.bound = new double[rows.cells];
    this.reach = (Math.sqrt(m) + 6) * (Math.sqrt(m) + 6);
    this.eta = new double[rows.rows()];
    BoundedLikelihood known = family.bounded();
    this.metric = new double[known == null ? 0 : rows.cells * m * m];
    this.running = new double[known == null ? 0 : rows.rows()];
    rows.overCells(
        (from, to) -> {
          double[] work = new double[m * m];
          double[] z = new double[m];
          for (int c = from; c < to; c++) {
            add(c, order == 3 && rows.first[c + 1] - rows.first[c] >= FEW);
            bound(c, known, work, z, share, trust);
          }
        });
    if (share < Double.POSITIVE_INFINITY && wholeIsCheaper()) {
      java.util.Arrays.fill(whole, true);
    }
  }

  /**
   * Where all cells are whole their polynomials need not be evaluated one by one: with many columns
   * that saves more than thinning does.
   */
  private boolean wholeIsCheaper() {
    double saved = 0;
    double read = 0;
    for (int c = 0; c < rows.cells; c++) {
      saved += whole[c] ? 2 * Math.pow(rows.m, order) : 0;
      read += whole[c] ? 0 : (rows.first[c + 1] - rows.first[c]) * (rows.m + ROW);
    }
    return saved > read;
  }

  private void add(int c, boolean cubic) {
    int m = rows.m;
    for (int i = rows.first[c]; i < rows.first[c + 1]; i++) {
      eta[i] = rows.offset[i] + rows.dot(i, centre, c * m);
      double weight = rows.weight[i];
      double first = weight * family.derivative(1, eta[i], scale, rows.y[i]);
      double second = weight * family.derivative(2, eta[i], scale, rows.y[i]);
      double third = cubic ? weight * family.derivative(3, eta[i], scale, rows.y[i]) : 0;
      for (int a = 0; a < m; a++) {
        double wa = rows.w[i * m + a];
        sums.slope[c * m + a] += first * wa;
        for (int b = 0; b < m; b++) {
          double both = wa * rows.w[i * m + b];
          sums.curvature[(c * m + a) * m + b] += second * both;
          for (int d = 0; cubic && d < m; d++) {
            sums.third[((c * m + a) * m + b) * m + d] += third * both * rows.w[i * m + d];
          }
        }
      }
    }
  }

  private void bound(
      int c,
      @Nullable BoundedLikelihood known,
      double[] work,
      double[] z,
      double share,
      double trust) {
    int m = rows.m;
    int n = rows.first[c + 1] - rows.first[c];
    whole[c] = true;
    if (known == null || n < FEW) {
      return;
    }
    for (int a = 0; a < m * m; a++) {
      double own = sums.curvature[c * m * m + a];
      work[a] = a % (m + 1) == 0 ? own * (1 + RIDGE) + 1e-12 : own;
      metric[c * m * m + a] = work[a];
    }
    if (!SmallMatrices.cholesky(work, 0, m)) {
      return;
    }
    double sum = 0;
    for (int i = rows.first[c]; i < rows.first[c + 1]; i++) {
      System.arraycopy(rows.w, i * m, z, 0, m);
      SmallMatrices.forward(work, 0, z, 0, m);
      double length = 0;
      for (int a = 0; a < m; a++) {
        length += z[a] * z[a];
      }
      double most = known.most(order + 1, eta[i], Math.sqrt(reach * length), rows.y[i]);
      sum += trust * rows.weight[i] * most * kappa(length) / (order == 3 ? 24 : 6);
      running[i] = sum;
    }
    bound[c] = sum;
    whole[c] = !(TYPICAL * sum <= share * n);
  }

  /** {@code q = ΔᵀMΔ} of a cell. */
  double distance(int c, double[] delta, int at) {
    int m = rows.m;
    double sum = 0;
    for (int a = 0; a < m; a++) {
      int row = (c * m + a) * m;
      double inner = metric[row + a] * delta[at + a] / 2;
      for (int b = 0; b < a; b++) {
        inner = Math.fma(metric[row + b], delta[at + b], inner);
      }
      sum = Math.fma(inner, delta[at + a], sum);
    }
    return 2 * sum;
  }

  /** {@code q^{(order + 1)/2}}. */
  double kappa(double q) {
    return order == 3 ? q * q : q * Math.sqrt(q);
  }

  /**
   * {@code |r(φ') − r(φ)| ≤ |t' − t| sup|∂r/∂t| ≤ λ (order + 1) √q(φ' − φ) q^{order/2}}, the larger
   * q of both ends.
   */
  double kappa(double step, double q) {
    return (order + 1) * Math.sqrt(step) * (order == 3 ? q * Math.sqrt(q) : q);
  }

  /** The row of a cell at a share of its Σλ. */
  int row(int c, double share) {
    double mass = share * bound[c];
    int low = rows.first[c];
    int high = rows.first[c + 1] - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (running[middle] > mass) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** λ of a row. */
  double lambda(int c, int row) {
    return running[row] - (row == rows.first[c] ? 0 : running[row - 1]);
  }

  /** What the polynomial leaves of a row. */
  double remainder(int row, double[] delta, int at) {
    double t = rows.dot(row, delta, at);
    return rows.weight[row] * family.bounded().remainder(order, eta[row], t, rows.y[row]);
  }

  /** Loss of all rows of a cell at Δ and s. */
  double loss(int c, double[] delta, int at, double s, Losses work) {
    double sum = 0;
    for (int from = rows.first[c]; from < rows.first[c + 1]; from += Losses.BLOCK) {
      int n = Math.min(Losses.BLOCK, rows.first[c + 1] - from);
      for (int i = 0; i < n; i++) {
        work.eta[i] = eta[from + i] + rows.dot(from + i, delta, at);
        work.y[i] = rows.y[from + i];
      }
      family.losses(work.eta, s, work.y, n, work.loss);
      for (int i = 0; i < n; i++) {
        sum = Math.fma(rows.weight[from + i], work.loss[i], sum);
      }
    }
    return sum;
  }

  /** Arrays to work in. */
  static final class Losses {
    static final int BLOCK = 64;
    final double[] eta = new double[BLOCK];
    final double[] y = new double[BLOCK];
    final double[] loss = new double[BLOCK];
  }
}
