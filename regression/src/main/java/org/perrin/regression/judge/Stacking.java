package org.perrin.regression.judge;

import java.util.Arrays;

/**
 * Weights of models whose mixture predicts best (Yao, Vehtari, Simpson and Gelman, 2018): those on
 * the simplex that maximise {@code Σᵢ log Σₖ wₖ exp(eᵢₖ)}. The objective is concave; each step
 * multiplies wₖ by {@code gₖ = meanᵢ exp(eᵢₖ)/Σⱼ wⱼ exp(eᵢⱼ)} (EM for the shares of a mixture), and
 * {@code log max g} bounds what is still to be gained for a row.
 */
final class Stacking {
  private static final int MOST_STEPS = 20_000;
  private static final double GAIN = 1e-8;

  private Stacking() {}

  /** Of log densities, an array over rows for each model. */
  static double[] weights(double[][] elpd) {
    int models = elpd.length;
    int rows = elpd[0].length;
    double[][] p = new double[rows][models];
    for (int i = 0; i < rows; i++) {
      double most = Double.NEGATIVE_INFINITY;
      for (double[] one : elpd) {
        most = Math.max(most, one[i]);
      }
      for (int k = 0; k < models; k++) {
        p[i][k] = Math.exp(elpd[k][i] - most);
      }
    }
    double[] w = new double[models];
    Arrays.fill(w, 1.0 / models);
    double[] g = new double[models];
    for (int step = 0; step < MOST_STEPS; step++) {
      gradient(p, w, g);
      if (Math.log(Arrays.stream(g).max().orElse(1)) < GAIN) {
        break;
      }
      for (int k = 0; k < models; k++) {
        w[k] *= g[k];
      }
    }
    return w;
  }

  private static void gradient(double[][] p, double[] w, double[] g) {
    Arrays.fill(g, 0);
    for (double[] row : p) {
      double sum = 0;
      for (int k = 0; k < w.length; k++) {
        sum += w[k] * row[k];
      }
      for (int k = 0; k < w.length; k++) {
        g[k] += row[k] / sum / p.length;
      }
    }
  }
}
