package org.perrin.dynamics;

import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.Streams;

/**
 * SGHMC (Chen, Fox and Guestrin, 2014): momenta p with friction γ,
 *
 * <pre>p' = p − h ĝ − hγ p + N(0, 2γh − h² V̂),  θ' = θ + h p'</pre>
 *
 * where {@code h² V̂} is what gradient noise adds by itself (their B̂ = hV̂/2). V̂ is a running
 * mean of the variance that the two halves of every batch tell, coordinate by coordinate, so the
 * correction follows the chain. Where noise is larger than friction can take up, nothing is
 * injected and the posterior is too wide. Biased: on a Gaussian with curvature c by {@code O(h²c)}.
 *
 * @param stepSize h
 * @param friction γ
 */
public record Hamiltonian(StepSize stepSize, double friction) implements Dynamics {
  /** Steps over which V̂ is averaged. */
  private static final double MEMORY = 1000;

  /** Checks γ. */
  public Hamiltonian {
    Underdamped.check(friction);
  }

  /** Momenta, and V̂. */
  @Override
  public int auxiliary(int d) {
    return 2 * d;
  }

  @Override
  public void start(State state, Gradient gradient, Streams random, Workspace workspace) {
    random.noise().fillGaussian(state.auxiliary(), state.position().length);
    workspace.watch(true);
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    double[] position = state.position();
    int d = position.length;
    double[] g = state.gradient();
    double[] carried = state.auxiliary();
    double[] eta = state.scratch();
    state.rows(gradient.estimate(position, random.rows(), workspace, g));
    learn(workspace.last(), carried, d, state.iteration());
    random.noise().fillGaussian(eta, d);
    double h = stepSize.at(state.iteration());
    double noise = stepSize.noise(state.iteration());
    for (int k = 0; k < d; k++) {
      double variance = Math.max(0, 2 * friction * h - h * h * carried[d + k]);
      carried[k] += noise * Math.sqrt(variance) * eta[k] - h * (g[k] + friction * carried[k]);
      position[k] += h * carried[k];
    }
  }

  private static void learn(double[] seen, double[] carried, int d, long steps) {
    double share = 1 / Math.min(steps + 1, MEMORY);
    for (int k = 0; k < seen.length; k++) {
      carried[d + k] += share * (seen[k] - carried[d + k]);
    }
  }
}
