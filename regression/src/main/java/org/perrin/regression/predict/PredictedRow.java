package org.perrin.regression.predict;

import org.jspecify.annotations.Nullable;

/**
 * What a fit says of a row: of the probability for targets that are one of two, of each class's
 * probability for classes, of the quantile for families of one, else of the target itself.
 *
 * @param row its place in the table, from 0
 * @param level the class, or null
 * @param mean of the predictive distribution
 * @param sd of it
 * @param quantiles of it, from the least to the largest: the ends of the interval if no others were
 *     asked for
 * @param problem why it cannot be predicted, or null; numbers are NaN then
 */
public record PredictedRow(
    int row,
    @Nullable String level,
    double mean,
    double sd,
    double[] quantiles,
    @Nullable String problem) {
  private static final double[] NONE = {Double.NaN};

  static PredictedRow problem(int row, String problem) {
    return new PredictedRow(row, null, Double.NaN, Double.NaN, NONE, problem);
  }

  /** Lower end of the interval. */
  public double low() {
    return quantiles[0];
  }

  /** Upper end of the interval. */
  public double high() {
    return quantiles[quantiles.length - 1];
  }
}
