package org.perrin.diagnostics;

/**
 * {@code γₜ = (1/n) Σₛ (xₛ − x̄)(xₛ₊ₜ − x̄)}, averaged over chains of n draws each with its own
 * mean.
 */
sealed interface Autocovariance permits Marks, NumberAutocovariance {
  /** n. */
  int length();

  /** The chains' means. */
  double[] means();

  /** γ at {@code lag}. */
  double at(int lag);
}
