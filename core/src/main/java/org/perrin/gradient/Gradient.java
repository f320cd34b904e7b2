package org.perrin.gradient;

import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * An unbiased estimate of {@code ∇f(θ)}. Estimators are read-only and shared by chains; what they
 * write to lies in the chain's {@link Workspace}.
 */
public interface Gradient {
  /** Whose gradient it is. */
  Model model();

  /** Writes an estimate to {@code out} and returns how many rows it looked at. */
  int estimate(double[] theta, RandomStream random, Workspace workspace, double[] out);
}
