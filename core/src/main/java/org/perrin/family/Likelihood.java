package org.perrin.family;

import org.jspecify.annotations.Nullable;

/**
 * How a response depends on its linear predictor η: the loss {@code ℓ(η, y) = −log p(y | η)} with
 * two derivatives and a bound on the second. That is all a generalised linear model needs. They are
 * numbers for |η| up to 10⁴ and beyond, never NaN.
 */
public interface Likelihood {
  /** As on the command line. */
  String name();

  /** ℓ. */
  double loss(double eta, double y);

  /** ℓ', by η. */
  double slope(double eta, double y);

  /** ℓ'', by η; never negative. */
  double curvature(double eta, double y);

  /** {@code sup ℓ''}, infinite where there is none. */
  double maxCurvature();

  /**
   * Whether {@code ℓ'(η, y) = a(η) + b(y)}, as with a canonical link: then differences of slopes at
   * two points need no response.
   */
  default boolean additive() {
    return false;
  }

  /** {@code E[y | η]}. */
  double mean(double eta);

  /** What is wrong with {@code y} as a response, or null. */
  @Nullable String refuse(double y);

  /** {@code out[j] = ℓ(η[j], y[j])} for the first {@code n}; here to be made faster. */
  default void losses(double[] eta, double[] y, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      out[j] = loss(eta[j], y[j]);
    }
  }

  /** {@code out[j] = ℓ'(η[j], y[j])} for the first {@code n}; here to be made faster. */
  default void slopes(double[] eta, double[] y, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      out[j] = slope(eta[j], y[j]);
    }
  }

  /** {@code out[j] = ℓ''(η[j], y[j])} for the first {@code n}; here to be made faster. */
  default void curvatures(double[] eta, double[] y, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      out[j] = curvature(eta[j], y[j]);
    }
  }
}
