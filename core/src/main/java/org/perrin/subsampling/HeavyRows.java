package org.perrin.subsampling;

import java.util.Arrays;
import org.perrin.data.Doubles;
import org.perrin.math.Parallel;

/**
 * Which rows to take in full, and which to leave to a polynomial and a correction: those whose
 * score is highest, as many as make an effective draw cheapest. A light row costs in two ways: it
 * is drawn {@code κλᵢ} times a step, and it lowers the logarithm of what the correction accepts by
 * {@code eᵢ = E(rᵢ(v) − rᵢ(u))₊ ≈ sd(rᵢ)/√π}. Both are known before a step is made.
 *
 * @param rows the heavy ones, in order
 * @param lightRate light rows drawn a step, predicted: {@code κΛ}
 * @param rejection {@code −log} of what the correction accepts, predicted
 * @param nanoseconds for an effective draw, predicted: of use in comparisons only
 */
public record HeavyRows(int[] rows, double lightRate, double rejection, double nanoseconds) {
  /** Bits of a double below its exponent and the first four of its fraction. */
  private static final int BELOW = 48;

  private static final int LEVELS = 1 << 15;

  /** Rows are added up in so many parts: a sum takes most of a megabyte, so there are few. */
  private static final int PARTS = 4;

  /** What all rows may add to a step, as light ones, for none to be looked for that is not. */
  private static final double LITTLE = 1.1;

  /** Rejections come in runs, where remainders are large; so they count for more than one. */
  private static final double RUNS = 2;

  /**
   * What things cost, in nanoseconds, one core.
   *
   * @param heavy a heavy row in a step
   * @param light a light row that is drawn
   * @param step a step without any row
   * @param kappa κ, the mean of {@code ‖u‖^q + ‖v‖^q}
   */
  public record Costs(double heavy, double light, double step, double kappa) {}

  /** The choice for bounds λ and standard deviations of remainders, one a row. */
  public static HeavyRows choose(Doubles lambda, Doubles spread, Costs costs) {
    HeavyRows none = none(lambda, spread, costs);
    if (none.nanoseconds <= LITTLE * costs.step()) {
      return none;
    }
    double price = costs.step() + 1000 * costs.heavy();
    int from = LEVELS;
    double[] best = null;
    for (int round = 0; round < 3; round++) {
      var tally = new Tally(lambda, spread, costs, price);
      best = tally.best();
      from = (int) best[0];
      price = best[3];
    }
    var last = new Tally(lambda, spread, costs, best[4]);
    return new HeavyRows(last.from(from), best[1], best[2], best[3]);
  }

  /** The choice of none. */
  private static HeavyRows none(Doubles lambda, Doubles spread, Costs costs) {
    double[] sums =
        Parallel.sum(
            (int) lambda.size(),
            2,
            (sum, from, to) -> {
              double bounds = 0;
              double spreads = 0;
              for (int i = from; i < to; i++) {
                bounds += lambda.get(i);
                spreads += spread.get(i);
              }
              sum[0] += bounds;
              sum[1] += spreads;
            });
    double rate = costs.kappa() * sums[0];
    double loss = sums[1] / Math.sqrt(Math.PI);
    return new HeavyRows(new int[0], rate, loss, nanoseconds(costs, 0, rate, loss));
  }

  /** What an effective draw takes. */
  private static double nanoseconds(Costs costs, double heavy, double rate, double loss) {
    double accepted = Math.exp(-RUNS * loss);
    double step = costs.step() + heavy * costs.heavy() + rate * costs.light();
    return step * (2 / accepted - 1);
  }

  /** Sums by class of score. */
  private static final class Tally {
    private final Doubles lambda;
    private final Doubles spread;
    private final Costs costs;
    private final double price;

    /** Rows, what they add to the rate of light rows, and to the rejection, class by class. */
    private final double[] sums;

    Tally(Doubles lambda, Doubles spread, Costs costs, double price) {
      this.lambda = lambda;
      this.spread = spread;
      this.costs = costs;
      this.price = price;
      int n = (int) lambda.size();
      double[][] parts = new double[PARTS][3 * LEVELS];
      Parallel.run(
          PARTS, c -> add(parts[c], Parallel.bound(n, PARTS, c), Parallel.bound(n, PARTS, c + 1)));
      this.sums = parts[0];
      for (int c = 1; c < PARTS; c++) {
        for (int k = 0; k < sums.length; k++) {
          sums[k] += parts[c][k];
        }
      }
    }

    private void add(double[] sum, int from, int to) {
      for (int i = from; i < to; i++) {
        int at = 3 * level(i);
        sum[at]++;
        sum[at + 1] += costs.kappa() * lambda.get(i);
        sum[at + 2] += loss(i);
      }
    }

    private double loss(int i) {
      return spread.get(i) / Math.sqrt(Math.PI);
    }

    private int level(int i) {
      double score = costs.kappa() * lambda.get(i) * costs.light() + price * loss(i);
      return (int) (Double.doubleToRawLongBits(score) >>> BELOW);
    }

    /** First class of the heavy, light rate, rejection, nanoseconds, and the price it is for. */
    double[] best() {
      double rate = 0;
      double loss = 0;
      double heavy = lambda.size();
      double[] best = {0, 0, 0, Double.POSITIVE_INFINITY, price};
      for (int level = 0; level <= LEVELS; level++) {
        double nanoseconds = nanoseconds(costs, heavy, rate, loss);
        if (nanoseconds < best[3]) {
          best = new double[] {level, rate, loss, nanoseconds, price};
        }
        if (level < LEVELS) {
          heavy -= sums[3 * level];
          rate += sums[3 * level + 1];
          loss += sums[3 * level + 2];
        }
      }
      return best;
    }

    /** The rows of a class and those above it. */
    int[] from(int level) {
      int[] rows = new int[(int) lambda.size()];
      int count = 0;
      for (int i = 0; i < rows.length; i++) {
        if (level(i) >= level) {
          rows[count++] = i;
        }
      }
      return Arrays.copyOf(rows, count);
    }
  }
}
