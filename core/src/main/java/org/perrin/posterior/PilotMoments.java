package org.perrin.posterior;

import org.perrin.math.Matrices;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;
import org.perrin.mode.Mode;

/**
 * Mean and covariance of pilot draws in u, the latter shrunk: its correlations by the share that
 * chance alone explains (Ledoit and Wolf, 2004), so that a pilot of a few hundred draws never makes
 * a metric worse.
 *
 * @param mean of u
 * @param covariance of u, shrunk, d × d, row-major
 * @param effective how many independent draws they are worth
 */
record PilotMoments(double[] mean, double[] covariance, double effective) {
  /** Squared length of the mean beyond chance, and mean square of log variances, that are off. */
  private static final double OFF = 0.25;

  /** Log variance of one coordinate that is off, beyond chance. */
  private static final double ALONE = 0.5;

  /** Of draws of which a share is worth an independent one. */
  static PilotMoments of(double[][] draws, double share) {
    int n = draws.length;
    int d = draws[0].length;
    double[] mean = new double[d];
    double[] covariance = new double[d * d];
    for (double[] u : draws) {
      for (int k = 0; k < d; k++) {
        mean[k] += u[k] / n;
      }
    }
    for (double[] u : draws) {
      for (int i = 0; i < d; i++) {
        for (int k = 0; k < d; k++) {
          covariance[i * d + k] += (u[i] - mean[i]) * (u[k] - mean[k]) / n;
        }
      }
    }
    shrink(covariance, d, share * n);
    return new PilotMoments(mean, covariance, share * n);
  }

  private static void shrink(double[] covariance, int d, double n) {
    double squares = 0;
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        double c = covariance[i * d + k];
        squares += i == k ? 0 : c * c / (covariance[i * d + i] * covariance[k * d + k]);
      }
    }
    double kept = squares > 0 ? Math.max(0, 1 - d * (d - 1.0) / n / squares) : 0;
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        covariance[i * d + k] *= i == k ? 1 : kept;
      }
    }
  }

  /** Whether these are not the moments of a standard normal density. */
  boolean off() {
    int d = mean.length;
    double square = 0;
    double logs = 0;
    double most = 0;
    for (int k = 0; k < d; k++) {
      double log = Math.log(covariance[k * d + k]);
      square += mean[k] * mean[k];
      logs += log * log;
      most = Math.max(most, Math.abs(log));
    }
    boolean alone = most > ALONE + 4 * Math.sqrt(2 / effective);
    return alone || !(square < OFF + 2 * d / effective && logs < OFF * d);
  }

  /** The normal density of these moments. */
  Metric metric() {
    return DenseMetric.of(mean, Matrices.cholesky(covariance, mean.length));
  }

  /** A mode's metric with these moments: {@code θ = θ̂ + L(ū + Cu)}, {@code CCᵀ} the covariance. */
  Mode move(Mode mode) {
    int d = mean.length;
    double[] theta = new double[d];
    mode.metric().toTheta(mean, theta);
    double[] lower = Matrices.cholesky(covariance, d);
    double[] factor = Matrices.multiply(mode.metric().matrix(), lower, d);
    double[] inverse = Matrices.multiply(Matrices.invertLower(lower, d), inverse(mode), d);
    var metric = DenseMetric.of(theta, factor, inverse);
    return new Mode(theta, metric, mode.passes(), mode.lastStep(), null);
  }

  /** {@code L⁻¹}, column by column. */
  private static double[] inverse(Mode mode) {
    int d = mode.dimension();
    double[] inverse = new double[d * d];
    double[] u = new double[d];
    double[] zero = new double[d];
    mode.metric().toU(new double[d], zero);
    for (int k = 0; k < d; k++) {
      double[] unit = new double[d];
      unit[k] = 1;
      mode.metric().toU(unit, u);
      for (int i = 0; i < d; i++) {
        inverse[i * d + k] = u[i] - zero[i];
      }
    }
    return inverse;
  }
}
