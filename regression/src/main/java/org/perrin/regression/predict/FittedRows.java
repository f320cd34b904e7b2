package org.perrin.regression.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.GroupRows;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.standard.Scaling;

/**
 * A fit beside the rows that it was fitted to: what it says of them is asked for by their numbers.
 *
 * @param regression the kind of model
 * @param scaling between the user's columns and those of {@code data}
 * @param data as the sampler saw it
 * @param encoding how groups add to predictors; null for a design without groups
 * @param groups what rows have of groups
 * @param draws of the user's parameters
 */
public record FittedRows(
    ModelChoice regression,
    Scaling scaling,
    Dataset data,
    @Nullable Encoding encoding,
    List<GroupRows> groups,
    Draws draws) {
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
    return !groups.isEmpty();
  }

  /** Some rows in the user's columns. */
  public Dataset rows(int[] some) {
    return scaling.undo(data.select(some));
  }

  /** The same with other draws. */
  public FittedRows draws(Draws others) {
    return new FittedRows(regression, scaling, data, encoding, groups, others);
  }

  /** What some rows have of groups. */
  public List<GroupRows> groups(int[] some) {
    return groups.stream().map(one -> pick(one, some)).toList();
  }

  private static GroupRows pick(GroupRows all, int[] some) {
    List<double[]> values = new ArrayList<>();
    for (double[] column : all.values()) {
      values.add(column == null ? null : Arrays.stream(some).mapToDouble(i -> column[i]).toArray());
    }
    return new GroupRows(Arrays.stream(some).map(i -> all.level()[i]).toArray(), values);
  }

  /** Of rows by at most so many draws. */
  public DrawPredictor predictive(int most) {
    return encoding == null
        ? DrawPredictor.of(regression, data.x().width(), draws, most, TablePredictor.INTERVAL)
        : DrawPredictor.of(regression, encoding, draws, most, TablePredictor.INTERVAL);
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
