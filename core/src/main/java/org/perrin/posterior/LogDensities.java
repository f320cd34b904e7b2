package org.perrin.posterior;

import java.util.ArrayList;
import java.util.List;
import org.perrin.data.Doubles;
import org.perrin.draws.Draws;
import org.perrin.draws.Transitions;
import org.perrin.dynamics.StepStatistic;
import org.perrin.gradient.Remote;
import org.perrin.math.Parallel;
import org.perrin.model.Model;

/** {@code −f} beside draws of samplers that do not know it, where that is cheap. */
public final class LogDensities {
  /** Numbers of the table that may be read for it: some tenths of a second. */
  private static final double MOST = 2e8;

  private LogDensities() {}

  /** The draws of θ with it, or as they are if they have it or it costs too much. */
  public static Draws beside(Draws draws, Model model) {
    double cost = (double) draws.count() * model.rows() * model.dimension() * model.effort();
    if (cost > MOST || model instanceof Remote || draws.know(StepStatistic.LOG_DENSITY)) {
      return draws;
    }
    List<Draws.Chain> chains = new ArrayList<>();
    for (Draws.Chain chain : draws.chains()) {
      double[] values = new double[chain.count()];
      Parallel.run(values.length, t -> values[t] = -model.potential(chain.draw(t)));
      var known = new Transitions(List.of(StepStatistic.LOG_DENSITY), Doubles.of(values), 0, 0);
      chains.add(
          new Draws.Chain(
              chain.dimension(),
              chain.numbers(),
              chain.gradients(),
              chain.steps(),
              chain.rowsRead(),
              chain.divergence(),
              known));
    }
    return new Draws(draws.names(), chains);
  }
}
