package org.perrin.diagnostics;

import java.util.Arrays;
import org.perrin.math.Scalars;

/**
 * Importance ratios whose largest are replaced by what a generalised Pareto distribution expects in
 * their place (Vehtari, Simpson, Gelman, Yao and Gabry, "Pareto smoothed importance sampling",
 * 2024). The smoothed tail has {@code min(S/5, 3 √(S/r))} of S ratios, r the share of draws that
 * are effective.
 */
public final class ParetoSmoothing {
  private static final int LEAST_TAIL = 5;
  private static final double SMALLEST = Math.log(Double.MIN_NORMAL);

  private final int tail;
  private final int draws;
  private final double[] sorted;

  /**
   * For so many draws.
   *
   * @param efficiency the share of them that is effective
   */
  public ParetoSmoothing(int draws, double efficiency) {
    if (draws < 1 || !(efficiency > 0)) {
      throw new IllegalArgumentException("%d draws of efficiency %s".formatted(draws, efficiency));
    }
    this.draws = draws;
    this.tail = (int) Math.ceil(Math.min(draws / 5.0, 3 * Math.sqrt(draws / efficiency)));
    this.sorted = new double[draws];
  }

  /** k above which an estimate from so many draws must not be trusted: {@code 1 − 1/log₁₀ S}. */
  public static double limit(int draws) {
    return Math.min(1 - 1 / Math.log10(draws), 0.7);
  }

  /**
   * Smooths log ratios in place, and scales them so that their exponentials add up to 1.
   *
   * @return k; infinite if there are too few different ratios to tell, minus infinity if all are
   *     equal
   */
  public double smooth(double[] logRatios) {
    double most = Double.NEGATIVE_INFINITY;
    double least = Double.POSITIVE_INFINITY;
    for (double v : logRatios) {
      most = Math.max(most, v);
      least = Math.min(least, v);
    }
    for (int s = 0; s < draws; s++) {
      logRatios[s] -= most;
    }
    double k = most == least ? Double.NEGATIVE_INFINITY : smoothTail(logRatios);
    double total = Scalars.logSumExp(logRatios);
    for (int s = 0; s < draws; s++) {
      logRatios[s] -= total;
    }
    return k;
  }

  private double smoothTail(double[] x) {
    System.arraycopy(x, 0, sorted, 0, draws);
    Arrays.sort(sorted);
    double cutoff = Math.max(draws > tail ? sorted[draws - tail - 1] : sorted[0], SMALLEST);
    double base = Math.exp(cutoff);
    int first = draws;
    while (first > 0 && sorted[first - 1] > cutoff) {
      first--;
    }
    double[] exceedances = new double[draws - first];
    if (exceedances.length < LEAST_TAIL) {
      return Double.POSITIVE_INFINITY;
    }
    Arrays.setAll(exceedances, j -> Math.exp(sorted[draws - exceedances.length + j]) - base);
    GeneralisedPareto fitted = GeneralisedPareto.fit(exceedances);
    if (Double.isFinite(fitted.shape())) {
      replace(x, first, base, fitted);
    }
    return fitted.shape();
  }

  /** The ratio of rank j of the tail's n becomes the quantile {@code (j + ½)/n}, at most 1. */
  private void replace(double[] x, int first, double base, GeneralisedPareto fitted) {
    int n = draws - first;
    double[] quantiles = new double[n];
    for (int j = 0; j < n; j++) {
      quantiles[j] = Math.min(0, Math.log(base + fitted.quantile((j + 0.5) / n)));
    }
    int[] seen = new int[n];
    for (int s = 0; s < draws; s++) {
      if (x[s] >= sorted[first]) {
        int place = rank(x[s], first);
        x[s] = quantiles[place - first + seen[place - first]++];
      }
    }
  }

  /** The first place of a value among the sorted ones. */
  private int rank(double value, int first) {
    int low = first;
    int high = draws - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
