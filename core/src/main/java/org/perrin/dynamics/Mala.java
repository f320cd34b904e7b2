package org.perrin.dynamics;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.Streams;

/**
 * The Metropolis-adjusted Langevin algorithm (Roberts and Tweedie, 1996): a Langevin step as a
 * proposal, accepted with probability {@code min(1, e^{f(θ) − f(θ*)} q(θ | θ*) / q(θ* | θ))}.
 * Exact, at the price of all rows a step.
 */
public record Mala(double epsilon) implements Reversible {
  /** Checks ε. */
  public Mala {
    new StepSize.Constant(epsilon);
  }

  /** The gradient at the proposal. */
  @Override
  public int auxiliary(int d) {
    return d;
  }

  @Override
  public @Nullable String refuse(Gradient gradient) {
    return gradient instanceof FullGradient
        ? null
        : "MALA accepts or rejects by f itself: it needs the full gradient";
  }

  @Override
  public List<StepStatistic> statistics() {
    return List.of(StepStatistic.LOG_DENSITY, StepStatistic.ACCEPTANCE, StepStatistic.STEP_SIZE);
  }

  @Override
  public void start(State state, Gradient gradient, Streams random, Workspace workspace) {
    state.potential(((FullGradient) gradient).evaluate(state.position(), state.gradient()));
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    var full = (FullGradient) gradient;
    double[] position = state.position();
    double[] g = state.gradient();
    double[] proposal = state.scratch();
    int d = position.length;
    double scale = Math.sqrt(epsilon);
    double forward = 0;
    for (int k = 0; k < d; k++) {
      double eta = random.noise().nextGaussian();
      forward += eta * eta;
      proposal[k] = position[k] - epsilon / 2 * g[k] + scale * eta;
    }
    double[] proposed = state.auxiliary();
    double potential = full.evaluate(proposal, proposed);
    double backward = 0;
    for (int k = 0; k < d; k++) {
      double eta = (position[k] - proposal[k] + epsilon / 2 * proposed[k]) / scale;
      backward += eta * eta;
    }
    double logRatio = state.potential() - potential + (forward - backward) / 2;
    double probability = logRatio >= 0 ? 1 : Double.isNaN(logRatio) ? 0 : Math.exp(logRatio);
    state.acceptance(probability);
    state.rows(full.model().rows());
    if (random.noise().nextDouble() < probability) {
      System.arraycopy(proposal, 0, position, 0, d);
      System.arraycopy(proposed, 0, g, 0, d);
      state.potential(potential);
    }
    state.report(StepStatistic.LOG_DENSITY, -state.potential());
    state.report(StepStatistic.ACCEPTANCE, probability);
    state.report(StepStatistic.STEP_SIZE, epsilon);
  }
}
