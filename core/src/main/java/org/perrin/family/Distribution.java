package org.perrin.family;

import org.perrin.random.RandomStream;

/**
 * The distribution of a response whose parameters are known. Quantiles and draws follow from the
 * distribution function where a family does not know better.
 */
public interface Distribution {
  /** The mean; infinite or no number where there is none. */
  double mean();

  /** What is predicted: the mean, unless the family is about another number. */
  default double centre() {
    return mean();
  }

  /** The standard deviation; infinite or no number where there is none. */
  double sd();

  /** The logarithm of the density, or of the probability if responses are whole numbers. */
  double logDensity(double y);

  /** {@code P(Y ≤ y)}. */
  double cumulative(double y);

  /** Whether responses are whole numbers. */
  default boolean whole() {
    return false;
  }

  /** The least number that responses can be, or minus infinity. */
  default double least() {
    return whole() ? 0 : Double.NEGATIVE_INFINITY;
  }

  /** The least y whose distribution function reaches p, {@code 0 < p < 1}. */
  default double quantile(double p) {
    return QuantileSearch.quantile(this, p);
  }

  /** A response drawn at random. */
  default double draw(RandomStream random) {
    return quantile(Math.max(random.nextDouble(), 0x1p-53));
  }
}
