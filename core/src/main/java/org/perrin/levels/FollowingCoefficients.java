package org.perrin.levels;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.perrin.math.Kernels;
import org.perrin.random.RandomStream;

/**
 * All coefficients β moved together with the levels of a term, which follow as their rows and their
 * prior want at the centre, {@code bⱼ + Mⱼδ} for {@code β + δ},
 *
 * <pre>
 *   Mⱼ = −(Hⱼ + Ω̂)⁻¹ Cⱼ,   Hⱼ = Σ H_c[g, g],   Cⱼ = Σ H_c[g, β]   over cells c of level j:
 * </pre>
 *
 * a column that varies little within levels says hardly more of its coefficient than the levels do,
 * and the coefficient alone would creep. M is fixed, so the move keeps volumes, and β parametrises
 * the line: a cell moves by {@code D_c δ}, {@code D_c = 1 + E_g Mⱼ}, and the statistics are a
 * polynomial of order three in β again. Proposed and confirmed as coefficients alone would be.
 */
final class FollowingCoefficients {
  /** Numbers of M by cell that are worth their memory. */
  private static final long MOST_NUMBERS = 20_000_000;

  private static final Kernels K = Kernels.best();
  private static final double[] ONES = ones();

  private final int g;
  private final int k;
  private final int p;
  private final int m;
  private final int[] columns;
  private final int[] all;
  private final int[] touched;
  private final CellStatistics statistics;
  private final CellMoves moves;
  private final NormalParts priors;
  private final LevelState centre;
  private final double[] priorMean;

  /** M by level and by cell: an array for each element, {@code i p + a}. */
  private final double[][] byLevel;

  private final double[][] byCell;

  /** {@code Σⱼ M_ia M_lb}, for {@code ((i k + l) p + a) p + b}. */
  private final double[] squares;

  /** Third derivatives by β along the lines. */
  private final CubicPolynomials constant;

  private FollowingCoefficients(
      int g, CellStatistics statistics, CellMoves moves, NormalParts priors, LevelState centre) {
    CellRows rows = statistics.rows;
    this.g = g;
    this.columns = rows.column[g];
    this.k = columns.length;
    this.p = rows.p;
    this.m = rows.m;
    this.all = IntStream.range(0, m).toArray();
    this.touched =
        IntStream.range(0, m)
            .filter(x -> x < p || Arrays.stream(columns).anyMatch(c -> c == x))
            .toArray();
    this.statistics = statistics;
    this.moves = moves;
    this.priors = priors;
    this.centre = centre;
    this.priorMean = new double[p];
    for (int a = 0; a < p; a++) {
      priorMean[a] = priors.mean[a] - centre.head[a];
    }
    this.byLevel = byLevel();
    this.byCell = new double[k * p][rows.cells];
    for (int n = 0; n < byCell.length; n++) {
      for (int c = 0; c < rows.cells; c++) {
        byCell[n][c] = byLevel[n][rows.level[g][c]];
      }
    }
    this.squares = squares();
    this.constant = new CubicPolynomials(1, p, statistics.order);
    if (statistics.order > 2) {
      addThird();
    }
  }

  /** Those of all terms for which it is no burden; none without coefficients. */
  static FollowingCoefficients[] of(
      CellStatistics statistics, CellMoves moves, NormalParts priors, LevelState centre) {
    CellRows rows = statistics.rows;
    return IntStream.range(0, rows.column.length)
        .filter(g -> (long) rows.cells * rows.column[g].length * rows.p <= MOST_NUMBERS)
        .filter(g -> rows.p > 0)
        .mapToObj(g -> new FollowingCoefficients(g, statistics, moves, priors, centre))
        .toArray(FollowingCoefficients[]::new);
  }

  private static double[] ones() {
    double[] ones = new double[CellPolynomials.BLOCK];
    Arrays.fill(ones, 1);
    return ones;
  }

  private double[][] byLevel() {
    CellRows rows = statistics.rows;
    double[][] curvature = statistics.sums.curvature;
    int levels = centre.term(g).levels();
    double[][] out = new double[k * p][levels];
    double[] matrix = new double[k * k];
    double[] right = new double[k];
    for (int j = 0; j < levels; j++) {
      System.arraycopy(centre.precision[g], 0, matrix, 0, k * k);
      for (int n = rows.from[g][j]; n < rows.from[g][j + 1]; n++) {
        for (int i = 0; i < k; i++) {
          for (int l = 0; l < k; l++) {
            int both = CellPolynomials.pair(columns[i], columns[l]);
            matrix[i * k + l] += curvature[both][rows.cellsOf[g][n]];
          }
        }
      }
      if (!SmallMatrices.cholesky(matrix, 0, k)) {
        continue;
      }
      for (int a = 0; a < p; a++) {
        Arrays.fill(right, 0);
        for (int n = rows.from[g][j]; n < rows.from[g][j + 1]; n++) {
          for (int i = 0; i < k; i++) {
            right[i] -= curvature[CellPolynomials.pair(columns[i], a)][rows.cellsOf[g][n]];
          }
        }
        SmallMatrices.forward(matrix, 0, right, 0, k);
        SmallMatrices.backward(matrix, 0, right, 0, k);
        for (int i = 0; i < k; i++) {
          out[i * p + a][j] = right[i];
        }
      }
    }
    return out;
  }

  private double[] squares() {
    double[] out = new double[k * k * p * p];
    for (int n = 0; n < k * p; n++) {
      for (int o = 0; o < k * p; o++) {
        int place = ((n / p * k + o / p) * p + n % p) * p + o % p;
        out[place] = K.dot(byLevel[n], 0, byLevel[o], 0, byLevel[n].length);
      }
    }
    return out;
  }

  /** {@code Σ_c T_c(D·, D·, D·)}, one index after the other. */
  private void addThird() {
    double[][] third = statistics.sums.third;
    double[][] first = new double[m * m][CellPolynomials.BLOCK];
    double[][] second = new double[m][CellPolynomials.BLOCK];
    int cells = statistics.rows.cells;
    for (int from = 0; from < cells; from += CellPolynomials.BLOCK) {
      int n = Math.min(CellPolynomials.BLOCK, cells - from);
      for (int a = 0; a < p; a++) {
        for (int xy = 0; xy < m * m; xy++) {
          int x = xy / m;
          int y = xy % m;
          System.arraycopy(third[CellPolynomials.triple(a, x, y)], from, first[xy], 0, n);
          for (int i = 0; i < k; i++) {
            double[] own = third[CellPolynomials.triple(columns[i], x, y)];
            K.addProducts(1, byCell[i * p + a], from, own, from, first[xy], 0, n);
          }
        }
        for (int b = 0; b < p; b++) {
          along(b, from, n, first, b * m, m, second);
          for (int d = 0; d < p; d++) {
            constant.third[(a * p + b) * p + d] += sum(d, from, n, second);
          }
        }
      }
    }
  }

  /**
   * {@code out_y = D_bᵀ given_y}: arrays of {@code given} for x and y lie at {@code x step + y}.
   */
  private void along(int b, int from, int n, double[][] given, int at, int step, double[][] out) {
    for (int y = 0; y < m; y++) {
      System.arraycopy(given[at + y], 0, out[y], 0, n);
      for (int i = 0; i < k; i++) {
        K.addProducts(1, byCell[i * p + b], from, given[columns[i] * step + y], 0, out[y], 0, n);
      }
    }
  }

  /** {@code Σ_c D_dᵀ given} of a block. */
  private double sum(int d, int from, int n, double[][] given) {
    double sum = K.dot(ONES, 0, given[d], 0, n);
    for (int i = 0; i < k; i++) {
      sum += K.dot(byCell[i * p + d], from, given[columns[i]], 0, n);
    }
    return sum;
  }

  void move(LevelState state, CellWork work, RandomStream random) {
    double[] now = new double[p];
    for (int a = 0; a < p; a++) {
      now[a] = state.head[a] - centre.head[a];
    }
    CubicPolynomials sums = sums(state, work);
    sums.shift(0, now, 0);
    double[] omega = new double[p * p];
    double[] precision = state.precisions(priors);
    for (int a = 0; a < p; a++) {
      omega[a * p + a] = precision[a];
    }
    CubicMove proposal = work.sharedMove;
    double gap = proposal.propose(sums, 0, omega, priorMean, new double[p], now, 0, random);
    double[] beta = new double[p];
    double[] step = new double[p];
    for (int a = 0; a < p; a++) {
      beta[a] = centre.head[a] + proposal.next[a];
      step[a] = proposal.next[a] - now[a];
    }
    gap += priors.excess(beta) - priors.excess(state.head);
    if (!(gap < Double.POSITIVE_INFINITY)) {
      return;
    }
    for (int x : touched) {
      Arrays.fill(work.step[x], x < p ? step[x] : 0);
    }
    for (int n = 0; n < byCell.length; n++) {
      K.axpy(step[n % p], byCell[n], 0, work.step[columns[n / p]], 0, byCell[n].length);
    }
    if (moves.moved(state, work, touched, gap, random)) {
      System.arraycopy(beta, 0, state.head, 0, p);
      double[] b = state.b[g];
      for (int n = 0; n < byLevel.length; n++) {
        for (int j = 0; j < byLevel[n].length; j++) {
          b[j * k + n / p] = Math.fma(step[n % p], byLevel[n][j], b[j * k + n / p]);
        }
      }
    }
  }

  /** What cells and the prior of levels say of δ. */
  private CubicPolynomials sums(LevelState state, CellWork work) {
    CubicPolynomials sums = constant.copy();
    int cells = statistics.rows.cells;
    double[][] matrix = work.matrix;
    double[][] row = work.row;
    for (int from = 0; from < cells; from += CellPolynomials.BLOCK) {
      int n = Math.min(CellPolynomials.BLOCK, cells - from);
      statistics.sums.expand(
          all, work.delta, from, from + n, work.gradient, work.hessian, work.scratch);
      for (int a = 0; a < p; a++) {
        sums.slope[a] += sum(a, from, n, work.gradient);
        along(a, from, n, matrix, a * m, m, row);
        for (int b = 0; b <= a; b++) {
          sums.curvature[a * p + b] += sum(b, from, n, row);
        }
      }
    }
    addPrior(state, sums);
    sums.mirror();
    return sums;
  }

  private void addPrior(LevelState state, CubicPolynomials sums) {
    double[] omega = state.precision[g];
    double[] b = state.b[g];
    double[] pull = new double[b.length / k];
    for (int i = 0; i < k; i++) {
      Arrays.fill(pull, 0);
      for (int j = 0; j < pull.length; j++) {
        for (int l = 0; l < k; l++) {
          pull[j] = Math.fma(omega[i * k + l], b[j * k + l], pull[j]);
        }
      }
      for (int a = 0; a < p; a++) {
        sums.slope[a] += K.dot(byLevel[i * p + a], 0, pull, 0, pull.length);
        for (int l = 0; l < k; l++) {
          for (int c = 0; c <= a; c++) {
            double square = squares[((i * k + l) * p + a) * p + c];
            sums.curvature[a * p + c] += omega[i * k + l] * square;
          }
        }
      }
    }
  }
}
