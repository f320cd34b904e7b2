package org.perrin.levels;

import org.perrin.random.RandomStream;

/**
 * Moves of cells, proposed under {@link CellStatistics} and confirmed by rows: of the levels of a
 * term, each by itself, and of all cells together.
 */
final class CellMoves {
  /** Beyond so much of it a ratio under the statistics decides by itself. */
  private static final double SURE = 3;

  private final CellRows rows;
  private final CellStatistics statistics;
  private final CellConfirmation confirmation;
  private final LevelState centre;

  CellMoves(CellStatistics statistics, CellConfirmation confirmation, LevelState centre) {
    this.rows = statistics.rows;
    this.statistics = statistics;
    this.confirmation = confirmation;
    this.centre = centre;
  }

  /** Where cells are, from coefficients and effects. */
  void load(LevelState state, CellWork work, RandomStream random) {
    rows.phi(state.head, state.b, work.delta);
    for (int a = 0; a < rows.m; a++) {
      double[] own = work.delta[a];
      double[] from = statistics.centre[a];
      for (int c = 0; c < own.length; c++) {
        own[c] -= from[c];
      }
    }
    confirmation.evaluate(state, work, work.delta, null, work.left);
    work.wait = random.nextExponential();
  }

  /** Every level by itself. */
  void levels(LevelState state, CellWork work, int g, RandomStream random) {
    int k = rows.column[g].length;
    int[] column = rows.column[g];
    int[] level = rows.level[g];
    double[] b = state.b[g];
    double[] next = work.proposals[g];
    sum(work, column, level, work.levels[g]);
    propose(state, work, g, random);
    work.begin(column);
    boolean[] still = work.still[g];
    for (int c = 0; c < rows.cells; c++) {
      work.refused[c] = still[level[c]];
    }
    for (int i = 0; i < k; i++) {
      double[] now = work.delta[column[i]];
      double[] then = work.next[column[i]];
      for (int c = 0; c < now.length; c++) {
        int at = level[c] * k + i;
        then[c] = now[c] + (next[at] - b[at]);
      }
    }
    confirmation.evaluate(state, work, work.next, work.refused, work.nextLeft);
    confirmation.rates(work);
    // nearly all levels move: all cells do, but for those of levels that stay
    for (int j = 0; j < still.length; j++) {
      int from = rows.from[g][j];
      int to = rows.from[g][j + 1];
      if (still[j] || !confirmation.confirmed(state, work, rows.cellsOf[g], from, to, random)) {
        System.arraycopy(b, j * k, next, j * k, k);
        for (int n = from; n < to; n++) {
          work.stay(column, rows.cellsOf[g][n]);
        }
      }
    }
    work.take(column);
    System.arraycopy(next, 0, b, 0, b.length);
  }

  /** Where levels would go, and those that the sums refuse. */
  private void propose(LevelState state, CellWork work, int g, RandomStream random) {
    CubicPolynomials polynomials = work.levels[g];
    double[] b = state.b[g];
    double[] next = work.proposals[g];
    boolean[] still = work.still[g];
    SingleMoves singles = work.singles[g];
    if (singles != null) {
      singles.propose(polynomials, state.precision[g][0], centre.b[g], b, next, random);
      for (int j = 0; j < b.length; j++) {
        still[j] = refused(work, singles.gap[j], random);
        if (still[j]) {
          next[j] = b[j];
        }
      }
      return;
    }
    int k = polynomials.k;
    CubicMove move = work.moves[g];
    polynomials.shiftAll(b);
    for (int j = 0; j < still.length; j++) {
      double gap =
          move.propose(polynomials, j, state.precision[g], null, centre.b[g], b, j * k, random);
      still[j] = refused(work, gap, random);
      System.arraycopy(still[j] ? b : move.next, still[j] ? j * k : 0, next, j * k, k);
    }
  }

  /**
   * True with probability {@code 1 − e^{−gap}}: whether the next point of a process of rate one,
   * which all blocks share, lies within the gap. Nearly all gaps are small, so that it hardly ever
   * has to be drawn.
   */
  private static boolean refused(CellWork work, double gap, RandomStream random) {
    if (gap <= 0) {
      return false;
    }
    work.wait -= gap;
    if (work.wait >= 0) {
      return false;
    }
    work.wait = random.nextExponential();
    return true;
  }

  /** Sums of first and second derivatives where cells are, by their owner. */
  void sum(CellWork work, int[] column, int[] owner, CubicPolynomials sums) {
    sums.clearLow();
    for (int from = 0; from < rows.cells; from += CellPolynomials.BLOCK) {
      int to = Math.min(rows.cells, from + CellPolynomials.BLOCK);
      statistics.sums.expand(
          column, work.delta, from, to, work.gradient, work.hessian, work.scratch);
      sums.addLow(work.gradient, work.hessian, owner, from, to);
    }
    sums.mirror();
  }

  /** What cells move by if levels go from one place to another. */
  void steps(CellWork work, int g, double[] before, double[] after) {
    int k = rows.column[g].length;
    int[] level = rows.level[g];
    for (int i = 0; i < k; i++) {
      double[] step = work.step[rows.column[g][i]];
      for (int c = 0; c < step.length; c++) {
        int at = level[c] * k + i;
        step[c] = after[at] - before[at];
      }
    }
  }

  /**
   * Whether all cells go by the steps that are in {@link CellWork#step}.
   *
   * @param gap minus the logarithm of the ratio under the statistics
   */
  boolean moved(LevelState state, CellWork work, int[] column, double gap, RandomStream random) {
    // in two stages: what the statistics alone refuse by far need not be asked of rows; the first
    // ratio is the inverse backwards, so both keep the balance
    double first = Math.signum(gap) * Math.max(0, Math.abs(gap) - SURE);
    if (first > 0 && !(random.nextExponential() > first)) {
      return false;
    }
    double left = gap - first + rowsGap(state, work, column, random);
    boolean good = left <= 0 || random.nextExponential() > left;
    if (good) {
      work.take(column);
    }
    return good;
  }

  /** What rows say against the steps that are in {@link CellWork#step}. */
  double rowsGap(LevelState state, CellWork work, int[] column, RandomStream random) {
    work.begin(column);
    for (int a : column) {
      double[] now = work.delta[a];
      double[] then = work.next[a];
      double[] step = work.step[a];
      for (int c = 0; c < now.length; c++) {
        then[c] = now[c] + step[c];
      }
    }
    for (int from = 0; from < rows.cells; from += CellPolynomials.BLOCK) {
      int to = Math.min(rows.cells, from + CellPolynomials.BLOCK);
      statistics.sums.distance(
          column,
          work.step,
          statistics.ridge,
          statistics.floor,
          work.stepSize,
          from,
          to,
          work.scratch);
    }
    confirmation.evaluate(state, work, work.next, null, work.nextLeft);
    return confirmation.gap(state, work, random);
  }
}
