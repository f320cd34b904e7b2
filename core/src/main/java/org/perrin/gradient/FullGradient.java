package org.perrin.gradient;

import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/** {@code ∇f(θ)} itself, from all rows: what ULA, MALA and NUTS run on. O(Nd), on all cores. */
public record FullGradient(Model model) implements Gradient {
  @Override
  public int estimate(double[] theta, RandomStream random, Workspace workspace, double[] out) {
    double[] gradient = model.gradient(theta);
    System.arraycopy(gradient, 0, out, 0, gradient.length);
    return model.rows();
  }

  /** Writes {@code ∇f(θ)} to {@code out} and returns {@code f(θ)}, in one pass. */
  public double evaluate(double[] theta, double[] out) {
    return model.potentialAndGradient(theta, out);
  }
}
