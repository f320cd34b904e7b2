package org.perrin.regression.predict;

import org.jspecify.annotations.Nullable;

/**
 * What a fit says of a row: of the probability for targets that are one of two, of each class's
 * probability for classes, else of the target itself.
 *
 * @param row its place in the table, from 0
 * @param level the class, or null
 * @param mean of the predictive distribution
 * @param sd of it
 * @param low lower end of the interval
 * @param high upper end of the interval
 * @param problem why it cannot be predicted, or null; numbers are NaN then
 */
public record PredictedRow(
    int row,
    @Nullable String level,
    double mean,
    double sd,
    double low,
    double high,
    @Nullable String problem) {
  static PredictedRow problem(int row, String problem) {
    return new PredictedRow(row, null, Double.NaN, Double.NaN, Double.NaN, Double.NaN, problem);
  }
}
