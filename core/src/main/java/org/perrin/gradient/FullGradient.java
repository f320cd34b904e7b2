package org.perrin.gradient;

import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * {@code ∇f(θ)} itself, from all rows: what ULA, MALA and NUTS run on. O(Nd), on all cores.
 *
 * @param model whose gradient
 * @param temperature T: everything is divided by it
 */
public record FullGradient(Model model, double temperature) implements Gradient {
  /** Checks T. */
  public FullGradient {
    Tempered.check(temperature);
  }

  /** At temperature 1. */
  public FullGradient(Model model) {
    this(model, 1);
  }

  @Override
  public int estimate(double[] theta, RandomStream random, Workspace workspace, double[] out) {
    double[] gradient = model.gradient(theta);
    for (int k = 0; k < gradient.length; k++) {
      out[k] = gradient[k] / temperature;
    }
    return model.rows();
  }

  /** Writes {@code ∇f(θ)/T} to {@code out} and returns {@code f(θ)/T}, in one pass. */
  public double evaluate(double[] theta, double[] out) {
    double potential = model.potentialAndGradient(theta, out);
    if (temperature == 1) {
      return potential;
    }
    for (int k = 0; k < out.length; k++) {
      out[k] /= temperature;
    }
    return potential / temperature;
  }

  @Override
  public Gradient at(double t) {
    return new FullGradient(model, t);
  }
}
