package org.perrin.family;

import org.perrin.random.RandomStream;

/** Gamma variables by the method of Marsaglia and Tsang (2000). */
public final class GammaDraw {
  private GammaDraw() {}

  /**
   * The logarithm of a variable of mean and variance {@code shape}: small shapes give variables
   * that no number but a logarithm can hold. Below 1 by {@code G(a) = G(a + 1) U^{1/a}}.
   */
  public static double log(double shape, RandomStream random) {
    if (shape < 1) {
      return log(shape + 1, random) - random.nextExponential() / shape;
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double v = 1 + c * x;
      if (v > 0) {
        double log = 3 * Math.log(v);
        double cube = v * v * v;
        if (-random.nextExponential() < x * x / 2 + d * (1 - cube + log)) {
          return Math.log(d) + log;
        }
      }
    }
  }
}
