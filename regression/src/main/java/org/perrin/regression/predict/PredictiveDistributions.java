package org.perrin.regression.predict;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The posterior predictive distributions of some rows. For logistic and multinomial models they are
 * those of a probability, for families of a quantile those of that, for others of the target
 * itself; of successes in trials where the number of trials is known, else of their probability.
 *
 * @param mean of each row
 * @param sd of each row
 * @param quantiles those asked for, from the least to the largest: an array over rows for each
 * @param logDensity log of the predictive density at the target, or null where there is none
 */
public record PredictiveDistributions(
    double[] mean, double[] sd, double[][] quantiles, double[] logDensity) {
  static PredictiveDistributions empty(int count, int quantiles, double @Nullable [] logDensity) {
    return new PredictiveDistributions(
        new double[count], new double[count], new double[quantiles][count], logDensity);
  }

  /** Lower end of the interval of each row. */
  public double[] low() {
    return quantiles[0];
  }

  /** Upper end of the interval of each row. */
  public double[] high() {
    return quantiles[quantiles.length - 1];
  }

  /** The quantiles of row j. */
  double[] quantiles(int j) {
    double[] own = new double[quantiles.length];
    Arrays.setAll(own, q -> quantiles[q][j]);
    return own;
  }
}
