package org.perrin.levels;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.perrin.math.Kernels;
import org.perrin.math.SmallMatrices;
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
  /** Numbers by cell that are worth their memory. */
  private static final long MOST_NUMBERS = 40_000_000;

  private static final Kernels K = Kernels.best();

  private final int g;
  private final int k;
  private final int p;
  private final int[] columns;
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

  /** What cells say of δ. */
  private final CoefficientSums cells;

  private FollowingCoefficients(
      int g, CellStatistics statistics, CellMoves moves, NormalParts priors, LevelState centre) {
    CellRows rows = statistics.rows;
    this.g = g;
    this.columns = rows.column[g];
    this.k = columns.length;
    this.p = rows.p;
    this.touched =
        IntStream.range(0, rows.m)
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
    this.cells = new CoefficientSums(statistics.sums, p, rows.moving(), byCell, columns);
  }

  /** Those of all terms for which it is no burden; none without coefficients. */
  static FollowingCoefficients[] of(
      CellStatistics statistics, CellMoves moves, NormalParts priors, LevelState centre) {
    CellRows rows = statistics.rows;
    return IntStream.range(0, rows.column.length)
        .filter(g -> CoefficientSums.numbers(rows, g) <= MOST_NUMBERS)
        .filter(g -> rows.p > 0)
        .mapToObj(g -> new FollowingCoefficients(g, statistics, moves, priors, centre))
        .toArray(FollowingCoefficients[]::new);
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
    CubicPolynomials sums = cells.polynomial();
    cells.expand(work.delta, work.products, sums);
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
