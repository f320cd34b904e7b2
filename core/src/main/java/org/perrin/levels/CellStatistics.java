package org.perrin.levels;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.family.BoundedLikelihood;
import org.perrin.math.SmallMatrices;

/**
 * What stands for the rows of a cell: their losses expanded to third order at a centre φ̂ and added
 * up, and a bound of what is left. With {@code M = H + ridge + floor} of the cell and {@code q =
 * ΔᵀMΔ}, {@code Δ = φ − φ̂}, a row has {@code t² = (wᵀΔ)² ≤ (wᵀM⁻¹w) q}, so its remainder is at
 * most
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
  private static final double LEAST_RIDGE = 0.01;
  private static final double MOST_RIDGE = 50;

  /** A whole cell with fewer rows is wide and skewed. */
  private static final int FEW = 8;

  /** Where more than this share of a cell's rows would be visited all of them are read. */
  private static final double MOST_READ = 0.25;

  /** {@code E(q² + q'²)}, roughly. */
  private static final double TYPICAL = 8;

  /** Numbers of third order that are kept at most. */
  private static final double MOST = 5e7;

  final CellRows rows;

  /** {@code M = H + diag(ridge H + floor)}, for each column. */
  final double[] ridge;

  /** What the prior knows of a column, with scales as at the centre: cells of few rows need it. */
  final double[] floor;

  final int order;
  final RowLosses family;
  final CellPolynomials sums;

  /** φ̂, an array for each column. */
  final double[][] centre;

  final double scale;
  final boolean[] whole;

  /** Whole cells, and their polynomials. */
  final int[] wholeCells;

  final CellPolynomials wholeSums;

  /** Σλ of a cell. */
  final double[] bound;

  /** Visits of rows up to which a cell is thinned; negative for whole cells. */
  final double[] limit;

  /** Running sums of λ within each cell. */
  final double[] running;

  final double[] eta;
  final double reach;

  /**
   * Reads all rows.
   *
   * @param floor added to the diagonal of M, for each column: any is right, a good one is cheap
   */
  CellStatistics(
      CellRows rows,
      RowLosses family,
      double[][] centre,
      double[] floor,
      double scale,
      double share,
      double trust) {
    this.rows = rows;
    this.family = family;
    this.centre = centre;
    this.scale = scale;
    int m = rows.m;
    this.order = Math.pow(m, 3) * rows.cells <= MOST ? 3 : 2;
    this.sums = new CellPolynomials(rows.cells, m, order);
    this.ridge = ridges(rows);
    this.floor = floor;
    this.whole = new boolean[rows.cells];
    this.bound = new double[rows.cells];
    this.reach = (Math.sqrt(m) + 6) * (Math.sqrt(m) + 6);
    this.eta = new double[rows.rows()];
    BoundedLikelihood known = family.bounded();
    this.running = new double[known == null ? 0 : rows.rows()];
    rows.overCells(
        (from, to) -> {
          double[] work = new double[m * m];
          double[] z = new double[m];
          for (int c = from; c < to; c++) {
            add(c, order == 3);
            bound(c, known, work, z, share, trust);
            if (whole[c] && order == 3 && rows.first[c + 1] - rows.first[c] < FEW) {
              for (double[] third : sums.third) {
                third[c] = 0;
              }
            }
          }
        });
    this.limit = new double[rows.cells];
    for (int c = 0; c < rows.cells; c++) {
      limit[c] = whole[c] ? -1 : MOST_READ * (rows.first[c + 1] - rows.first[c]);
    }
    this.wholeCells = IntStream.range(0, rows.cells).filter(c -> whole[c]).toArray();
    this.wholeSums = wholeCells.length == rows.cells ? sums : sums.of(wholeCells);
  }

  /**
   * A column that varies by no term has a coefficient that all cells know together, so that Δ of it
   * is small beside what a cell knows: with much weight in M it hardly adds to {@code wᵀM⁻¹w}, nor
   * to q.
   */
  private static double[] ridges(CellRows rows) {
    double[] ridge = new double[rows.m];
    double most = 0.2 * rows.cells / rows.m;
    java.util.Arrays.fill(ridge, Math.clamp(most, LEAST_RIDGE, MOST_RIDGE));
    for (int[] columns : rows.column) {
      for (int column : columns) {
        ridge[column] = LEAST_RIDGE;
      }
    }
    return ridge;
  }

  private void add(int c, boolean cubic) {
    int m = rows.m;
    for (int i = rows.first[c]; i < rows.first[c + 1]; i++) {
      eta[i] = rows.offset[i] + rows.dot(i, centre, c);
      double weight = rows.weight[i];
      double first = weight * family.derivative(1, eta[i], scale, rows.y[i]);
      double second = weight * family.derivative(2, eta[i], scale, rows.y[i]);
      double third = cubic ? weight * family.derivative(3, eta[i], scale, rows.y[i]) : 0;
      int pair = 0;
      int triple = 0;
      for (int a = 0; a < m; a++) {
        double wa = rows.w[i * m + a];
        sums.slope[a][c] += first * wa;
        for (int b = 0; b <= a; b++) {
          double both = wa * rows.w[i * m + b];
          sums.curvature[pair++][c] += second * both;
          for (int d = 0; cubic && d <= b; d++) {
            sums.third[triple++][c] += third * both * rows.w[i * m + d];
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
    if (known == null) {
      return;
    }
    for (int a = 0; a < m; a++) {
      for (int b = 0; b <= a; b++) {
        double own = sums.curvature[CellPolynomials.pair(a, b)][c];
        work[a * m + b] = a == b ? own * (1 + ridge[a]) + floor[a] : own;
      }
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

  /** {@code q^{(order + 1)/2}}. */
  double kappa(double q) {
    return order == 3 ? q * q : q * Math.sqrt(q);
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

  /** What the polynomial leaves of a row of a cell. */
  double remainder(int row, int c, double[][] delta) {
    double t = rows.dot(row, delta, c);
    return rows.weight[row] * family.bounded().remainder(order, eta[row], t, rows.y[row]);
  }

  /** Loss of all rows of a cell at Δ and s. */
  double loss(int c, double[][] delta, double s, Losses work) {
    double sum = 0;
    for (int from = rows.first[c]; from < rows.first[c + 1]; from += Losses.MOST) {
      int n = Math.min(Losses.MOST, rows.first[c + 1] - from);
      work.fill(this, from, n, c, delta, 0);
      family.losses(work.eta, s, work.y, n, work.loss);
      sum += weighted(from, n, 0, work);
    }
    return sum;
  }

  /**
   * Losses of whole cells, of several of them at once: families work on many rows sooner.
   *
   * @param chosen the cells, of which {@code count} are
   */
  void losses(int[] chosen, int count, double[][] delta, double s, Losses work, double[] out) {
    int begin = 0;
    int filled = 0;
    for (int n = 0; n < count; n++) {
      int c = chosen[n];
      int size = rows.first[c + 1] - rows.first[c];
      if (filled + size > Losses.MOST) {
        sum(chosen, begin, n, filled, s, work, out);
        begin = n;
        filled = 0;
      }
      if (size > Losses.MOST) {
        out[c] = loss(c, delta, s, work);
        begin = n + 1;
        continue;
      }
      work.fill(this, rows.first[c], size, c, delta, filled);
      filled += size;
    }
    sum(chosen, begin, count, filled, s, work, out);
  }

  private void sum(
      int[] chosen, int from, int to, int filled, double s, Losses work, double[] out) {
    family.losses(work.eta, s, work.y, filled, work.loss);
    int at = 0;
    for (int n = from; n < to; n++) {
      int c = chosen[n];
      int size = rows.first[c + 1] - rows.first[c];
      out[c] = weighted(rows.first[c], size, at, work);
      at += size;
    }
  }

  private double weighted(int first, int n, int at, Losses work) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum = Math.fma(rows.weight[first + i], work.loss[at + i], sum);
    }
    return sum;
  }

  /** Arrays to work in. */
  static final class Losses {
    static final int MOST = 512;
    final double[] eta = new double[MOST];
    final double[] y = new double[MOST];
    final double[] loss = new double[MOST];
    private final double[] point;

    Losses(int m) {
      this.point = new double[m];
    }

    private void fill(CellStatistics of, int from, int n, int c, double[][] delta, int at) {
      int m = point.length;
      double[] w = of.rows.w;
      for (int a = 0; a < m; a++) {
        point[a] = delta[a][c];
      }
      for (int i = 0; i < n; i++) {
        double sum = of.eta[from + i];
        for (int a = 0; a < m; a++) {
          sum = Math.fma(w[(from + i) * m + a], point[a], sum);
        }
        eta[at + i] = sum;
      }
      System.arraycopy(of.rows.y, from, y, at, n);
    }
  }
}
