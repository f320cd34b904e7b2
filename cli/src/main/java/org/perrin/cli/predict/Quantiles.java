package org.perrin.cli.predict;

/** Quantiles of the distributions that targets have. */
final class Quantiles {
  private static final double FAR = 9;
  private static final int STEPS = 18_000;

  /** Beyond it the Poisson distribution is normal, with a correction for its skewness. */
  private static final double LARGE = 500;

  private static final double[] NORMAL = normal();

  private Quantiles() {}

  /** The normal distribution function on a grid, by Simpson's rule: good to 12 digits. */
  private static double[] normal() {
    double[] cumulative = new double[STEPS + 1];
    double step = 2 * FAR / STEPS;
    for (int k = 0; k < STEPS; k++) {
      double a = -FAR + k * step;
      double area = density(a) + 4 * density(a + step / 2) + density(a + step);
      cumulative[k + 1] = cumulative[k] + step / 6 * area;
    }
    return cumulative;
  }

  private static double density(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /** The standard normal quantile for {@code 0 < p < 1}, to six digits. */
  static double normal(double p) {
    int at = java.util.Arrays.binarySearch(NORMAL, p);
    int low = Math.clamp(at >= 0 ? at : -at - 2, 0, STEPS - 1);
    double share = (p - NORMAL[low]) / (NORMAL[low + 1] - NORMAL[low]);
    return -FAR + (low + Math.clamp(share, 0, 1)) * 2 * FAR / STEPS;
  }

  /** The least count whose distribution function reaches p. */
  static double poisson(double p, double rate) {
    if (!(rate < LARGE)) {
      double z = normal(p);
      return Math.max(0, Math.rint(rate + Math.sqrt(rate) * z + (z * z - 1) / 6));
    }
    double probability = Math.exp(-rate);
    double cumulative = probability;
    double count = 0;
    while (cumulative < p && count < 3 * LARGE) {
      count++;
      probability *= rate / count;
      cumulative += probability;
    }
    return count;
  }

  /** {@code log y!}: exact for small y, by Stirling's series beyond. */
  static double logFactorial(double y) {
    if (y < 20) {
      double product = 1;
      for (int k = 2; k <= y; k++) {
        product *= k;
      }
      return Math.log(product);
    }
    double x = y + 1;
    return (x - 0.5) * Math.log(x)
        - x
        + 0.5 * Math.log(2 * Math.PI)
        + 1 / (12 * x)
        - 1 / (360 * x * x * x);
  }
}
