package org.perrin.cli.predict;

/** Quantiles of the distributions that targets have. */
public final class Quantiles {
  private static final double FAR = 9;
  private static final int STEPS = 18_000;

  /** Beyond it the Poisson distribution is normal, with a correction for its skewness. */
  private static final double LARGE = 500;

  /** Counts are not looked for beyond. */
  private static final double MOST = 1e6;

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
  public static double normal(double p) {
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

  /** The quantile of Student's t with 4 degrees of freedom, in closed form (Shaw, 2006). */
  public static double student4(double p) {
    double root = Math.sqrt(4 * p * (1 - p));
    double q = Math.cos(Math.acos(Math.min(1, root)) / 3) / root;
    return Math.signum(p - 0.5) * 2 * Math.sqrt(Math.max(0, q - 1));
  }

  /** The least count of a negative binomial distribution whose distribution function reaches p. */
  public static double negativeBinomial(double p, double mean, double phi) {
    double probability = Math.exp(-phi * Math.log1p(mean / phi));
    if (probability < 1e-300) {
      double sd = Math.sqrt(mean + mean * mean / phi);
      return Math.max(0, Math.rint(mean + sd * normal(p)));
    }
    double share = mean / (mean + phi);
    double cumulative = probability;
    double count = 0;
    while (cumulative < p && count < MOST) {
      probability *= (count + phi) / (count + 1) * share;
      cumulative += probability;
      count++;
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
