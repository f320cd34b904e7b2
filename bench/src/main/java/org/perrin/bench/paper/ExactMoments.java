package org.perrin.bench.paper;

import org.perrin.draws.Draws;

/**
 * Means and standard deviations of the exact posterior, and how far a chain is from them.
 *
 * @param mean of every parameter
 * @param sd of every parameter
 */
record ExactMoments(double[] mean, double[] sd) {
  /**
   * Errors of the first K draws for each K.
   *
   * @param mean root mean square over parameters of the error of the mean, in posterior sd
   * @param sd root mean square over parameters of {@code ln(sd / exact sd)}
   */
  record Errors(double[] mean, double[] sd) {}

  /** Follows a chain. */
  Errors errors(Draws.Chain chain, int[] counts) {
    int d = mean.length;
    double[] centre = new double[d];
    double[] squares = new double[d];
    double[] ofMean = new double[counts.length];
    double[] ofSd = new double[counts.length];
    int seen = 0;
    for (int j = 0; j < counts.length; j++) {
      for (; seen < Math.min(counts[j], chain.count()); seen++) {
        for (int k = 0; k < d; k++) {
          double before = chain.get(seen, k) - centre[k];
          centre[k] += before / (seen + 1);
          squares[k] += before * (chain.get(seen, k) - centre[k]);
        }
      }
      for (int k = 0; k < d; k++) {
        double gap = (centre[k] - mean[k]) / sd[k];
        double ratio = Math.log(Math.sqrt(squares[k] / Math.max(1, seen - 1)) / sd[k]);
        ofMean[j] += gap * gap / d;
        ofSd[j] += ratio * ratio / d;
      }
      ofMean[j] = Math.sqrt(ofMean[j]);
      ofSd[j] = Math.sqrt(ofSd[j]);
    }
    return new Errors(ofMean, ofSd);
  }
}
