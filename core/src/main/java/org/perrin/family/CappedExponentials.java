package org.perrin.family;

import org.perrin.math.Scalars;

/**
 * Exponentials that are held at ends where a loss is beyond any other number in play, so that
 * products of them stay finite.
 */
final class CappedExponentials {
  /** Largest exponent of e that depends on a row. */
  static final double MOST = 250;

  /** Where a shared parameter stops to follow its logarithm. */
  static final double FARTHEST = 50;

  private CappedExponentials() {}

  /** {@code e^x}, held at {@link #MOST}. */
  static double exp(double x) {
    return Scalars.exp(Math.min(x, MOST));
  }

  /** s, held at both ends. */
  static double log(double s) {
    return Math.max(-FARTHEST, Math.min(FARTHEST, s));
  }

  /** A positive parameter by its logarithm. */
  static double positive(double s) {
    return Scalars.exp(log(s));
  }

  /** Whether derivatives are continuous for exponents up to x and logarithms this close to s. */
  static boolean within(double x, double s, double reach) {
    return x < MOST && Math.abs(s) + reach < FARTHEST;
  }
}
