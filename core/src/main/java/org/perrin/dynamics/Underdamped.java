package org.perrin.dynamics;

import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.Streams;

/**
 * Underdamped Langevin dynamics by the splitting BAOAB (Leimkuhler and Matthews, 2013): half a
 * kick, half a drift, friction and noise, half a drift, half a kick,
 *
 * <pre>p −= (h/2) ĝ; θ += (h/2) p; p = e^{−γh} p + √(1 − e^{−2γh}) η; θ += (h/2) p; p −= (h/2) ĝ'
 * </pre>
 *
 * One gradient a step: the last kick's serves the next step's first. On a Gaussian the positions
 * have the exact variance for any stable h. Gradient noise of variance V a coordinate widens a
 * standard deviation by about {@code hV/(4γ)}: as much as Leimkuhler–Matthews with step h at γ = 2,
 * the critical friction of a coordinate with unit curvature.
 *
 * @param stepSize h
 * @param friction γ
 */
public record Underdamped(StepSize stepSize, double friction) implements Dynamics {
  /** Checks γ. */
  public Underdamped {
    check(friction);
  }

  static void check(double friction) {
    if (!(friction > 0) || friction == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("a friction must be positive and finite, not " + friction);
    }
  }

  /** Momenta. */
  @Override
  public int auxiliary(int d) {
    return d;
  }

  @Override
  public void start(State state, Gradient gradient, Streams random, Workspace workspace) {
    random.noise().fillGaussian(state.auxiliary(), state.auxiliary().length);
    gradient.estimate(state.position(), random.rows(), workspace, state.gradient());
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    double[] position = state.position();
    int d = position.length;
    double[] g = state.gradient();
    double[] p = state.auxiliary();
    double[] eta = state.scratch();
    double h = stepSize.at(state.iteration());
    double keep = Math.exp(-friction * h);
    double scale = stepSize.noise(state.iteration()) * Math.sqrt(1 - keep * keep);
    random.noise().fillGaussian(eta, d);
    for (int k = 0; k < d; k++) {
      double kicked = p[k] - h / 2 * g[k];
      double thermal = keep * kicked + scale * eta[k];
      position[k] += h / 2 * (kicked + thermal);
      p[k] = thermal;
    }
    state.rows(gradient.estimate(position, random.rows(), workspace, g));
    for (int k = 0; k < d; k++) {
      p[k] -= h / 2 * g[k];
    }
  }
}
