package org.perrin.model;

import org.jspecify.annotations.Nullable;

/**
 * A model whose rows see θ through one or two linear predictors, so that expectations over a normal
 * posterior are integrals in one or two dimensions.
 */
public interface LinearPredictorModel extends Curved {
  /**
   * The paper's objective without its Taylor step: {@code out[j] = √E‖∇fᵢ(θ) − ∇fᵢ(θ̂)‖²} for
   * {@code θ ~ N(θ̂, widen² LLᵀ)}, {@code i = from + j}, by Gauss–Hermite quadrature; {@code
   * factor} is L, or null for the identity.
   */
  @Override
  void expectedScores(
      double[] theta, double @Nullable [] factor, double widen, int from, int to, double[] out);
}
