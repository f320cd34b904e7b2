package org.perrin.math;

/**
 * Exponential and friends with one definition for scalar and vector code, so that results do not
 * depend on the machine. Polynomials by Taylor's series on a reduced range; errors are measured in
 * the tests (at most 2 ulp where the result is a normal number).
 */
public final class Scalars {
  static final double LOG2_E = 1.4426950408889634;
  static final double LN2_HIGH = 0x1.62e42fefa0000p-1;
  static final double LN2_LOW = 0x1.cf79abc9e3b3ap-40;

  /** Adding and subtracting this rounds to an integer and leaves it in the low bits. */
  static final double ROUND = 0x1.8p52;

  static final double EXP_MAX = 709.782712893384;
  static final double EXP_MIN = -708.0;

  /** Taylor coefficients 1/13! … 1/2!, highest first. */
  static final double[] EXP = {
    1.0 / 6227020800.0,
    1.0 / 479001600.0,
    1.0 / 39916800.0,
    1.0 / 3628800.0,
    1.0 / 362880.0,
    1.0 / 40320.0,
    1.0 / 5040.0,
    1.0 / 720.0,
    1.0 / 120.0,
    1.0 / 24.0,
    1.0 / 6.0,
    0.5
  };

  /** Coefficients 1/(2k+1) of artanh, k = 17 … 1. */
  static final double[] ARTANH = new double[17];

  static {
    for (int i = 0; i < ARTANH.length; i++) {
      ARTANH[i] = 1.0 / (2 * (ARTANH.length - i) + 1);
    }
  }

  private Scalars() {}

  /**
   * {@code exp(x)}: {@code x = k ln 2 + r} with {@code |r| ≤ ln 2 / 2}, a polynomial of degree 13
   * in {@code r}, times {@code 2^k}. Below −708 the result is 0 (there is no subnormal tail), above
   * 709.78 infinity.
   */
  public static double exp(double x) {
    if (x != x) {
      return x;
    }
    if (x > EXP_MAX) {
      return Double.POSITIVE_INFINITY;
    }
    if (x < EXP_MIN) {
      return 0;
    }
    double shifted = Math.fma(x, LOG2_E, ROUND);
    double k = shifted - ROUND;
    double r = Math.fma(k, -LN2_LOW, Math.fma(k, -LN2_HIGH, x));
    double p = EXP[0];
    for (int i = 1; i < EXP.length; i++) {
      p = Math.fma(p, r, EXP[i]);
    }
    p = Math.fma(p, r * r, r) + 1;
    // 2^(k−1) and then 2, because 2^1024 is not a number though e^709.7 is
    long exponent = (Double.doubleToRawLongBits(shifted) << 52) + (1022L << 52);
    return p * Double.longBitsToDouble(exponent) * 2;
  }

  /** {@code log Σ exp(x)}, where no single exponential need be a number. */
  public static double logSumExp(double[] x) {
    double most = Double.NEGATIVE_INFINITY;
    for (double v : x) {
      most = Math.max(most, v);
    }
    if (most == Double.NEGATIVE_INFINITY) {
      return most;
    }
    double sum = 0;
    for (double v : x) {
      sum += exp(v - most);
    }
    return most + Math.log(sum);
  }

  /** {@code log} of the mean of {@code exp(x)}. */
  public static double logMeanExp(double[] x) {
    return logSumExp(x) - Math.log(x.length);
  }

  /** {@code 1 / (1 + e^{−x})}, accurate in both tails: computed from {@code e^{−|x|}}. */
  public static double expit(double x) {
    double e = exp(-Math.abs(x));
    double top = x >= 0 ? 1 : e;
    return top / (1 + e);
  }

  /** {@code log(1 + e^x)} without overflow: {@code max(x, 0) + log1p(e^{−|x|})}. */
  public static double log1pExp(double x) {
    return Math.max(x, 0) + log1pUnit(exp(-Math.abs(x)));
  }

  /**
   * {@code log(1 + e)} for {@code 0 ≤ e ≤ 1}: {@code 2 artanh(s)}, {@code s = e/(2 + e)}, by its
   * series.
   */
  static double log1pUnit(double e) {
    double s = e / (2 + e);
    double square = s * s;
    double p = ARTANH[0];
    for (int i = 1; i < ARTANH.length; i++) {
      p = Math.fma(p, square, ARTANH[i]);
    }
    return 2 * Math.fma(p * square, s, s);
  }

  /**
   * Turns predictors {@code eta[k][at]} of classes 1, 2, … into {@code exp(ηₖ)/(1 + Σ exp(η))}, η
   * of class 0 being 0, and returns {@code log(1 + Σ exp(η))}.
   */
  public static double softmax(double[][] eta, int at) {
    double most = 0;
    for (double[] one : eta) {
      most = Math.max(most, one[at]);
    }
    double total = exp(-most);
    for (double[] one : eta) {
      one[at] = exp(one[at] - most);
      total += one[at];
    }
    for (double[] one : eta) {
      one[at] /= total;
    }
    return most + Math.log(total);
  }

  /** The loss of missing by r whose expectation is least for the quantile at p. */
  public static double pinball(double p, double r) {
    return Math.max(p * r, (p - 1) * r);
  }
}
