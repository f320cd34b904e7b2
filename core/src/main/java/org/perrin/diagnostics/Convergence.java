package org.perrin.diagnostics;

import java.util.Arrays;

/**
 * Have the chains mixed, and what are their averages worth? Rank-normalised split R̂, effective
 * sample sizes and Monte Carlo standard errors after Vehtari, Gelman, Simpson, Carpenter and
 * Bürkner, "Rank-normalization, folding, and localization" (2021).
 *
 * <p>Every method takes one parameter, an array for each chain, all of one length. Chains are cut
 * in halves first, so that one chain which drifts disagrees with itself. Where an answer does not
 * exist (fewer than four draws, a value that is no number, a constant parameter) it is NaN. Cost:
 * sorting the draws, and their number times the autocorrelation time.
 */
public final class Convergence {
  private static final int LEAST_DRAWS = 4;

  /** {@code Φ(−1)}: the ends of a one-sigma interval. */
  private static final double ONE_SIGMA = 0.1586553;

  private Convergence() {}

  /** R̂: the larger of the R̂ of the ranks and of the ranks of the distances from the median. */
  public static double rhat(double[][] chains) {
    if (refused(chains)) {
      return Double.NaN;
    }
    double[][] split = split(chains);
    return Math.max(plainRhat(normalScores(split)), plainRhat(normalScores(folded(split))));
  }

  /** {@code √((B/W + n − 1)/n)} with B and W the variances between and within chains. */
  private static double plainRhat(double[][] chains) {
    int n = chains[0].length;
    double[] means = Arrays.stream(chains).mapToDouble(Convergence::mean).toArray();
    double within = 0;
    for (double[] chain : chains) {
      within += variance(chain) / chains.length;
    }
    return Math.sqrt((n * variance(means) / within + n - 1) / n);
  }

  /** Effective sample size in the bulk: that of the mean of the normal scores. */
  public static double essBulk(double[][] chains) {
    return refused(chains) ? Double.NaN : EffectiveSize.of(normalScores(split(chains)));
  }

  /** Effective sample size in the tails: the smaller one of the 5 % and the 95 % quantile. */
  public static double essTail(double[][] chains) {
    return Math.min(essQuantile(chains, 0.05), essQuantile(chains, 0.95));
  }

  /** Effective sample size for the mean. */
  public static double essMean(double[][] chains) {
    return refused(chains) ? Double.NaN : EffectiveSize.of(split(chains));
  }

  /** Effective sample size for a quantile: that of the mean of {@code [x ≤ quantile]}. */
  public static double essQuantile(double[][] chains, double p) {
    if (refused(chains)) {
      return Double.NaN;
    }
    double quantile = quantile(chains, p);
    return EffectiveSize.of(split(map(chains, x -> x <= quantile ? 1 : 0)));
  }

  /** Steps to an independent draw, as far as the mean goes: draws / effective sample size. */
  public static double autocorrelationTime(double[][] chains) {
    double ess = essMean(chains);
    return chains.length * chains[0].length / ess;
  }

  /** Standard error of the mean: {@code sd / √ESS}. */
  public static double mcseMean(double[][] chains) {
    return sd(chains) / Math.sqrt(essMean(chains));
  }

  /** Standard error of the standard deviation, by the delta method from that of the variance. */
  public static double mcseSd(double[][] chains) {
    if (refused(chains)) {
      return Double.NaN;
    }
    double mean = mean(pooled(chains));
    double[][] squares = map(chains, x -> (x - mean) * (x - mean));
    double second = mean(pooled(squares));
    double fourth = mean(pooled(map(squares, x -> x * x)));
    return Math.sqrt((fourth - second * second) / essMean(squares) / second / 4);
  }

  /**
   * Standard error of a quantile: half the distance between the order statistics at the one-sigma
   * ends of a beta distribution for the probability below it.
   */
  public static double mcseQuantile(double[][] chains, double p) {
    double ess = essQuantile(chains, p);
    if (Double.isNaN(ess)) {
      return Double.NaN;
    }
    double[] sorted = sorted(chains);
    double a = ess * p + 1;
    double b = ess * (1 - p) + 1;
    double low = SpecialFunctions.betaQuantile(ONE_SIGMA, a, b) * sorted.length - 1;
    double high = SpecialFunctions.betaQuantile(1 - ONE_SIGMA, a, b) * sorted.length - 1;
    int from = (int) Math.floor(Math.max(low, 0));
    int to = (int) Math.ceil(Math.min(high, sorted.length - 1));
    return (sorted[to] - sorted[from]) / 2;
  }

  /** The mean of all draws. */
  public static double mean(double[][] chains) {
    return mean(pooled(chains));
  }

  /** The standard deviation of all draws, with n − 1. */
  public static double sd(double[][] chains) {
    return Math.sqrt(variance(pooled(chains)));
  }

  /** A quantile of all draws, interpolated linearly (R's type 7). */
  public static double quantile(double[][] chains, double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException("a quantile needs 0 ≤ p ≤ 1, not " + p);
    }
    return quantile(sorted(chains), p);
  }

  static double quantile(double[] sorted, double p) {
    int n = sorted.length;
    if (n < 2 || Double.isNaN(sorted[n - 1])) {
      return n == 1 ? sorted[0] : Double.NaN;
    }
    double place = n * p + (1 - p);
    int k = (int) Math.min(Math.max(place, 1), n - 1);
    double gamma = Math.min(Math.max(place - k, 0), 1);
    return (1 - gamma) * sorted[k - 1] + gamma * sorted[k];
  }

  static double[] sorted(double[][] chains) {
    double[] all = pooled(chains);
    Arrays.sort(all);
    return all;
  }

  private static double[] pooled(double[][] chains) {
    return Arrays.stream(chains).flatMapToDouble(Arrays::stream).toArray();
  }

  static double mean(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v;
    }
    return sum / values.length;
  }

  /** With n − 1. */
  static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double v : values) {
      sum += (v - mean) * (v - mean);
    }
    return sum / (values.length - 1);
  }

  private static double[][] map(double[][] chains, java.util.function.DoubleUnaryOperator f) {
    return Arrays.stream(chains)
        .map(chain -> Arrays.stream(chain).map(f).toArray())
        .toArray(double[][]::new);
  }

  private static boolean refused(double[][] chains) {
    if (chains.length == 0) {
      throw new IllegalArgumentException("there are no chains");
    }
    int n = chains[0].length;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double[] chain : chains) {
      if (chain.length != n) {
        throw new IllegalArgumentException(
            "chains must be of one length, not %d and %d".formatted(n, chain.length));
      }
      for (double x : chain) {
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
    }
    // a NaN or an infinity among the draws makes the range one
    double range = high - low;
    return n < LEAST_DRAWS || !(range > 0) || !(range < Double.POSITIVE_INFINITY);
  }

  /** First and last half of every chain; the middle draw of an odd number belongs to neither. */
  private static double[][] split(double[][] chains) {
    int n = chains[0].length;
    double[][] halves = new double[2 * chains.length][];
    for (int c = 0; c < chains.length; c++) {
      halves[c] = Arrays.copyOf(chains[c], n / 2);
      halves[chains.length + c] = Arrays.copyOfRange(chains[c], n - n / 2, n);
    }
    return halves;
  }

  /** Distances from the median. */
  private static double[][] folded(double[][] chains) {
    double median = quantile(sorted(chains), 0.5);
    return map(chains, x -> Math.abs(x - median));
  }

  /** {@code Φ⁻¹((r − 3/8)/(S + 1/4))} with r the rank among all S draws, equal draws sharing it. */
  private static double[][] normalScores(double[][] chains) {
    // adding 0 makes −0 a 0, which the order would tell apart
    double[] sorted = Arrays.stream(sorted(chains)).map(x -> x + 0.0).toArray();
    int n = sorted.length;
    double[] scores = new double[n];
    for (int first = 0, next; first < n; first = next) {
      next = first + 1;
      while (next < n && sorted[next] == sorted[first]) {
        next++;
      }
      double rank = (first + 1 + next) / 2.0;
      double score = SpecialFunctions.normalQuantile((rank - 0.375) / (n + 0.25));
      Arrays.fill(scores, first, next, score);
    }
    return map(chains, x -> scores[Arrays.binarySearch(sorted, x + 0.0)]);
  }
}
