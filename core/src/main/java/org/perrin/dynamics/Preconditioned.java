package org.perrin.dynamics;

import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.Streams;

/**
 * pSGLD (Li et al., 2016): SGLD with RMSProp's diagonal metric {@code G = 1/(λ + √v)}, v a running
 * mean of {@code ĝ²} with memory ρ,
 *
 * <pre>θ' = θ − (ε/2) [G ĝ − Γ] + √(εG) η,  Γₖ = ∂Gₖ/∂θₖ = −(1 − ρ) Gₖ² ĝₖ cₖ / √vₖ</pre>
 *
 * with c the diagonal of the Hessian. Without Γ it is what most people run. Their gradients are
 * means over rows, ours sums: their ε is ours divided by N, their λ ours too. v begins at c, which
 * is what {@code ĝ²} is on average: if it began at the first gradient, nothing at a mode, G would
 * throw the chain out. Biased even as ε → 0, for G depends on where the chain has just been; less
 * so for ρ near 1.
 *
 * @param stepSize ε
 * @param memory ρ
 * @param floor λ
 * @param curvature c
 * @param withGamma whether Γ counts
 */
public record Preconditioned(
    StepSize stepSize, double memory, double floor, double[] curvature, boolean withGamma)
    implements Dynamics {
  /** Checks the constants. */
  public Preconditioned {
    if (!(memory >= 0 && memory < 1) || !(floor > 0)) {
      throw new IllegalArgumentException(
          "the memory must be in [0, 1) and the floor positive, not %s and %s"
              .formatted(memory, floor));
    }
  }

  /** v. */
  @Override
  public int auxiliary(int d) {
    return d;
  }

  @Override
  public void start(State state, Gradient gradient, Streams random, Workspace workspace) {
    System.arraycopy(curvature, 0, state.auxiliary(), 0, curvature.length);
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    double[] position = state.position();
    double[] g = state.gradient();
    double[] v = state.auxiliary();
    double[] eta = state.scratch();
    long t = state.iteration();
    state.rows(gradient.estimate(position, random.rows(), workspace, g));
    random.noise().fillGaussian(eta, eta.length);
    double epsilon = stepSize.at(t);
    double noise = stepSize.noise(t);
    double fresh = 1 - memory;
    for (int k = 0; k < position.length; k++) {
      v[k] += fresh * (g[k] * g[k] - v[k]);
      double root = Math.sqrt(v[k]);
      double metric = 1 / (floor + root);
      double drift = metric * g[k];
      if (withGamma && root > 0) {
        drift += fresh * metric * metric * g[k] * curvature[k] / root;
      }
      position[k] += noise * Math.sqrt(epsilon * metric) * eta[k] - epsilon / 2 * drift;
    }
  }
}
