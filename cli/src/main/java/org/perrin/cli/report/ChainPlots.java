package org.perrin.cli.report;

import java.util.Arrays;

/** Pictures of how chains mix, as numbers. */
final class ChainPlots {
  private ChainPlots() {}

  /** Autocorrelation at lags 0 … {@code lags}, the mean over chains. O(draws · lags). */
  static double[] autocorrelation(double[][] chains, int lags) {
    int shortest = Arrays.stream(chains).mapToInt(c -> c.length).min().orElse(0);
    double[] sum = new double[Math.min(lags, Math.max(0, shortest - 1)) + 1];
    for (double[] chain : chains) {
      double mean = Arrays.stream(chain).average().orElse(0);
      double variance = covariance(chain, mean, 0);
      for (int lag = 0; lag < sum.length; lag++) {
        double rho = variance > 0 ? covariance(chain, mean, lag) / variance : Double.NaN;
        sum[lag] += rho / chains.length;
      }
    }
    return sum;
  }

  private static double covariance(double[] chain, double mean, int lag) {
    double sum = 0;
    for (int t = lag; t < chain.length; t++) {
      sum += (chain[t] - mean) * (chain[t - lag] - mean);
    }
    return sum / chain.length;
  }

  /** How often the draws of each chain fall into each part of the ranks of all draws. */
  static int[][] ranks(double[][] chains, int bins) {
    double[] sorted = Arrays.stream(chains).flatMapToDouble(Arrays::stream).sorted().toArray();
    int[][] counts = new int[chains.length][bins];
    for (int c = 0; c < chains.length; c++) {
      for (double value : chains[c]) {
        int place = Arrays.binarySearch(sorted, value);
        int bin = (int) ((long) Math.max(0, place) * bins / sorted.length);
        counts[c][Math.min(bin, bins - 1)]++;
      }
    }
    return counts;
  }
}
