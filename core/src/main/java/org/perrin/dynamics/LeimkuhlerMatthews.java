package org.perrin.dynamics;

import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.Streams;

/**
 * {@code θ' = θ − (h/2) ĝ + √h (ηₖ + ηₖ₊₁)/2}: Langevin dynamics with every normal used in two
 * steps (Leimkuhler and Matthews, 2013). On a Gaussian the stationary variance is exact for any
 * stable h; elsewhere the bias is of second order in h. Gradient noise still inflates it: by {@code
 * (h/4) V_k / (1 − h/4)} in a coordinate of unit curvature whose gradient has variance V_k.
 */
public record LeimkuhlerMatthews(StepSize stepSize) implements Dynamics {
  /** With a constant step-size. */
  public LeimkuhlerMatthews(double h) {
    this(new StepSize.Constant(h));
  }

  /** The last normal of each coordinate. */
  @Override
  public int auxiliary(int d) {
    return d;
  }

  @Override
  public void start(State state, Gradient gradient, Streams random, Workspace workspace) {
    random.noise().fillGaussian(state.auxiliary(), state.auxiliary().length);
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    double[] position = state.position();
    double[] g = state.gradient();
    double[] last = state.auxiliary();
    double[] eta = state.scratch();
    state.rows(gradient.estimate(position, random.rows(), workspace, g));
    workspace.observe(position, g);
    random.noise().fillGaussian(eta, eta.length);
    double h = stepSize.at(state.iteration());
    double scale = stepSize.noise(state.iteration()) * Math.sqrt(h) / 2;
    for (int k = 0; k < position.length; k++) {
      position[k] += scale * (last[k] + eta[k]) - h / 2 * g[k];
      last[k] = eta[k];
    }
  }
}
