package org.perrin.cli.compare;

import org.perrin.draws.Draws;

/** Means and standard deviations that grow draw by draw (Welford, 1962). */
final class RunningMoments {
  private final double[] mean;
  private final double[] squares;
  private int count;

  RunningMoments(int dimension) {
    this.mean = new double[dimension];
    this.squares = new double[dimension];
  }

  /** Takes in draws {@code from ≤ t < to} of every chain, as far as it has them. */
  void add(Draws draws, int from, int to) {
    for (Draws.Chain chain : draws.chains()) {
      for (int t = from; t < Math.min(to, chain.count()); t++) {
        count++;
        for (int k = 0; k < mean.length; k++) {
          double away = chain.get(t, k) - mean[k];
          mean[k] += away / count;
          squares[k] += away * (chain.get(t, k) - mean[k]);
        }
      }
    }
  }

  int count() {
    return count;
  }

  double mean(int k) {
    return mean[k];
  }

  double sd(int k) {
    return Math.sqrt(squares[k] / (count - 1));
  }
}
