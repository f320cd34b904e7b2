package org.perrin.bench.truth;

/**
 * How far a marginal of draws is from the truth. It may be {@link #SHIFT} standard deviations away
 * and {@link #SHARE} wider or narrower, and as much more as {@link #ERRORS} standard errors of the
 * truth itself; the Monte Carlo error of the draws is no excuse.
 *
 * @param shift of the location, in standard deviations, without sign
 * @param ratio of the widths
 * @param excess the larger of the two in units of what is allowed: off if above 1
 */
record MarginalError(double shift, double ratio, double excess) {
  private static final double SHIFT = 0.2;
  private static final double SHARE = 0.1;
  private static final double ERRORS = 3;

  static MarginalError of(double shift, double shiftError, double ratio, double ratioError) {
    double away = Math.abs(shift);
    double byShift = away / (SHIFT + ERRORS * shiftError);
    double byRatio = Math.abs(ratio - 1) / (SHARE + ERRORS * ratioError);
    return new MarginalError(away, ratio, Math.max(byShift, byRatio));
  }

  /** Whether the draws are not those of the posterior; what is no number is not either. */
  boolean off() {
    return !(excess <= 1);
  }

  /** The larger shift and the ratio that is farther from 1, of two. */
  MarginalError or(MarginalError other) {
    boolean farther = !(Math.abs(Math.log(ratio)) >= Math.abs(Math.log(other.ratio)));
    return new MarginalError(
        Math.max(shift, other.shift),
        farther ? other.ratio : ratio,
        Math.max(excess, other.excess));
  }
}
