package org.perrin.regression.predict;

import org.jspecify.annotations.Nullable;

/**
 * The posterior predictive distributions of some rows. For logistic and multinomial models they are
 * those of a probability, for others of the target itself; of successes in trials where the number
 * of trials is known, else of their probability.
 *
 * @param mean of each row
 * @param sd of each row
 * @param low lower end of the interval
 * @param high upper end of the interval
 * @param logDensity log of the predictive density at the target, or null where there is none
 */
public record PredictiveDistributions(
    double[] mean, double[] sd, double[] low, double[] high, double[] logDensity) {
  static PredictiveDistributions empty(int count, double @Nullable [] logDensity) {
    return new PredictiveDistributions(
        new double[count], new double[count], new double[count], new double[count], logDensity);
  }
}
