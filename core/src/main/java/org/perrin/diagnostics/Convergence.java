package org.perrin.diagnostics;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.perrin.math.Special;

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
  /** {@code Φ(−1)}: the ends of a one-sigma interval. */
  private static final double ONE_SIGMA = 0.1586553;

  private Convergence() {}

  /** R̂: the larger of the R̂ of the ranks and of the ranks of the distances from the median. */
  public static double rhat(double[][] chains) {
    return new ParameterDraws(chains).rhat();
  }

  /** Effective sample size in the bulk: that of the mean of the normal scores. */
  public static double essBulk(double[][] chains) {
    return new ParameterDraws(chains).essBulk();
  }

  /** Effective sample size in the tails: the smaller one of the 5 % and the 95 % quantile. */
  public static double essTail(double[][] chains) {
    return new ParameterDraws(chains).essTail();
  }

  /** Effective sample size for the mean. */
  public static double essMean(double[][] chains) {
    return new ParameterDraws(chains).essMean();
  }

  /** Effective sample size for a quantile: that of the mean of {@code [x ≤ quantile]}. */
  public static double essQuantile(double[][] chains, double p) {
    return new ParameterDraws(chains).essQuantile(p);
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
    double mean = mean(chains);
    double[][] squares = map(chains, x -> (x - mean) * (x - mean));
    double second = mean(squares);
    double fourth = mean(map(squares, x -> x * x));
    double ess = ParameterDraws.refused(chains) ? Double.NaN : essMean(squares);
    return Math.sqrt((fourth - second * second) / ess / second / 4);
  }

  /**
   * Standard error of a quantile: half the distance between the order statistics at the one-sigma
   * ends of a beta distribution for the probability below it.
   */
  public static double mcseQuantile(double[][] chains, double p) {
    var parameter = new ParameterDraws(chains);
    double ess = parameter.essQuantile(p);
    if (Double.isNaN(ess)) {
      return Double.NaN;
    }
    SortedDraws order = parameter.order();
    double a = ess * p + 1;
    double b = ess * (1 - p) + 1;
    double low = Special.betaQuantile(ONE_SIGMA, a, b) * order.size() - 1;
    double high = Special.betaQuantile(1 - ONE_SIGMA, a, b) * order.size() - 1;
    int from = (int) Math.floor(Math.max(low, 0));
    int to = (int) Math.ceil(Math.min(high, order.size() - 1));
    return (order.at(to) - order.at(from)) / 2;
  }

  /** The mean of all draws. */
  public static double mean(double[]... chains) {
    double sum = 0;
    long n = 0;
    for (double[] chain : chains) {
      for (double v : chain) {
        sum += v;
      }
      n += chain.length;
    }
    return sum / n;
  }

  /** The standard deviation of all draws, with n − 1. */
  public static double sd(double[][] chains) {
    return Math.sqrt(variance(chains));
  }

  /** With n − 1. */
  static double variance(double[]... chains) {
    double mean = mean(chains);
    double sum = 0;
    long n = 0;
    for (double[] chain : chains) {
      for (double v : chain) {
        sum += (v - mean) * (v - mean);
      }
      n += chain.length;
    }
    return sum / (n - 1);
  }

  /** A quantile of all draws, interpolated linearly (R's type 7). */
  public static double quantile(double[][] chains, double p) {
    return SortedDraws.of(chains).quantile(p);
  }

  /** The same chains with every number mapped. */
  public static double[][] map(double[][] chains, DoubleUnaryOperator f) {
    return Arrays.stream(chains)
        .map(chain -> Arrays.stream(chain).map(f).toArray())
        .toArray(double[][]::new);
  }
}
