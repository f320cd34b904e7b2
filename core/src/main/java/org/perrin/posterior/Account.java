package org.perrin.posterior;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How a posterior came about: what was chosen, why, and what it cost.
 *
 * @param sampler name of the sampler that ran
 * @param exact whether its draws are those of the posterior, without bias, once it has converged
 * @param reason why it was chosen, in one line
 * @param stepSize h or ε; empty where there are no steps
 * @param subsample n, the rows of a step (N for exact samplers)
 * @param thin steps between kept draws
 * @param burnIn steps before the first
 * @param tolerance τ asked for; empty where it does not apply
 * @param inflation share by which gradient noise widens each coordinate's sd in the metric,
 *     measured; empty where nothing was measured
 * @param passes how often all rows were read
 * @param rowsRead rows looked at in sampling
 * @param seconds time by stage, in order
 * @param remarks what a user should know
 * @param doubts what speaks against the draws, the worst first; empty if nothing is known to
 * @param exactly what the exact sampler did; null for any other
 */
public record Account(
    String sampler,
    boolean exact,
    String reason,
    OptionalDouble stepSize,
    int subsample,
    int thin,
    int burnIn,
    OptionalDouble tolerance,
    double[] inflation,
    int passes,
    long rowsRead,
    Map<String, Double> seconds,
    List<String> remarks,
    List<String> doubts,
    @Nullable ExactReport exactly) {
  /** Copies what could change. */
  public Account {
    seconds = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
    remarks = List.copyOf(remarks);
    doubts = List.copyOf(doubts);
  }

  /** Of any sampler but the exact one. */
  public Account(
      String sampler,
      boolean exact,
      String reason,
      OptionalDouble stepSize,
      int subsample,
      int thin,
      int burnIn,
      OptionalDouble tolerance,
      double[] inflation,
      int passes,
      long rowsRead,
      Map<String, Double> seconds,
      List<String> remarks,
      List<String> doubts) {
    this(
        sampler, exact, reason, stepSize, subsample, thin, burnIn, tolerance, inflation, passes,
        rowsRead, seconds, remarks, doubts, null);
  }

  /** Mean inflation over coordinates; empty where nothing was measured. */
  public OptionalDouble meanInflation() {
    return Arrays.stream(inflation).average();
  }
}
