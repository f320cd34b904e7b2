package org.perrin.posterior;

import org.perrin.metric.ArrowMetric;
import org.perrin.mode.Mode;

/**
 * The groups of a model, as the natural sampler sees them.
 *
 * @param count J; 0 for a model without groups
 * @param single how many parameters are no group's: of those noise is measured one by one, as a
 *     group is in too few steps for that
 * @param open ω, the share of a group that data leave open
 */
record PooledGroups(int count, int single, double open) {
  /** The scale of fewer is too skew for a step of ½: with 3 groups sds were 6 % short. */
  private static final int LEAST = 5;

  /** By how many τ of its standard deviations the scale of groups may be off. */
  private static final double MOST_SHIFT = 5;

  static PooledGroups of(Mode mode) {
    int d = mode.dimension();
    return mode.metric() instanceof ArrowMetric arrow
        ? new PooledGroups(d - arrow.shared(), arrow.shared(), arrow.pooled())
        : new PooledGroups(0, d, 0);
  }

  boolean tooFew() {
    return count > 0 && count < LEAST;
  }

  /**
   * What of τ is left where there are many groups. Noise that widens every one of J by a share δ
   * moves what they have in common: with ω the share of a group that data leave open, the logarithm
   * of their scale by ωδ, which is known to 1/√(2J), and that of the noise of N rows by (1 −
   * ω)δJ/N, known to 1/√(2N). Both shifts are held to {@link #MOST_SHIFT} of τ in standard
   * deviations (measured with δ = 1 %, J = 2,000: 0.6 with ω near 1, 0.1 with N = 40,000 and ω near
   * 0).
   */
  double share(int rows) {
    double groups = count;
    double ofScale = open * Math.sqrt(2 * groups);
    double ofNoise = (1 - open) * groups * Math.sqrt(2.0 / rows);
    return Math.min(1, MOST_SHIFT / Math.max(ofScale, ofNoise));
  }
}
