package org.perrin.regression.judge;

import java.util.function.IntToDoubleFunction;

/**
 * A sum over all rows of something that is known of a sample of them.
 *
 * @param sum estimated
 * @param se {@code √(N Var)} of the rows' numbers
 * @param sampling standard error of the sum from looking at a sample
 */
record EstimatedSum(double sum, double se, double sampling) {
  /**
   * By the difference estimator: {@code Σ ẽ + Σ w (e − ẽ)}, and {@code Σ e²} likewise.
   *
   * @param found e of the rows of the sample
   * @param guess ẽ of any row, 0 for no guess
   */
  static EstimatedSum of(RowSample sample, int n, double[] found, IntToDoubleFunction guess) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double g = guess.applyAsDouble(i);
      sum += g;
      squares += g * g;
    }
    double[] gap = new double[found.length];
    double[] squareGap = new double[found.length];
    for (int j = 0; j < found.length; j++) {
      double g = guess.applyAsDouble(sample.rows()[j]);
      gap[j] = found[j] - g;
      squareGap[j] = found[j] * found[j] - g * g;
    }
    double total = sum + sample.sum(gap);
    double mean = total / n;
    double variance = Math.max(0, (squares + sample.sum(squareGap)) / n - mean * mean);
    return new EstimatedSum(total, Math.sqrt(n * variance), sample.error(gap));
  }
}
