package org.perrin.regression.predict;

import org.perrin.data.Dataset;
import org.perrin.family.Distribution;
import org.perrin.regression.model.ModelChoice;

/**
 * The targets of rows as they are predicted: of families of trials the number of successes, where
 * rows have the share, and weigh as much as they have trials.
 */
public record Targets(ModelChoice regression, Dataset data) {
  /** Whether there are trials to predict successes in. */
  boolean counted() {
    return regression.trials() && data.weights() != null;
  }

  /** Whether it is a probability that is predicted. */
  boolean probability() {
    return regression.binary() || regression.trials() && data.weights() == null;
  }

  /** How many trials row i has; 1 where there are none. */
  public double trials(int i) {
    return counted() ? data.weights().get(i) : 1;
  }

  /** The target of row i; NaN where it is not known. */
  public double of(int i) {
    if (data.responses() == null) {
      return Double.NaN;
    }
    double y = data.responses().get(i);
    return counted() ? Math.rint(y * trials(i)) : y;
  }

  /**
   * The log likelihood of row i, as often as it counts: of a time at which nothing had happened the
   * logarithm of {@code P(Y > t)}.
   */
  public double logLikelihood(int i, Distribution given) {
    double y = of(i);
    boolean open = regression.censored() && y < 0;
    double one = open ? Math.log(survival(given, -y)) : given.logDensity(y);
    return weight(i) * one;
  }

  /** What is left of 1 is 0 by rounding beyond 2⁻⁵³. */
  private static double survival(Distribution given, double t) {
    return Math.max(1 - given.cumulative(t), 0x1p-53);
  }

  /** How often row i counts. */
  public double weight(int i) {
    return counted() || data.weights() == null ? 1 : data.weights().get(i);
  }
}
