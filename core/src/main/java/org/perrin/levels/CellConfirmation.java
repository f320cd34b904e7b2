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
  private static final double MOST_READ = 0.25;

  /** How many times as many rows are drawn as bounds ask for: a ratio has the less noise. */
  private static final double MORE = 6;

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
      statistics.sums.distance(
          everything, at, statistics.ridge, statistics.floor, out, from, to, work.scratch);
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

  /** The second stage for a move of the cells of one level from Δ to what is in {@code next}. */
  boolean confirmed(
      LevelState state, CellWork work, int[] cells, int from, int to, RandomStream random) {
    double gap = 0;
    for (int n = from; n < to; n++) {
      int c = cells[n];
      double here = work.left[c];
      double there = work.nextLeft[c];
      if (statistics.whole[c]) {
        gap += there - here;
        continue;
      }
      double kappa = statistics.kappa(here) + statistics.kappa(there);
      if (costly(c, kappa, Math.max(here, there))) {
        gap += difference(state, work, c);
        continue;
      }
      work.wait -= kappa * statistics.bound[c];
      while (work.wait < 0) {
        work.wait += random.nextExponential();
        int row = statistics.row(c, random.nextDouble());
        double bound = kappa * statistics.lambda(c, row);
        if (random.nextDouble() * bound < change(state, work, c, row)) {
          work.wait = random.nextExponential();
          return false;
        }
      }
    }
    return gap <= 0 || random.nextExponential() > gap;
  }

  /**
   * Minus the logarithm of a ratio by which a move of all cells from Δ to what is in {@code next}
   * is accepted, as far as rows say. A product of a factor for each row would hardly accept it, as
   * no row makes up for another. So row i is drawn at rate {@code fᵢ = (c + r'ᵢ − rᵢ) / 2 + a c},
   * {@code c = κλᵢ ≥ |r'ᵢ − rᵢ|}, which backwards is {@code eᵢ = (c − r'ᵢ + rᵢ) / 2 + a c}; as
   * {@code fᵢ − eᵢ = r'ᵢ − rᵢ} the ratio of the posterior times that of drawing these rows is
   * {@code Π eᵢ / fᵢ} over rows drawn alone (TunaMH; Zhang, Cooper and De Sa, 2020).
   */
  double gap(LevelState state, CellWork work, RandomStream random) {
    double sum = 0;
    for (int c = 0; c < rows.cells; c++) {
      double here = work.left[c];
      double there = work.nextLeft[c];
      if (statistics.whole[c]) {
        sum += there - here;
        continue;
      }
      double most = Math.max(here, there);
      double kappa =
          Math.min(
              statistics.kappa(here) + statistics.kappa(there),
              statistics.kappa(work.stepSize[c], most));
      if (costly(c, (1 + MORE) * kappa, most)) {
        sum += difference(state, work, c);
        continue;
      }
      work.wait -= (1 + MORE) * kappa * statistics.bound[c];
      while (work.wait < 0) {
        work.wait += random.nextExponential();
        int row = statistics.row(c, random.nextDouble());
        double bound = kappa * statistics.lambda(c, row);
        double change = change(state, work, c, row);
        double forth = (0.5 + MORE) * bound + change / 2;
        if (random.nextDouble() * (1 + MORE) * bound < forth) {
          sum -= Math.log((forth - change) / forth);
        }
      }
    }
    return sum;
  }

  /** As κ is the same backwards, so is the choice. */
  private boolean costly(int c, double kappa, double most) {
    double rate = kappa * statistics.bound[c];
    return !(rate <= MOST_READ * (rows.first[c + 1] - rows.first[c]))
        || !(most <= statistics.reach);
  }

  private double difference(LevelState state, CellWork work, int c) {
    return loss(state, c, work.next)
        - statistics.sums.value(c, work.next)
        - (loss(state, c, work.delta) - statistics.sums.value(c, work.delta));
  }

  private double change(LevelState state, CellWork work, int c, int row) {
    state.rows++;
    return statistics.remainder(row, c, work.next) - statistics.remainder(row, c, work.delta);
  }
}
