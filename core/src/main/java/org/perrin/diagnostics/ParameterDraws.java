package org.perrin.diagnostics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The draws of one parameter, an array for each chain, and what several diagnostics need of them:
 * their order, and the normal scores of their halves. For {@link Convergence}, which tells what the
 * numbers mean.
 */
final class ParameterDraws {
  private static final int LEAST_DRAWS = 4;

  private final double[][] chains;
  private final boolean refused;
  private @Nullable SortedDraws order;
  private @Nullable SortedDraws halvesOrder;
  private @Nullable Autocovariance scores;
  private double @Nullable [][] halves;

  ParameterDraws(double[][] chains) {
    this.chains = chains;
    this.refused = refused(chains);
  }

  /** All draws in order. */
  SortedDraws order() {
    if (order == null) {
      // the middle draw of an odd number is in neither half
      order = chains[0].length % 2 == 0 ? halvesOrder() : SortedDraws.of(chains);
    }
    return order;
  }

  double essMean() {
    return refused ? Double.NaN : EffectiveSize.of(new NumberAutocovariance(halves()));
  }

  double essBulk() {
    return refused ? Double.NaN : EffectiveSize.of(scores());
  }

  double essTail() {
    return Math.min(essQuantile(0.05), essQuantile(0.95));
  }

  double essQuantile(double p) {
    double quantile = order().quantile(p);
    return refused ? Double.NaN : EffectiveSize.of(halvesOrder().cut(quantile));
  }

  double rhat() {
    if (refused) {
      return Double.NaN;
    }
    double ofRanks = plainRhat(scores());
    double[][] folded = halvesOrder().foldedScores(halvesOrder().quantile(0.5));
    return Math.max(ofRanks, plainRhat(new NumberAutocovariance(folded)));
  }

  private Autocovariance scores() {
    if (scores == null) {
      scores = new NumberAutocovariance(halvesOrder().normalScores());
    }
    return scores;
  }

  private SortedDraws halvesOrder() {
    if (halvesOrder == null) {
      halvesOrder = SortedDraws.of(halves());
    }
    return halvesOrder;
  }

  private double[][] halves() {
    if (halves == null) {
      halves = split(chains);
    }
    return halves;
  }

  /** {@code √((B/W + n − 1)/n)} with B and W the variances between and within chains. */
  private static double plainRhat(Autocovariance of) {
    int n = of.length();
    double within = of.at(0) * n / (n - 1.0);
    return Math.sqrt((n * Convergence.variance(of.means()) / within + n - 1) / n);
  }

  /** Whether there is no answer. */
  static boolean refused(double[][] chains) {
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
}
