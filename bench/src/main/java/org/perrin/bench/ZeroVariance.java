package org.perrin.bench;

import java.util.Arrays;
import org.perrin.math.Matrices;

/**
 * Means and variances from exact draws with gradients of f as control variates (Mira, Solgi and
 * Imparato, 2013). Under the posterior {@code E[g] = 0} and {@code E[t s] = 1} for {@code t = a·u},
 * {@code s = a·g}, {@code ‖a‖ = 1}; where it is close to Gaussian, t and t² are nearly linear in
 * these, and what a regression on them leaves over has little variance. Cost: one regression on d +
 * 1 variables for each moment.
 */
final class ZeroVariance {
  private final double[][] u;
  private final double[][] g;

  /** Draws u and gradients g at them, a coordinate a row. */
  ZeroVariance(double[][] u, double[][] g) {
    this.u = u;
    this.g = g;
  }

  /** Two moments of {@code a·u}, and about the standard error of the first. */
  record Moments(double mean, double variance, double error) {}

  /** The moments of {@code a·u}. */
  Moments along(double[] direction) {
    double scale = Math.sqrt(Arrays.stream(direction).map(v -> v * v).sum());
    int count = u[0].length;
    double[] t = new double[count];
    double[] stein = new double[count];
    for (int j = 0; j < count; j++) {
      double s = 0;
      for (int k = 0; k < u.length; k++) {
        t[j] += direction[k] / scale * u[k][j];
        s += direction[k] / scale * g[k][j];
      }
      stein[j] = t[j] * s - 1;
    }
    double[] first = regress(t, stein);
    double mean = first[0];
    double[] squares = Arrays.stream(t).map(v -> (v - mean) * (v - mean)).toArray();
    double variance = regress(squares, stein)[0];
    return new Moments(scale * mean, scale * scale * variance, scale * first[1]);
  }

  /**
   * The intercept of the regression of {@code y} on g and {@code stein}, all of mean zero, and its
   * standard error if draws were independent.
   */
  private double[] regress(double[] y, double[] stein) {
    int p = u.length + 2;
    double[] gram = new double[p * p];
    double[] right = new double[p];
    double[] row = new double[p];
    double total = 0;
    row[0] = 1;
    for (int j = 0; j < y.length; j++) {
      for (int k = 0; k < u.length; k++) {
        row[1 + k] = g[k][j];
      }
      row[p - 1] = stein[j];
      total = Math.fma(y[j], y[j], total);
      for (int i = 0; i < p; i++) {
        right[i] += row[i] * y[j];
        for (int k = 0; k < p; k++) {
          gram[i * p + k] += row[i] * row[k];
        }
      }
    }
    double[] beta = Matrices.solve(Matrices.cholesky(gram, p), right, p);
    for (int i = 0; i < p; i++) {
      total -= beta[i] * right[i];
    }
    double residual = Math.max(0, total) / (y.length - p);
    return new double[] {beta[0], Math.sqrt(residual / y.length)};
  }
}
