package org.perrin.diagnostics;

/**
 * How far the mean of correlated, perhaps skewed and heavy-tailed numbers may be off. Its standard
 * error counts effective draws, never more of them than there are. The degrees of freedom ν say
 * what the error is worth itself: a variance estimated from n draws with kurtosis κ has the
 * relative variance {@code (κ − 1)/n}, that of a chi-square over its ν degrees of freedom {@code
 * 2/ν}, so {@code ν = 2n/(κ − 1)}: n for normal numbers, few for heavy tails.
 *
 * @param error standard error
 * @param freedom ν
 * @param skewness of the mean: that of the numbers over √n
 */
public record MeanError(double error, double freedom, double skewness) {
  /** Of the mean of all numbers of chains of one length. */
  public static MeanError of(double[][] chains) {
    double mean = Convergence.mean(chains);
    double[] moments = new double[5];
    long n = 0;
    for (double[] chain : chains) {
      for (double v : chain) {
        double gap = v - mean;
        moments[2] += gap * gap;
        moments[3] += gap * gap * gap;
        moments[4] += gap * gap * gap * gap;
      }
      n += chain.length;
    }
    double variance = moments[2] / n;
    if (variance == 0) {
      return new MeanError(0, Double.POSITIVE_INFINITY, 0);
    }
    double ess = Convergence.essMean(chains);
    double size = Double.isNaN(ess) ? n : Math.min(n, ess);
    double kurtosis = moments[4] / n / (variance * variance);
    return new MeanError(
        Math.sqrt(variance * n / (n - 1) / size),
        Math.max(1, Math.min(size - 1, 2 * size / (kurtosis - 1))),
        moments[3] / n / Math.pow(variance, 1.5) / Math.sqrt(size));
  }

  /**
   * With no more degrees of freedom than numbers have whose tails are as heavy as those behind
   * another mean, of which these are a {@code share}: few numbers show less of their tails than
   * there is.
   */
  public MeanError asHeavyAs(MeanError other, double share) {
    return new MeanError(error, Math.max(1, Math.min(freedom, share * other.freedom)), skewness);
  }

  /** Of a multiple of the mean. */
  public MeanError times(double factor) {
    return new MeanError(Math.abs(factor) * error, freedom, factor < 0 ? -skewness : skewness);
  }

  /** Of the sum with an independent mean; ν after Satterthwaite (1946). */
  public MeanError plus(MeanError other) {
    double total = Math.hypot(error, other.error);
    if (total == 0) {
      return this;
    }
    double one = error / total;
    double two = other.error / total;
    return new MeanError(
        total,
        1 / (Math.pow(one, 4) / freedom + Math.pow(two, 4) / other.freedom),
        Math.pow(one, 3) * skewness + Math.pow(two, 3) * other.skewness);
  }

  /**
   * By how many standard errors a mean lies from where it should be, made smaller where skewness
   * explains part of it: the smaller one of t and Hall's (1992) transformation {@code t + γt²/3 +
   * γ²t³/27 + γ/6}, zero where they differ in sign. The mean of numbers whose rare large values are
   * missing by chance is off, and its error too small; this is what the correction is for.
   */
  public double significance(double gap) {
    if (gap == 0) {
      return 0;
    }
    double t = gap / error;
    double cubed = t + skewness * t * t / 3 + skewness * skewness * t * t * t / 27 + skewness / 6;
    double hall = Double.isNaN(cubed) ? t : cubed;
    return t * hall <= 0 ? 0 : Math.min(Math.abs(t), Math.abs(hall));
  }
}
