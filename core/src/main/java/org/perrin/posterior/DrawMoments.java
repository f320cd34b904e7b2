package org.perrin.posterior;

import org.perrin.draws.Draws;
import org.perrin.metric.DiagonalMetric;
import org.perrin.mode.Mode;

/**
 * A centre from draws, for models of too many parameters for a mode: their means and standard
 * deviations, from about a hundred draws of each chain.
 */
public final class DrawMoments {
  private static final int EACH = 100;

  private DrawMoments() {}

  /** Means, with a diagonal metric of standard deviations (Welford, 1962). */
  public static Mode centre(Draws draws) {
    int d = draws.dimension();
    double[] mean = new double[d];
    double[] square = new double[d];
    int count = 0;
    for (Draws.Chain chain : draws.chains()) {
      int every = Math.max(1, chain.count() / EACH);
      for (int t = 0; t < chain.count(); t += every, count++) {
        double[] draw = chain.draw(t);
        for (int k = 0; k < d; k++) {
          double gap = draw[k] - mean[k];
          mean[k] += gap / (count + 1);
          square[k] += gap * (draw[k] - mean[k]);
        }
      }
    }
    double[] sd = new double[d];
    for (int k = 0; k < d; k++) {
      sd[k] = Math.sqrt(Math.max(1e-300, square[k] / Math.max(1, count - 1)));
    }
    return new Mode(mean, DiagonalMetric.of(mean, sd), 3);
  }
}
