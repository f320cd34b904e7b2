package org.perrin.model;

import org.perrin.data.Batch;
import org.perrin.data.Memory;

/** What SAGA keeps: {@code ∇fᵢ(φᵢ)} at a place φᵢ of each row's own, for one chain. */
public interface RowMemory extends Memory {
  /** {@code Σᵢ ∇fᵢ(φᵢ)}, without the prior. */
  double[] sum();

  /**
   * {@code out += Σⱼ wⱼ [∇f(θ) − ∇f(φ)]} over the places {@code from ≤ j < to} of a batch, and
   * remembers ∇f(θ) of these rows for {@link #renew}.
   */
  void addDifference(double[] theta, Batch batch, int from, int to, double[] out);

  /** {@code φ = θ} for all rows of the batch, at the θ of {@link #addDifference}. */
  void renew(Batch batch);
}
