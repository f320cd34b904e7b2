package org.perrin.diagnostics;

import org.perrin.math.Special;

/** Student's t distribution. */
public final class StudentQuantile {
  /** Beyond so many degrees of freedom it is normal to all digits that matter. */
  private static final double NORMAL = 1e7;

  private StudentQuantile() {}

  /**
   * The t with {@code P(|T| > t) = tail}, from {@code P(|T| > t) = I_x(ν/2, 1/2)}, {@code x = ν/(ν
   * + t²)}, I the distribution function of a beta variable.
   *
   * @param freedom ν, which need not be whole
   */
  public static double quantile(double tail, double freedom) {
    if (!(freedom < NORMAL)) {
      return -Special.normalQuantile(tail / 2);
    }
    double x = Special.betaQuantile(tail, freedom / 2, 0.5);
    return Math.sqrt(freedom * (1 / x - 1));
  }
}
