package org.perrin.levels;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.random.RandomStream;

/**
 * The second stage of moves of cells, by their rows: all of them in whole cells, those that
 * thinning draws in others. {@link CellBlocks} has the formulas.
 */
final class CellConfirmation {
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

  /** κΛ of all cells for moves from Δ to what is in {@code next}, level by level. */
  void rates(CellWork work) {
    double[] here = work.left;
    double[] there = work.nextLeft;
    double[] kappa = work.kappa;
    double[] rate = work.rate;
    double[] bound = statistics.bound;
    if (statistics.order == 3) {
      for (int c = 0; c < rate.length; c++) {
        kappa[c] = here[c] * here[c] + there[c] * there[c];
      }
    } else {
      for (int c = 0; c < rate.length; c++) {
        kappa[c] = here[c] * Math.sqrt(here[c]) + there[c] * Math.sqrt(there[c]);
      }
    }
    for (int c = 0; c < rate.length; c++) {
      rate[c] = kappa[c] * bound[c];
    }
  }

  /**
   * The same for moves of all cells, where more rows are drawn and short steps count: {@code |r(φ')
   * − r(φ)| ≤ |t' − t| sup|∂r/∂t| ≤ λ (order + 1) √q(φ' − φ) q^{order/2}}, the larger q of both
   * ends.
   */
  private void sharedRates(CellWork work) {
    rates(work);
    double[] here = work.left;
    double[] there = work.nextLeft;
    double[] step = work.stepSize;
    double[] kappa = work.kappa;
    double[] rate = work.rate;
    double[] bound = statistics.bound;
    if (statistics.order == 3) {
      for (int c = 0; c < rate.length; c++) {
        double most = Math.max(here[c], there[c]);
        kappa[c] = Math.min(kappa[c], 4 * most * Math.sqrt(step[c] * most));
      }
    } else {
      for (int c = 0; c < rate.length; c++) {
        double most = Math.max(here[c], there[c]);
        kappa[c] = Math.min(kappa[c], 3 * most * Math.sqrt(step[c]));
      }
    }
    for (int c = 0; c < rate.length; c++) {
      rate[c] = (1 + MORE) * kappa[c] * bound[c];
    }
  }

  /** Whether rows of a cell are visited one by one; as κ is the same backwards, so is this. */
  private boolean thinned(CellWork work, int c) {
    return work.rate[c] <= statistics.limit[c]
        && work.left[c] <= statistics.reach
        && work.nextLeft[c] <= statistics.reach;
  }

  /**
   * The second stage for a move of the cells of one level from Δ to what is in {@code next}, after
   * {@link #rates}.
   */
  boolean confirmed(
      LevelState state, CellWork work, int[] cells, int from, int to, RandomStream random) {
    double gap = 0;
    for (int n = from; n < to; n++) {
      int c = cells[n];
      if (!thinned(work, c)) {
        gap += readGap(state, work, c);
        continue;
      }
      work.wait -= work.rate[c];
      while (work.wait < 0) {
        work.wait += random.nextExponential();
        int row = statistics.row(c, random.nextDouble());
        double bound = work.kappa[c] * statistics.lambda(c, row);
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
    sharedRates(work);
    double sum = 0;
    for (int c = 0; c < rows.cells; c++) {
      if (!thinned(work, c)) {
        sum += readGap(state, work, c);
        continue;
      }
      work.wait -= work.rate[c];
      if (work.wait < 0) {
        sum += visits(state, work, c, random);
      }
    }
    return sum;
  }

  private double visits(LevelState state, CellWork work, int c, RandomStream random) {
    double sum = 0;
    while (work.wait < 0) {
      work.wait += random.nextExponential();
      int row = statistics.row(c, random.nextDouble());
      double bound = work.kappa[c] * statistics.lambda(c, row);
      double change = change(state, work, c, row);
      double forth = (0.5 + MORE) * bound + change / 2;
      if (random.nextDouble() * (1 + MORE) * bound < forth) {
        sum -= Math.log((forth - change) / forth);
      }
    }
    return sum;
  }

  /** By all rows of a cell. */
  private double readGap(LevelState state, CellWork work, int c) {
    return statistics.whole[c] ? work.nextLeft[c] - work.left[c] : difference(state, work, c);
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
