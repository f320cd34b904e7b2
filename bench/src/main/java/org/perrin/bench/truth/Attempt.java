package org.perrin.bench.truth;

import org.perrin.Perrin;
import org.perrin.draws.Draws;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.posterior.Trust;

/**
 * A problem sampled once, as a user would who sets nothing but a seed.
 *
 * @param seed of the run
 * @param sampler that was chosen, or what went wrong
 * @param level of the headline; bad where nothing came back
 * @param gap the farthest of all parameters
 * @param parameter that is farthest off
 * @param failure what was thrown, or null
 */
record Attempt(
    long seed,
    String sampler,
    Trust.Level level,
    MarginalError gap,
    String parameter,
    String failure) {
  private static final MarginalError NONE = new MarginalError(Double.NaN, Double.NaN, Double.NaN);

  static Attempt of(Problem problem, Answer answer, long seed) {
    Posterior posterior;
    try {
      posterior = Perrin.sample(problem.model(), Options.standard().seed(seed));
    } catch (RuntimeException e) {
      return new Attempt(seed, "none", Trust.Level.BAD, NONE, "", e.toString());
    }
    return of(problem, answer, seed, posterior);
  }

  static Attempt of(Problem problem, Answer answer, long seed, Posterior posterior) {
    Draws draws = posterior.draws();
    MarginalError worst = gap(problem, answer, draws, 0);
    MarginalError all = worst;
    int at = 0;
    for (int k = 1; k < draws.dimension(); k++) {
      MarginalError gap = gap(problem, answer, draws, k);
      if (!(gap.excess() <= worst.excess())) {
        worst = gap;
        at = k;
      }
      all = all.or(gap);
    }
    return new Attempt(
        seed,
        posterior.account().sampler(),
        posterior.trust().level(),
        all,
        draws.names().get(at),
        null);
  }

  private static MarginalError gap(Problem problem, Answer answer, Draws draws, int k) {
    return problem
        .measure()
        .between(answer.marginals().get(k), Marginal.estimate(draws.coordinate(k)));
  }

  /** Whether the headline warns, which excuses any answer; that nothing was measured does not. */
  boolean warned() {
    return failure == null && (level == Trust.Level.CAUTION || level == Trust.Level.BAD);
  }

  /** Right, or said to be wrong. */
  boolean holds() {
    return failure == null && (warned() || !gap.off());
  }
}
