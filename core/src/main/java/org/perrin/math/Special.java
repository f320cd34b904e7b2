package org.perrin.math;

/**
 * Distribution functions that have no closed form, to about fourteen digits: incomplete gamma and
 * beta functions by series and continued fractions (Abramowitz and Stegun, 6.5 and 26.5; the
 * fractions by Lentz's method), and the normal distribution by the former.
 */
public final class Special {
  private static final int MOST_TERMS = 10_000;
  private static final double TINY = 1e-300;

  private Special() {}

  /** {@code P(a, x)}, the distribution function of a gamma variable of shape a. */
  public static double gamma(double a, double x) {
    if (!(x > 0)) {
      return 0;
    }
    if (x == Double.POSITIVE_INFINITY) {
      return 1;
    }
    return x < a + 1 ? series(a, x) : 1 - fraction(a, x);
  }

  /** {@code Q(a, x) = 1 − P(a, x)}, with its own digits. */
  public static double gammaAbove(double a, double x) {
    if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
      return x > 0 ? 0 : 1;
    }
    if (x == Double.POSITIVE_INFINITY) {
      return 0;
    }
    return x < a + 1 ? 1 - series(a, x) : fraction(a, x);
  }

  private static double front(double a, double x) {
    return Math.exp(a * Math.log(x) - x - Gamma.log(a));
  }

  /** {@code x^a e^{−x}/Γ(a) Σ x^k/(a(a+1)…(a+k))}. */
  private static double series(double a, double x) {
    double term = 1 / a;
    double sum = term;
    for (int k = 1; k < MOST_TERMS && term > sum * 1e-17; k++) {
      term *= x / (a + k);
      sum += term;
    }
    return Math.min(1, sum * front(a, x));
  }

  /** {@code x^a e^{−x}/Γ(a) · 1/(x + 1 − a − 1(1−a)/(x + 3 − a − …))}. */
  private static double fraction(double a, double x) {
    double b = x + 1 - a;
    double c = 1 / TINY;
    double d = 1 / b;
    double product = d;
    for (int k = 1; k < MOST_TERMS; k++) {
      double top = -k * (k - a);
      b += 2;
      d = 1 / away(top * d + b);
      c = away(b + top / c);
      product *= d * c;
      if (Math.abs(d * c - 1) < 1e-16) {
        break;
      }
    }
    return Math.min(1, product * front(a, x));
  }

  private static double away(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  /** The standard normal distribution function. */
  public static double normal(double z) {
    double tail = 0.5 * gammaAbove(0.5, z * z / 2);
    return z < 0 ? tail : 1 - tail;
  }

  /**
   * Its quantile, {@code 0 < p < 1}: a rational start (Abramowitz and Stegun, 26.2.23), refined.
   */
  public static double normalQuantile(double p) {
    double tail = Math.min(p, 1 - p);
    if (!(tail > 0)) {
      return p == 0 || p == 1 ? (p - 0.5) * Double.POSITIVE_INFINITY : Double.NaN;
    }
    double t = Math.sqrt(-2 * Math.log(tail));
    double x =
        t
            - (2.515517 + t * (0.802853 + t * 0.010328))
                / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for (int k = 0; k < 3; k++) {
      double off = normal(-x) - tail;
      double u = off * Math.sqrt(2 * Math.PI) * Math.exp(x * x / 2);
      x += u / (1 - x * u / 2);
    }
    return p < 0.5 ? -x : x;
  }

  /** {@code I_x(a, b)}, the distribution function of a beta variable. */
  public static double beta(double a, double b, double x) {
    if (!(x > 0)) {
      return 0;
    }
    if (!(x < 1)) {
      return 1;
    }
    double front =
        Math.exp(
            Gamma.log(a + b) - Gamma.log(a) - Gamma.log(b) + a * Math.log(x) + b * Math.log1p(-x));
    return x < (a + 1) / (a + b + 2)
        ? front * betaFraction(a, b, x) / a
        : 1 - front * betaFraction(b, a, 1 - x) / b;
  }

  private static double betaFraction(double a, double b, double x) {
    double c = 1;
    double d = 1 / away(1 - (a + b) * x / (a + 1));
    double product = d;
    for (int m = 1; m < MOST_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / away(1 + even * d);
      c = away(1 + even / c);
      product *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / away(1 + odd * d);
      c = away(1 + odd / c);
      product *= d * c;
      if (Math.abs(d * c - 1) < 1e-16) {
        break;
      }
    }
    return product;
  }
}
