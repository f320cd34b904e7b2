package org.perrin.model;

/** A model whose rows have gradients with Lipschitz constants (the paper's Assumption 1). */
public interface Smooth extends Model {
  /** {@code out[j] = Lᵢ}, {@code i = from + j}. */
  void lipschitz(int from, int to, double[] out);
}
