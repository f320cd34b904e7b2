package org.perrin.math;

/**
 * The normal distribution far out: Mills' ratio {@code R(v) = Φ(−v)/φ(v)}, and what follows from
 * it. From 6 on by Laplace's continued fraction {@code R = 1/(v + 1/(v + 2/(v + 3/(v + …))))},
 * below by a polynomial in {@code t = 7/3 − (40/3)/(v + 4)}, which runs from −1 to 1, cut off from
 * its series of Chebyshev's; relative errors are below 1e-14.
 */
public final class Mills {
  /** From here on the continued fraction has all digits. */
  public static final double FAR = 6;

  private static final int LEVELS = 26;
  private static final double LOG_ROOT = 0.5 * Math.log(2 * Math.PI);

  /** R by powers of t, from the highest down. */
  private static final double[] RATIO = {
    -4.611871086754573e-13,
    -1.1846620568034136e-12,
    6.876709144816559e-12,
    4.251946961934539e-11,
    -7.205779942728824e-12,
    -8.662095351044667e-10,
    -2.1429467727021697e-09,
    1.3502510238568323e-08,
    7.539282393326867e-08,
    -1.9361360198562155e-07,
    -2.0816717024626447e-06,
    4.045274779133092e-06,
    5.7602791056140035e-05,
    -0.00020532451825889926,
    -0.0013839873968257608,
    0.01539198189192404,
    -0.07291406680515147,
    0.2215654065484925,
    -0.4712257783757797,
    0.4710899708452136
  };

  private Mills() {}

  /** {@code R(v)}, v from 0 on. */
  public static double ratio(double v) {
    if (v >= FAR) {
      return 1 / (v + fraction(1, v));
    }
    double t = place(v);
    double value = RATIO[0];
    for (int k = 1; k < RATIO.length; k++) {
      value = Math.fma(value, t, RATIO[k]);
    }
    return value;
  }

  /** t. */
  private static double place(double v) {
    return 7.0 / 3 - 40.0 / 3 / (v + 4);
  }

  /** {@code from/(v + (from + 1)/(v + …))}, v from {@link #FAR} on. */
  public static double fraction(int from, double v) {
    double value = 0;
    for (int j = LEVELS; j >= from; j--) {
      value = j / (v + value);
    }
    return value;
  }

  /** φ(x). */
  public static double density(double x) {
    return Scalars.exp(-x * x / 2 - LOG_ROOT);
  }

  /** {@code log Φ(x)}. */
  public static double logNormal(double x) {
    return x < 0 ? Math.log(ratio(-x)) - x * x / 2 - LOG_ROOT : Math.log1p(-density(x) * ratio(x));
  }

  /** {@code φ(x)/Φ(x)}, the slope of {@link #logNormal}. */
  public static double hazard(double x) {
    if (x < 0) {
      return 1 / ratio(-x);
    }
    double density = density(x);
    return density / (1 - density * ratio(x));
  }

  /**
   * {@link #hazard} of the first {@code n}, to the bit; {@code out} may be {@code x}. Loops without
   * a branch, one after the other, which the compiler makes vectors of.
   */
  public static void hazards(double[] x, double[] out, int n) {
    double[] t = KernelScratch.PLACES.array(n);
    double[] ratio = KernelScratch.RATIOS.array(n);
    double[] density = KernelScratch.DENSITIES.array(n);
    for (int j = 0; j < n; j++) {
      t[j] = place(Math.abs(x[j]));
      density[j] = -x[j] * x[j] / 2 - LOG_ROOT;
      ratio[j] = RATIO[0];
    }
    // three powers at a time; there are eighteen, and a last one
    int last = RATIO.length - 1;
    for (int k = 1; k + 2 <= last; k += 3) {
      addPowers(ratio, t, RATIO[k], RATIO[k + 1], RATIO[k + 2], n);
    }
    Kernels.best().exp(density, density, n);
    double most = 0;
    for (int j = 0; j < n; j++) {
      most = Math.max(most, Math.abs(x[j]));
    }
    if (!(most < FAR)) {
      for (int j = 0; j < n; j++) {
        out[j] = hazard(x[j]);
      }
      return;
    }
    for (int j = 0; j < n; j++) {
      double r = Math.fma(ratio[j], t[j], RATIO[last]);
      double right = 0.5 + Math.copySign(0.5, x[j] + 0.0);
      double top = right * density[j] + (1 - right);
      out[j] = top / (right * (1 - density[j] * r) + (1 - right) * r);
    }
  }

  private static void addPowers(
      double[] value, double[] t, double first, double second, double third, int n) {
    for (int j = 0; j < n; j++) {
      value[j] = Math.fma(Math.fma(Math.fma(value[j], t[j], first), t[j], second), t[j], third);
    }
  }
}
