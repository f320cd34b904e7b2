package org.perrin.bench;

import java.util.Arrays;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;

/**
 * Draws against a reference.
 *
 * @param meanRms root mean square over parameters of the error of the mean, in standard deviations
 * @param sdMedian median ratio of standard deviations
 * @param sdLow smallest ratio
 * @param sdHigh largest ratio
 * @param leastEss smallest bulk effective sample size
 * @param rhat largest rank-normalised split R-hat
 */
public record Accuracy(
    double meanRms, double sdMedian, double sdLow, double sdHigh, double leastEss, double rhat) {
  /** Compares. */
  public static Accuracy of(Draws draws, Reference reference) {
    int d = draws.dimension();
    double squares = 0;
    double[] ratio = new double[d];
    double ess = Double.POSITIVE_INFINITY;
    double rhat = 0;
    for (int k = 0; k < d; k++) {
      double[][] chains = draws.coordinate(k);
      double gap = (Convergence.mean(chains) - reference.mean()[k]) / reference.sd()[k];
      squares += gap * gap;
      ratio[k] = Convergence.sd(chains) / reference.sd()[k];
      ess = Math.min(ess, Convergence.essBulk(chains));
      rhat = Math.max(rhat, Convergence.rhat(chains));
    }
    Arrays.sort(ratio);
    return new Accuracy(Math.sqrt(squares / d), ratio[d / 2], ratio[0], ratio[d - 1], ess, rhat);
  }
}
