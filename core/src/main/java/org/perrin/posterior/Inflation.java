package org.perrin.posterior;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.sampler.RunningChain;

/**
 * By which share gradient noise widened each coordinate, measured along the chains: noise of
 * variance V_k makes it {@code (h/8) V_k / (1 − h/4)}.
 *
 * @param shares one for each coordinate; empty if nothing was measured
 */
record Inflation(double[] shares) {
  /** By how many τ noise may widen a single coordinate. */
  static final double MOST_WORST = 10;

  /** By how many τ it may widen all of them on average: measuring has its own error. */
  private static final double MOST_MEAN = 1.5;

  static Inflation of(List<RunningChain> chains, double h) {
    double[] sum = {};
    long steps = 0;
    for (RunningChain chain : chains) {
      double[] noise = chain.workspace().noise();
      steps += chain.workspace().measured();
      sum = sum.length == 0 ? new double[noise.length] : sum;
      for (int k = 0; k < noise.length; k++) {
        sum[k] += noise[k];
      }
    }
    if (steps == 0) {
      return new Inflation(new double[0]);
    }
    for (int k = 0; k < sum.length; k++) {
      sum[k] *= h / 8 / (1 - h / 4) / steps;
    }
    return new Inflation(sum);
  }

  /** What is wrong at a tolerance, or null; the first {@code single} are looked at one by one. */
  @Nullable String trouble(double tolerance, int single) {
    double mean = Arrays.stream(shares).average().orElse(0);
    double worst = Arrays.stream(shares).limit(single).max().orElse(0);
    if (mean <= MOST_MEAN * tolerance && worst <= MOST_WORST * tolerance) {
      return null;
    }
    return "gradient noise widens standard deviations by %.1f %% on average and %.1f %% at worst, where %s %% was asked for"
        .formatted(100 * mean, 100 * worst, Sampling.percent(tolerance));
  }
}
