package org.perrin.posterior;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.perrin.data.Doubles;
import org.perrin.data.Ints;
import org.perrin.draws.Draws;
import org.perrin.draws.Transitions;
import org.perrin.dynamics.StepStatistic;
import org.perrin.model.DrawablePrior;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/** Independent draws from the prior of a model, whose rows are not looked at. O(d) a draw. */
public final class PriorSampling {
  /** The name of the sampler. */
  public static final String NAME = "prior";

  private PriorSampling() {}

  /** As many chains and draws as are asked for; log densities are those of the prior. */
  public static Posterior sample(Model model, Options options, Watcher watcher) {
    if (!(model.prior() instanceof DrawablePrior prior) || prior.improper().isPresent()) {
      throw new IllegalArgumentException("the prior of this model cannot be drawn from");
    }
    var clock = new Clock(watcher);
    Draws draws = clock.time("sampling", () -> draw(model, prior, options, watcher));
    var account =
        new Account(
            NAME,
            true,
            "draws from the prior alone",
            OptionalDouble.empty(),
            0,
            1,
            0,
            OptionalDouble.empty(),
            new double[0],
            0,
            0,
            clock.seconds(),
            List.of(),
            List.of());
    return new Posterior(model, draws, null, account);
  }

  private static Draws draw(Model model, DrawablePrior prior, Options options, Watcher watcher) {
    int d = model.dimension();
    List<Draws.Chain> chains = new ArrayList<>();
    for (int c = 0; c < options.chains(); c++) {
      Doubles values = watcher.storage().doubles((long) options.draws() * d);
      double[] logDensity = new double[options.draws()];
      var random = RandomStream.of(options.seed(), c);
      double[] theta = new double[d];
      for (int t = 0; t < options.draws(); t++) {
        prior.draw(random, theta);
        values.put((long) t * d, d, theta);
        logDensity[t] = -prior.value(theta);
      }
      var known = new Transitions(List.of(StepStatistic.LOG_DENSITY), Doubles.of(logDensity), 0, 0);
      chains.add(new Draws.Chain(d, values, null, new Ints.OnHeap(new int[0]), 0, null, known));
    }
    return new Draws(model.names(), chains);
  }
}
