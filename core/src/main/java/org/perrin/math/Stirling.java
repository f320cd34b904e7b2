package org.perrin.math;

/**
 * What the main part of Stirling's formula leaves of the gamma function, {@code S(t) = log Γ(x) − x
 * log x + x} at {@code x = e^t}, with three derivatives by t. Differences of log-gamma functions
 * lose their digits where x is large; this does not: it is {@code ½ log 2π − t/2 + 1/(12x) − …}
 * there, and −t where x is next to nothing.
 */
public final class Stirling {
  /** {@code sup |S'|}, {@code sup |S''|} and {@code sup |S'''|}, rounded up; S' is negative. */
  public static final double[] MOST = {Double.POSITIVE_INFINITY, 1, 0.11498, 0.046965};

  /** Where the series takes over, x = 20. */
  private static final double LARGE = 3;

  private static final double TINY = -37;

  /** {@code B₂ⱼ/(2j(2j−1))}. */
  private static final double[] SERIES = {
    1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360
  };

  private Stirling() {}

  /** The derivative of order k at t, k from 0 to 3. */
  public static double of(int k, double t) {
    if (t < TINY) {
      return k == 0 ? -t : k == 1 ? -1 : 0;
    }
    return t > LARGE ? series(k, t) : direct(k, t);
  }

  private static double series(int k, double t) {
    double x = Scalars.exp(-t);
    double square = x * x;
    double power = x;
    double sum = k == 0 ? 0.5 * Math.log(2 * Math.PI) - t / 2 : k == 1 ? -0.5 : 0;
    for (int j = 0; j < SERIES.length; j++) {
      int exponent = -(2 * j + 1);
      double factor = 1;
      for (int i = 0; i < k; i++) {
        factor *= exponent;
      }
      sum += factor * SERIES[j] * power;
      power *= square;
    }
    return sum;
  }

  private static double direct(int k, double t) {
    double x = Scalars.exp(t);
    if (k == 0) {
      return Gamma.log(x) - x * t + x;
    }
    double first = x * (Gamma.digamma(x) - t);
    if (k == 1) {
      return first;
    }
    double bent = x * x * Gamma.trigamma(x);
    return k == 2 ? first + bent - x : first + 3 * bent - 2 * x + x * x * x * Gamma.tetragamma(x);
  }
}
