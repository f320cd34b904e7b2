package org.perrin.diagnostics;

import java.util.Arrays;

/**
 * How much a posterior would change if its prior were a little stronger or weaker, without sampling
 * again: draws are weighted by {@code p(θ)^(α−1)} for α = 1.01 and 1/1.01, Pareto smoothed, and the
 * distribution functions with and without weights compared (Kallioinen, Paananen, Bürkner and
 * Vehtari, 2024). The distance over log₂ α is the sensitivity; above {@value #LIMIT} the prior is
 * felt.
 */
public final class PowerScaling {
  /** Above it a parameter is said to be sensitive. */
  public static final double LIMIT = 0.05;

  private static final double STEP = 1.01;

  private final double[] stronger;
  private final double[] weaker;

  /** Of the log densities of the prior at all draws. */
  public PowerScaling(double[] logPrior) {
    this.stronger = weights(logPrior, STEP - 1);
    this.weaker = weights(logPrior, 1 / STEP - 1);
  }

  private static double[] weights(double[] log, double power) {
    double[] weights = Arrays.stream(log).map(v -> power * v).toArray();
    new ParetoSmoothing(weights.length, 1).smooth(weights);
    return Arrays.stream(weights).map(Math::exp).toArray();
  }

  /** Of one parameter, its draws in the order of the prior's densities. */
  public double sensitivity(double[] draws) {
    int[] order = AscendingOrder.of(draws);
    double both = distance(draws, order, stronger) + distance(draws, order, weaker);
    return both / 2 / (Math.log(STEP) / Math.log(2));
  }

  /** The larger one of those of the distribution functions and of their complements. */
  private static double distance(double[] draws, int[] order, double[] weights) {
    double[] p = new double[order.length - 1];
    double[] q = new double[p.length];
    double[] width = new double[p.length];
    double reached = 0;
    for (int j = 0; j < p.length; j++) {
      reached += weights[order[j]];
      p[j] = (j + 1.0) / order.length;
      q[j] = Math.min(1, reached);
      width[j] = draws[order[j + 1]] - draws[order[j]];
    }
    double below = jensenShannon(p, q, width);
    Arrays.setAll(p, j -> 1 - p[j]);
    Arrays.setAll(q, j -> 1 - q[j]);
    return Math.max(below, jensenShannon(p, q, width));
  }

  /**
   * {@code √((C(P, Q) + C(Q, P))/∫(P + Q))}, {@code C(P, Q) = ∫ P log₂(2P/(P + Q)) + (Q − P)/(2 ln
   * 2)}.
   */
  static double jensenShannon(double[] p, double[] q, double[] width) {
    double sum = 0;
    double bound = 0;
    for (int j = 0; j < p.length; j++) {
      double middle = (p[j] + q[j]) / 2;
      sum += width[j] * (share(p[j], middle) + share(q[j], middle));
      bound += width[j] * (p[j] + q[j]);
    }
    return bound > 0 ? Math.sqrt(Math.max(0, sum) / Math.log(2) / bound) : 0;
  }

  private static double share(double p, double middle) {
    return p > 0 ? p * Math.log(p / middle) : 0;
  }
}
