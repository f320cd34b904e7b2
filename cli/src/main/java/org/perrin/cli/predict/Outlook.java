package org.perrin.cli.predict;

/**
 * The posterior predictive distributions of some rows. For logistic models they are those of the
 * probability, for others of the target itself.
 *
 * @param mean of each row
 * @param sd of each row
 * @param low lower end of the interval
 * @param high upper end of the interval
 * @param logDensity log of the predictive density at the target, or null where there is none
 */
public record Outlook(
    double[] mean, double[] sd, double[] low, double[] high, double[] logDensity) {
  static Outlook empty(int count, boolean withTarget) {
    return new Outlook(
        new double[count],
        new double[count],
        new double[count],
        new double[count],
        withTarget ? new double[count] : null);
  }
}
