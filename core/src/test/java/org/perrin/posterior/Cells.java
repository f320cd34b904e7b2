package org.perrin.posterior;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Model;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;

/**
 * Regressions on the indicators of {@value #CELLS} cells: each coefficient has a posterior of its
 * own, so exact draws come from its distribution function on a grid, and autocorrelated ones from a
 * stationary Gaussian series seen through it.
 */
record Cells(Model model, Mode mode, double[][] quantiles, double[] mean, double[] sd) {
  static final int CELLS = 10;
  private static final int GRID = 4000;

  /** Gaussian. */
  static Cells gaussian() {
    return of(Glm.linear(table(k -> 20, (k, i) -> Math.sin(i + k)), 1, Priors.normal(0, 3)));
  }

  /** One cell has two rows, both of them successes, so that little but the prior holds it. */
  static Cells rareLevel() {
    return of(
        Glm.logistic(
            table(k -> k == 0 ? 2 : 30, (k, i) -> k == 0 || i % 3 == 0 ? 1 : 0),
            Priors.normal(0, 5)));
  }

  /** No, one, two or three events a cell. */
  static Cells smallCounts() {
    return of(Glm.poisson(table(k -> 10, (k, i) -> i < k % 4 ? 1 : 0), Priors.normal(0, 3)));
  }

  /** Five degrees of freedom, hardly any data. */
  static Cells heavyTails() {
    return of(Glm.linear(table(k -> 1, (k, i) -> 0.1 * k), 20, Priors.studentT(5, 0, 1)));
  }

  private interface Response {
    double at(int cell, int row);
  }

  private static Dataset table(IntUnaryOperator rows, Response response) {
    List<double[]> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int k = 0; k < CELLS; k++) {
      for (int i = 0; i < rows.applyAsInt(k); i++) {
        double[] row = new double[CELLS];
        row[k] = 1;
        x.add(row);
        y.add(response.at(k, i));
      }
    }
    return Dataset.of(
        x.toArray(double[][]::new), y.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static Cells of(Model model) {
    Mode mode = Newton.find(model);
    double[] sd = mode.sd();
    double[][] quantiles = new double[CELLS][];
    double[] means = new double[CELLS];
    double[] sds = new double[CELLS];
    for (int k = 0; k < CELLS; k++) {
      double[] theta = mode.theta().clone();
      int coordinate = k;
      double centre = theta[k];
      double[] x = new double[20 * GRID];
      double[] density = new double[x.length];
      double least = model.potential(theta);
      double total = 0;
      double first = 0;
      double second = 0;
      for (int i = 0; i < x.length; i++) {
        x[i] = centre + 40 * sd[k] * (2.0 * i / (x.length - 1) - 1);
        theta[coordinate] = x[i];
        density[i] = i % 10 == 0 ? Math.exp(least - model.potential(theta)) : Double.NaN;
      }
      fill(density);
      for (int i = 0; i < x.length; i++) {
        total += density[i];
        first += density[i] * (x[i] - centre);
        second += density[i] * (x[i] - centre) * (x[i] - centre);
      }
      means[k] = centre + first / total;
      sds[k] = Math.sqrt(second / total - first * first / total / total);
      quantiles[k] = byNormal(x, density);
    }
    return new Cells(model, mode, quantiles, means, sds);
  }

  /** Straight lines from one computed density to the next. */
  private static void fill(double[] density) {
    for (int i = 0; i < density.length; i++) {
      if (i % 10 != 0) {
        int from = i / 10 * 10;
        double to = from + 10 < density.length ? density[from + 10] : 0;
        density[i] = density[from] + (to - density[from]) * (i - from) / 10;
      }
    }
  }

  /** The quantile of the density at {@code Φ(z)}, z on a grid from −8 to 8. */
  private static double[] byNormal(double[] x, double[] density) {
    double[] normal = new double[GRID + 1];
    for (int i = 1; i <= GRID; i++) {
      double z = 16 * (i - 0.5) / GRID - 8;
      normal[i] = normal[i - 1] + Math.exp(-z * z / 2);
    }
    double total = java.util.Arrays.stream(density).sum();
    double[] quantiles = new double[GRID + 1];
    double sum = 0;
    int at = 0;
    for (int i = 0; i <= GRID; i++) {
      double wanted = normal[i] / normal[GRID] * total;
      while (at < x.length - 1 && sum + density[at] < wanted) {
        sum += density[at++];
      }
      double step = x[1] - x[0];
      double part = density[at] > 0 ? Math.min(1, (wanted - sum) / density[at]) : 0;
      quantiles[i] = x[at] + (part - 0.5) * step;
    }
    return quantiles;
  }

  private double theta(int k, double z) {
    double place = Math.clamp((z + 8) / 16 * GRID, 0, GRID - 1e-9);
    int i = (int) place;
    return quantiles[k][i] + (place - i) * (quantiles[k][i + 1] - quantiles[k][i]);
  }

  /**
   * Four chains of draws, each correlated with the one before by about {@code rho}, moved by {@code
   * shift} standard deviations and widened.
   */
  Posterior draws(long seed, int length, double rho, double shift, double widen) {
    List<Draws.Chain> chains = new ArrayList<>();
    for (int c = 0; c < 4; c++) {
      var random = RandomStream.of(seed, c);
      double[] z = new double[CELLS];
      random.fillGaussian(z, CELLS);
      double[] values = new double[length * CELLS];
      for (int t = 0; t < length; t++) {
        for (int k = 0; k < CELLS; k++) {
          z[k] = rho * z[k] + Math.sqrt(1 - rho * rho) * random.nextGaussian();
          values[t * CELLS + k] = mean[k] + widen * (theta(k, z[k]) - mean[k]) + shift * sd[k];
        }
      }
      chains.add(Draws.Chain.of(CELLS, values));
    }
    return new Posterior(model, new Draws(model.names(), chains), mode, null);
  }
}
