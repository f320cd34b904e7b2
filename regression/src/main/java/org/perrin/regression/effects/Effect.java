package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.List;
import org.perrin.diagnostics.Quantiles;

/**
 * One number of interest, as its draws have it.
 *
 * @param column what was changed
 * @param what was computed: {@code prediction}, {@code difference}, {@code ratio} or {@code slope}
 * @param at the value of the column, or the two that are compared; empty for slopes
 * @param by the level of the column that rows are grouped by; empty for all rows
 * @param outcome the class; empty if there are none
 * @param draws of it
 * @param chains how many draws each chain has
 * @param sampling standard error of its mean from looking at some rows
 */
public record Effect(
    String column,
    String what,
    String at,
    String by,
    String outcome,
    double[] draws,
    List<Integer> chains,
    double sampling) {
  /** The posterior mean. */
  public double mean() {
    double sum = 0;
    for (double v : draws) {
      sum += v;
    }
    return sum / draws.length;
  }

  /** Standard error of its mean from having so many draws and no more. */
  public double monteCarlo() {
    return ScenarioAverages.monteCarlo(chains, draws);
  }

  /** A posterior quantile. */
  public double quantile(double p) {
    return quantiles(p)[0];
  }

  /** Posterior quantiles. */
  public double[] quantiles(double... p) {
    Quantiles sorted = Quantiles.of(draws);
    return Arrays.stream(p).map(sorted::at).toArray();
  }

  /** The posterior probability that it is above a number; NaN if a draw is no number. */
  public double above(double limit) {
    long count = 0;
    for (double v : draws) {
      if (Double.isNaN(v)) {
        return Double.NaN;
      }
      count += v > limit ? 1 : 0;
    }
    return (double) count / draws.length;
  }
}
