package org.perrin.math;

/**
 * {@code log Γ} and its first three derivatives for positive arguments: Stirling's series above 10,
 * the recursion {@code Γ(x + 1) = x Γ(x)} below. Relative errors below 1e-13 (1e-14 away from the
 * zeros of the functions themselves). For likelihoods, which ask for it in every row; {@link
 * Special} has a slower {@code log Γ} of its own that is the same to the last bit on every
 * processor.
 */
public final class Gamma {
  private static final double LEAST = 10;
  private static final double[] FACTORIALS = new double[256];

  static {
    java.util.Arrays.setAll(FACTORIALS, y -> log(y + 1));
  }

  private Gamma() {}

  /** {@code log Γ(x)}. */
  public static double log(double x) {
    double product = 1;
    double y = x;
    while (y < LEAST) {
      product *= y;
      y++;
    }
    double s = 1 / (y * y);
    double series =
        (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s / 1188)))) / y;
    double stirling = (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series;
    return stirling - Math.log(product);
  }

  /** {@code log y!} of a whole number; small ones, which most counts are, are looked up. */
  public static double logFactorial(double y) {
    return y < FACTORIALS.length ? FACTORIALS[(int) y] : log(y + 1);
  }

  /** ψ, the derivative of {@link #log}. */
  public static double digamma(double x) {
    double shift = 0;
    double y = x;
    while (y < LEAST) {
      shift += 1 / y;
      y++;
    }
    double s = 1 / (y * y);
    double series =
        s
            * (1.0 / 12
                - s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132 - s / 47.4)))));
    return Math.log(y) - 0.5 / y - series - shift;
  }

  /** ψ', the derivative of {@link #digamma}. */
  public static double trigamma(double x) {
    double shift = 0;
    double y = x;
    while (y < LEAST) {
      shift += 1 / (y * y);
      y++;
    }
    double s = 1 / (y * y);
    double series =
        s
            / y
            * (1.0 / 6
                - s * (1.0 / 30 - s * (1.0 / 42 - s * (1.0 / 30 - s * (5.0 / 66 - s / 3.95)))));
    return 1 / y + 0.5 * s + series + shift;
  }

  /** ψ'', the derivative of {@link #trigamma}. */
  public static double tetragamma(double x) {
    double shift = 0;
    double y = x;
    while (y < LEAST) {
      shift += 2 / (y * y * y);
      y++;
    }
    double s = 1 / (y * y);
    double series =
        s
            * s
            * (0.5
                - s
                    * (1.0 / 6
                        - s
                            * (1.0 / 6
                                - s * (0.3 - s * (5.0 / 6 - s * (691.0 / 210 - s * 17.5))))));
    return -s - s / y - series - shift;
  }
}
