package org.perrin.dynamics;

import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.Streams;

/**
 * {@code θ' = θ − (ε/2) ĝ + √ε η}, Eqs. (2) and (4): ULA on the full gradient, SGLD on an estimate.
 * Biased: on a Gaussian with curvature c the variance is too large by {@code 1/(1 − εc/4)}, and
 * gradient noise adds to it.
 */
public record Langevin(StepSize stepSize) implements Dynamics {
  /** With a constant step-size. */
  public Langevin(double epsilon) {
    this(new StepSize.Constant(epsilon));
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    double[] position = state.position();
    double[] g = state.gradient();
    double[] eta = state.scratch();
    state.rows(gradient.estimate(position, random.rows(), workspace, g));
    random.noise().fillGaussian(eta, eta.length);
    double epsilon = stepSize.at(state.iteration());
    double scale = stepSize.noise(state.iteration()) * Math.sqrt(epsilon);
    for (int k = 0; k < position.length; k++) {
      position[k] += scale * eta[k] - epsilon / 2 * g[k];
    }
  }
}
