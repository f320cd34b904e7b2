package org.perrin.model;

import org.perrin.data.Batch;

/**
 * What is known of a posterior around u = 0 if L is of its Hessian at a point θ̄ near θ̂ and the
 * prior is normal: the gradient at 0, and that {@code LᵀHL = I}. So with {@code tᵢ = xᵢᵀLu} and
 * {@code h̄ᵢ} the second derivative of row i at θ̄
 *
 * <pre>∇f(u) = ∇f(0) + u + Lᵀ Σᵢ vᵢ xᵢ [ℓ'(ηᵢ + tᵢ) − ℓ'(ηᵢ) − h̄ᵢtᵢ]
 * </pre>
 *
 * holds for any θ̄, and what is left of a row is of second order in t where θ̄ is near: {@code
 * ℓ'''ᵢ(tᵢ²/2 − gᵢtᵢ)} and less, {@code gᵢ = xᵢᵀ(θ̄ − θ̂)}. A few rows estimate such a sum well.
 * Two products with L and O(s) a row.
 */
public interface QuadraticCentre {
  /** {@code out = ∇f(0) + u}: the gradient without what rows add to it. */
  void linear(double[] u, double[] out);

  /** Adds what the rows of a batch add to the gradient at u, by their weights. */
  void addRows(double[] u, Batch batch, int from, int to, double[] out);

  /**
   * {@code out[j]} for row {@code from + j}: the root mean square of what it adds, to the second
   * and third order in t, for a standard normal u: {@code vᵢ ‖zᵢ‖² √(ℓ'''² (¾‖zᵢ‖² + gᵢ²) + (15/36)
   * ℓ''''² ‖zᵢ‖⁴)}.
   */
  void scores(int from, int to, double[] out);
}
