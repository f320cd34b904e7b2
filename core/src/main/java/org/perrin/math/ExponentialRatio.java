package org.perrin.math;

/**
 * {@code b(μ) = μ/(e^μ − 1)}, μ from 0 on; below ½, where the difference would lose digits, by its
 * series {@code 1 − μ/2 + Σ B₂ₖ μ²ᵏ/(2k)!} of Bernoulli's numbers. Relative errors are below 1e-15.
 */
public final class ExponentialRatio {
  private static final double NEAR = 0.5;

  /** Of powers of μ², from the highest down. */
  private static final double[] SERIES = {
    1.0 / 74724249600L,
    -691.0 / 1307674368000L,
    1.0 / 47900160,
    -1.0 / 1209600,
    1.0 / 30240,
    -1.0 / 720,
    1.0 / 12
  };

  private ExponentialRatio() {}

  /** b. */
  public static double of(double mu) {
    return mu < NEAR ? near(mu) : mu / (Scalars.exp(mu) - 1);
  }

  private static double near(double mu) {
    double square = mu * mu;
    double p = SERIES[0];
    for (int k = 1; k < SERIES.length; k++) {
      p = Math.fma(p, square, SERIES[k]);
    }
    return Math.fma(p, square, 1 - mu / 2);
  }

  /** Puts {@code −b(μ)}, with the bits of {@link #of}, in place of each μ whose y is not 0. */
  public static void replace(double[] mu, double[] y, int n) {
    double[] power = KernelScratch.POWERS.array(n);
    Kernels.best().exp(mu, power, n);
    for (int j = 0; j < n; j++) {
      double at = mu[j];
      double b = at < NEAR ? near(at) : at / (power[j] - 1);
      mu[j] = y[j] == 0 ? at : -b;
    }
  }
}
