package org.perrin.cli.report;

import java.util.Arrays;
import org.perrin.diagnostics.AscendingOrder;

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
    double[] all = new double[Arrays.stream(chains).mapToInt(chain -> chain.length).sum()];
    int[] chain = new int[all.length];
    int at = 0;
    for (int c = 0; c < chains.length; c++) {
      System.arraycopy(chains[c], 0, all, at, chains[c].length);
      Arrays.fill(chain, at, at += chains[c].length, c);
    }
    int[][] counts = new int[chains.length][bins];
    int[] order = AscendingOrder.of(all);
    int first = 0;
    for (int place = 0; place < order.length; place++) {
      first = all[order[place]] == all[order[first]] ? first : place;
      counts[chain[order[place]]][(int) ((long) first * bins / order.length)]++;
    }
    return counts;
  }
}
