package org.perrin.diagnostics;

/**
 * The generalised Pareto distribution of exceedances x ≥ 0: {@code P(X > x) = (1 + k x/σ)^(−1/k)},
 * an exponential where k = 0. The larger k, the heavier the tail; moments of order 1/k and above
 * are infinite.
 *
 * @param shape k
 * @param scale σ
 */
public record GeneralisedPareto(double shape, double scale) {
  private static final double PRIOR_SPREAD = 3;
  private static final double PRIOR_COUNT = 10;
  private static final double PRIOR_SHAPE = 0.5;
  private static final int LEAST_POINTS = 30;
  private static final double NEGLIGIBLE = 10 * 0x1p-52;

  /**
   * The posterior mean of Zhang and Stephens (2009): an average over a grid of {@code b = −k/σ},
   * weighted by the profile likelihood {@code n (log(−b/k(b)) − k(b) − 1)}, {@code k(b) = mean
   * log(1 − b x)} (here with k of the opposite sign). The shape is then pulled towards ½ as if by
   * ten more numbers, which keeps it from jumping where there are few (Vehtari et al., 2024). Cost:
   * {@code 30 + √n} logarithms a number.
   *
   * @param sorted exceedances, ascending, the last above 0
   */
  public static GeneralisedPareto fit(double[] sorted) {
    int n = sorted.length;
    double[] grid = grid(sorted);
    double[] profile = new double[grid.length];
    for (int j = 0; j < grid.length; j++) {
      double k = meanLog(sorted, grid[j]);
      profile[j] = n * (Math.log(-grid[j] / k) - k - 1);
    }
    double b = average(grid, profile);
    double k = meanLog(sorted, b);
    return new GeneralisedPareto((n * k + PRIOR_COUNT * PRIOR_SHAPE) / (n + PRIOR_COUNT), -k / b);
  }

  private static double[] grid(double[] sorted) {
    int n = sorted.length;
    int points = LEAST_POINTS + (int) Math.sqrt(n);
    double quartile = sorted[(int) (n / 4.0 + 0.5) - 1];
    double[] grid = new double[points];
    for (int j = 0; j < points; j++) {
      double place = 1 - Math.sqrt(points / (j + 0.5));
      grid[j] = place / (PRIOR_SPREAD * quartile) + 1 / sorted[n - 1];
    }
    return grid;
  }

  private static double meanLog(double[] x, double b) {
    double sum = 0;
    for (double v : x) {
      sum += Math.log1p(-b * v);
    }
    return sum / x.length;
  }

  /** Of the grid by {@code exp(profile)}, points of no weight left out. */
  private static double average(double[] grid, double[] profile) {
    double most = Double.NEGATIVE_INFINITY;
    for (double p : profile) {
      most = Math.max(most, p);
    }
    double total = 0;
    for (double p : profile) {
      total += Math.exp(p - most);
    }
    double sum = 0;
    double weights = 0;
    for (int j = 0; j < grid.length; j++) {
      double weight = Math.exp(profile[j] - most) / total;
      if (weight >= NEGLIGIBLE) {
        sum += weight * grid[j];
        weights += weight;
      }
    }
    return sum / weights;
  }

  /** {@code σ ((1 − p)^(−k) − 1)/k}. */
  public double quantile(double p) {
    double log = Math.log1p(-p);
    return Math.abs(shape) < 0x1p-52 ? -scale * log : scale * Math.expm1(-shape * log) / shape;
  }
}
