package org.perrin.bench.truth;

import org.perrin.diagnostics.Convergence;

/**
 * One parameter of a posterior: where it is and how wide, each with its Monte Carlo standard error,
 * which is 0 for integrals. The width between quartiles is given as that of a normal, {@code IQR /
 * 1.349}; quartiles that are not known are NaN.
 */
record Marginal(
    double mean,
    double meanError,
    double sd,
    double sdError,
    double median,
    double medianError,
    double width,
    double widthError) {
  /** The distance between the quartiles of a standard normal. */
  private static final double QUARTILES = 1.3489795003921634;

  /** Of a parameter whose moments are known exactly. */
  static Marginal exact(double mean, double sd) {
    return new Marginal(mean, 0, sd, 0, Double.NaN, 0, Double.NaN, 0);
  }

  /** Of a parameter whose moments and quartiles are known exactly. */
  static Marginal exact(double mean, double sd, double[] quartiles) {
    double width = (quartiles[2] - quartiles[0]) / QUARTILES;
    return new Marginal(mean, 0, sd, 0, quartiles[1], 0, width, 0);
  }

  /** Of draws, an array for each chain. */
  static Marginal of(double[][] chains) {
    double low = Convergence.mcseQuantile(chains, 0.25);
    double high = Convergence.mcseQuantile(chains, 0.75);
    Marginal plain = estimate(chains);
    return new Marginal(
        plain.mean,
        Convergence.mcseMean(chains),
        plain.sd,
        Convergence.mcseSd(chains),
        plain.median,
        Convergence.mcseQuantile(chains, 0.5),
        plain.width,
        Math.hypot(low, high) / QUARTILES);
  }

  /** The same without the errors, for chains of any length. */
  static Marginal estimate(double[][] chains) {
    double low = Convergence.quantile(chains, 0.25);
    double high = Convergence.quantile(chains, 0.75);
    return exact(
        Convergence.mean(chains),
        Convergence.sd(chains),
        new double[] {low, Convergence.quantile(chains, 0.5), high});
  }
}
