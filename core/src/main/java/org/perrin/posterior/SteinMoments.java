package org.perrin.posterior;

import org.perrin.diagnostics.Convergence;
import org.perrin.diagnostics.MeanError;

/**
 * What Stein's identities say of one parameter. With {@code t = (θ − θ̄)/sd} over all draws and s
 * the derivative of f along t, {@code E[s] = 0} and {@code E[ts] = 1}. At the draws whose gradients
 * are known, {@code b = Σts / Σt²}; since the means of t and t² over all draws are 0 and 1,
 *
 * <pre>shift = mean(s − bt),   ratio² = b = mean(ts) + (1 − mean(t²)) b</pre>
 *
 * have t as a control variate: where s is linear in t, a few gradients are as good as all. Errors
 * are those of the residuals at the few draws and of θ̄ and sd over all; residuals grow with t and
 * t², so their tails are taken to be no lighter than those of t and t² over all draws.
 *
 * @param shift by how many standard deviations the mean is off
 * @param shiftError of that
 * @param ratio standard deviation of the draws over the true one
 * @param ratioError of that
 */
record SteinMoments(double shift, MeanError shiftError, double ratio, MeanError ratioError) {
  /** Below it the linearisation of the square root would promise too much. */
  private static final double LEAST_RATIO = 0.05;

  /**
   * Chains of a parameter and, at some of its draws, of its derivative.
   *
   * @param all θ at all draws
   * @param theta θ at some
   * @param slopes derivative of f by θ, the others moving along, at the same
   */
  static SteinMoments of(double[][] all, double[][] theta, double[][] slopes) {
    double mean = Convergence.mean(all);
    double sd = Convergence.sd(all);
    double[][] t = Convergence.map(theta, v -> (v - mean) / sd);
    double[][] s = Convergence.map(slopes, v -> v * sd);
    double squares = 0;
    double products = 0;
    for (int c = 0; c < t.length; c++) {
      for (int j = 0; j < t[c].length; j++) {
        squares += t[c][j] * t[c][j];
        products += t[c][j] * s[c][j];
      }
    }
    double b = products / squares;
    double[][] rest = new double[t.length][];
    double[][] curved = new double[t.length][];
    double share = (double) t[0].length / all[0].length;
    double meanSquare = squares / t[0].length / t.length;
    for (int c = 0; c < t.length; c++) {
      rest[c] = new double[t[c].length];
      curved[c] = new double[t[c].length];
      for (int j = 0; j < t[c].length; j++) {
        rest[c][j] = s[c][j] - b * t[c][j];
        curved[c][j] = t[c][j] * rest[c][j] / meanSquare;
      }
    }
    double ratio = Math.sqrt(Math.max(0, b));
    var ofMean = MeanError.of(Convergence.map(all, v -> b * (v - mean) / sd));
    var ofSquare = MeanError.of(Convergence.map(all, v -> b * (v - mean) * (v - mean) / (sd * sd)));
    return new SteinMoments(
        Convergence.mean(rest),
        MeanError.of(rest).asHeavyAs(ofMean, share).plus(ofMean),
        ratio,
        MeanError.of(curved)
            .asHeavyAs(ofSquare, share)
            .plus(ofSquare)
            .times(0.5 / Math.max(ratio, LEAST_RATIO)));
  }
}
