package org.perrin.math;

/**
 * The normal distribution far out: Mills' ratio {@code R(v) = Φ(−v)/φ(v)}, and what follows from
 * it. From 6 on by Laplace's continued fraction {@code R = 1/(v + 1/(v + 2/(v + 3/(v + …))))},
 * below by Chebyshev's polynomials in {@code t = 7/3 − (40/3)/(v + 4)}, which runs from −1 to 1;
 * relative errors are below 1e-14.
 */
public final class Mills {
  /** From here on the continued fraction has all digits. */
  public static final double FAR = 6;

  private static final int LEVELS = 26;
  private static final double LOG_ROOT = 0.5 * Math.log(2 * Math.PI);

  private static final double[] CHEBYSHEV = {
    0.58758156477236,
    -0.5267458105321893,
    0.11838414366675154,
    -0.01864277127261911,
    0.00188634197694817,
    -8.047986803996879e-05,
    -6.17922822152951e-06,
    8.307596303728062e-07,
    2.8221128412007793e-08,
    -7.362425140020817e-09,
    -3.0795850206113616e-10,
    6.684281383272349e-11,
    5.261019749327899e-12,
    -5.172116896542361e-13,
    -8.635986176089695e-14,
    1.043169964524695e-15,
    1.1349026600259408e-15,
    7.150375943921108e-17,
    -9.03825421755534e-18,
    -1.7592892024057665e-18
  };

  private Mills() {}

  /** {@code R(v)}, v from 0 on. */
  public static double ratio(double v) {
    if (v >= FAR) {
      return 1 / (v + fraction(1, v));
    }
    double t = 7.0 / 3 - 40.0 / 3 / (v + 4);
    double above = 0;
    double here = 0;
    for (int j = CHEBYSHEV.length - 1; j > 0; j--) {
      double next = 2 * t * here - above + CHEBYSHEV[j];
      above = here;
      here = next;
    }
    return t * here - above + CHEBYSHEV[0];
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
}
