package org.perrin.levels;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.random.RandomStream;

/**
 * The second stage of moves of cells, by their rows: all of them in whole cells, those that
 * thinning draws in others. {@link CellBlocks} has the formulas.
 */
final class CellConfirmation {
  /** Where more than this share of a cell's rows would be visited all of them are read. */
  private static final double DEAR = 0.25;

  private final CellRows rows;
  private final CellStatistics statistics;
  private final RowLosses family;
  private final int[] everything;

  CellConfirmation(CellStatistics statistics) {
    this.rows = statistics.rows;
    this.statistics = statistics;
    this.family = statistics.family;
    this.everything = IntStream.range(0, rows.m).toArray();
  }

  private double s(LevelState state) {
    return family.scaled() ? state.head[rows.p] : 0;
  }

  private double loss(LevelState state, int c, double[][] delta) {
    state.rows += rows.first[c + 1] - rows.first[c];
    return statistics.loss(c, delta, s(state), state.work.losses);
  }

  /**
   * Of all cells at a point, q of thinned ones and loss less polynomial of whole ones.
   *
   * @param refused cells whose rows need not be read, or null
   */
  void evaluate(
      LevelState state, CellWork work, double[][] at, boolean @Nullable [] refused, double[] out) {
    int[] whole = statistics.wholeCells;
    for (int from = 0; whole.length < rows.cells && from < rows.cells; ) {
      int to = Math.min(rows.cells, from + CellPolynomials.BLOCK);
      statistics.sums.distance(everything, at, CellStatistics.RIDGE, out, from, to, work.scratch);
      from = to;
    }
    if (whole.length < rows.cells) {
      CellPolynomials.choose(at, whole, work.wholeAt);
    }
    double[][] point = whole.length < rows.cells ? work.wholeAt : at;
    int count = 0;
    for (int from = 0; from < whole.length; ) {
      int to = Math.min(whole.length, from + CellPolynomials.BLOCK);
      statistics.wholeSums.value(point, work.values, from, to, work.scratch);
      from = to;
    }
    for (int c : whole) {
      if (refused == null || !refused[c]) {
        work.chosen[count++] = c;
        state.rows += rows.first[c + 1] - rows.first[c];
      }
    }
    statistics.losses(work.chosen, count, at, s(state), work.losses, out);
    for (int n = 0; n < whole.length; n++) {
      out[whole[n]] -= work.values[n];
    }
  }

  /**
   * The second stage for a move of some cells from Δ to what is in {@code next}.
   *
   * @param brief whether the step is short beside Δ, so that it bounds rows better than Δ does
   */
  boolean confirmed(
      LevelState state,
      CellWork work,
      int[] cells,
      int from,
      int to,
      boolean brief,
      RandomStream random) {
    double gap = 0;
    for (int n = from; n < to; n++) {
      int c = cells[n];
      double here = work.left[c];
      double there = work.nextLeft[c];
      if (statistics.whole[c]) {
        gap += there - here;
        continue;
      }
      double most = Math.max(here, there);
      double kappa = statistics.kappa(here) + statistics.kappa(there);
      if (brief) {
        kappa = Math.min(kappa, statistics.kappa(work.stepSize[c], most));
      }
      double rate = kappa * statistics.bound[c];
      // as κ is the same backwards, so is the choice
      if (!(rate <= DEAR * (rows.first[c + 1] - rows.first[c])) || !(most <= statistics.reach)) {
        gap += loss(state, c, work.next) - statistics.sums.value(c, work.next);
        gap -= loss(state, c, work.delta) - statistics.sums.value(c, work.delta);
        continue;
      }
      work.wait -= rate;
      while (work.wait < 0) {
        work.wait += random.nextExponential();
        if (refused(state, work, c, kappa, random)) {
          work.wait = random.nextExponential();
          return false;
        }
      }
    }
    return gap <= 0 || random.nextExponential() > gap;
  }

  private boolean refused(
      LevelState state, CellWork work, int c, double kappa, RandomStream random) {
    int row = statistics.row(c, random.nextDouble());
    state.rows++;
    double change =
        statistics.remainder(row, c, work.next) - statistics.remainder(row, c, work.delta);
    return random.nextDouble() * kappa * statistics.lambda(c, row) < change;
  }
}
