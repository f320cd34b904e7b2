package org.perrin.math;

/**
 * Distribution functions that have no closed form, to about fourteen digits: incomplete gamma and
 * beta functions by series and continued fractions (Abramowitz and Stegun, 6.5 and 26.5; the
 * fractions by Lentz's method), the normal distribution by the former, and two inverses.
 */
public final class Special {
  private static final int MOST_TERMS = 10_000;
  private static final double TINY = 1e-300;

  /** Wichura's coefficients, lowest power first: the middle, the shoulders, the far tails. */
  private static final double[][] TOP = {
    {
      3.3871328727963666080,
      1.3314166789178437745e2,
      1.9715909503065514427e3,
      1.3731693765509461125e4,
      4.5921953931549871457e4,
      6.7265770927008700853e4,
      3.3430575583588128105e4,
      2.5090809287301226727e3
    },
    {
      1.42343711074968357734,
      4.63033784615654529590,
      5.76949722146069140550,
      3.64784832476320460504,
      1.27045825245236838258,
      2.41780725177450611770e-1,
      2.27238449892691845833e-2,
      7.74545014278341407640e-4
    },
    {
      6.65790464350110377720,
      5.46378491116411436990,
      1.78482653991729133580,
      2.96560571828504891230e-1,
      2.65321895265761230930e-2,
      1.24266094738807843860e-3,
      2.71155556874348757815e-5,
      2.01033439929228813265e-7
    }
  };

  private static final double[][] BOTTOM = {
    {
      1.0,
      4.2313330701600911252e1,
      6.8718700749205790830e2,
      5.3941960214247511077e3,
      2.1213794301586595867e4,
      3.9307895800092710610e4,
      2.8729085735721942674e4,
      5.2264952788528545610e3
    },
    {
      1.0,
      2.05319162663775882187,
      1.67638483018380384940,
      6.89767334985100004550e-1,
      1.48103976427480074590e-1,
      1.51986665636164571966e-2,
      5.47593808499534494600e-4,
      1.05075007164441684324e-9
    },
    {
      1.0,
      5.99832206555887937690e-1,
      1.36929880922735805310e-1,
      1.48753612908506148525e-2,
      7.86869131145613259100e-4,
      1.84631831751005468180e-5,
      1.42151175831644588870e-7,
      2.04426310338993978564e-15
    }
  };

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

  /** z with {@code P(Z ≤ z) = p} for a standard normal: AS 241 (Wichura, 1988), 16 digits. */
  public static double normalQuantile(double p) {
    if (!(p > 0 && p < 1)) {
      return p == 0 || p == 1 ? (p - 0.5) * Double.POSITIVE_INFINITY : Double.NaN;
    }
    double q = p - 0.5;
    if (Math.abs(q) <= 0.425) {
      return q * ratio(0, 0.180625 - q * q);
    }
    double r = Math.sqrt(-StrictMath.log(q < 0 ? p : 1 - p));
    double z = r <= 5 ? ratio(1, r - 1.6) : ratio(2, r - 5);
    return q < 0 ? -z : z;
  }

  private static double ratio(int region, double r) {
    double top = 0;
    double bottom = 0;
    for (int k = 7; k >= 0; k--) {
      top = top * r + TOP[region][k];
      bottom = bottom * r + BOTTOM[region][k];
    }
    return top / bottom;
  }

  /** x with {@code P(X ≤ x) = p} for a beta variable, by halving the interval. */
  public static double betaQuantile(double p, double a, double b) {
    double low = 0;
    double high = 1;
    for (int k = 0; k < 60; k++) {
      double middle = (low + high) / 2;
      if (beta(a, b, middle) < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /**
   * {@code I_x(a, b) = P(X ≤ x)} for a beta variable: Lentz's continued fraction on the side it
   * likes.
   */
  public static double beta(double a, double b, double x) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    double front =
        StrictMath.exp(
            logGamma(a + b)
                - logGamma(a)
                - logGamma(b)
                + a * StrictMath.log(x)
                + b * StrictMath.log1p(-x));
    return x < (a + 1) / (a + b + 2)
        ? front * betaFraction(x, a, b) / a
        : 1 - front * betaFraction(1 - x, b, a) / b;
  }

  private static double betaFraction(double x, double a, double b) {
    double c = 1;
    double d = 1 / away(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int m = 1; m < MOST_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / away(1 + even * d);
      c = away(1 + even / c);
      value *= c * d;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / away(1 + odd * d);
      c = away(1 + odd / c);
      value *= c * d;
      if (Math.abs(c * d - 1) < 1e-15) {
        break;
      }
    }
    return value;
  }

  /**
   * {@code log Γ(x)} for positive x: Stirling's series above 10, recursion below. Not {@link
   * Gamma#log}, because diagnostics are to have the same bits on every processor, which {@code
   * Math.log} need not give.
   */
  static double logGamma(double x) {
    double shift = 0;
    double y = x;
    while (y < 10) {
      shift += StrictMath.log(y);
      y++;
    }
    double s = 1 / (y * y);
    double series =
        (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s / 1188)))) / y;
    return (y - 0.5) * StrictMath.log(y) - y + 0.5 * StrictMath.log(2 * Math.PI) + series - shift;
  }
}
