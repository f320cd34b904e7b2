package org.perrin.regression.predict;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.standard.Scaling;

/**
 * A fit beside the rows that it was fitted to: what it says of them is asked for by their numbers.
 *
 * @param regression the kind of model
 * @param scaling between the user's columns and those of {@code data}
 * @param data as the sampler saw it
 * @param groups of the rows, or null if there are none
 * @param draws of the user's parameters
 */
public record FittedRows(
    ModelChoice regression, Scaling scaling, Dataset data, int[] groups, Draws draws) {
  /** Chains without draws, and those that diverged, are left out. */
  public FittedRows {
    if (regression.own()) {
      throw new IllegalArgumentException(
          "a model of your own that is no family has no likelihood of single rows: see docs/models.md");
    }
    draws = new Draws(draws.names(), draws.usable());
  }

  /** N. */
  public int count() {
    return data.count();
  }

  /** Whether rows have groups. */
  public boolean grouped() {
    return groups != null;
  }

  /** Some rows in the user's columns. */
  public Dataset rows(int[] some) {
    return scaling.undo(data.select(some));
  }

  /** The groups of some rows, or null. */
  public int[] groups(int[] some) {
    return groups == null ? null : Arrays.stream(some).map(i -> groups[i]).toArray();
  }

  /** Of rows by at most so many draws. */
  public DrawPredictor predictive(int most) {
    return DrawPredictor.of(regression, data.x().width(), draws, most, TablePredictor.INTERVAL);
  }

  /** The log likelihoods of some rows, an array over draws for each. O(rows · S · d). */
  public double[][] logLikelihood(DrawPredictor by, int[] some) {
    Dataset rows = rows(some);
    var targets = new Targets(regression, rows);
    double[][] out = new double[some.length][];
    by.each(
        rows,
        groups(some),
        0,
        some.length,
        (i, _, given) ->
            out[i] =
                Arrays.stream(given).mapToDouble(one -> targets.logLikelihood(i, one)).toArray());
    return out;
  }
}
