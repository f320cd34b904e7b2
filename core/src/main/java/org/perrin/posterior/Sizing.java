package org.perrin.posterior;

/** How the natural sampler sizes its subsamples. */
public enum Sizing {
  /**
   * The same at every step: {@code n₀ = ⌈h d / (8 τ (1−α))⌉}, raised if the pilot measures more
   * noise.
   */
  FIXED,
  /** {@code n(u) = ⌈n₀ ‖u‖²/d⌉}: fewer rows near the centre, more far from it. */
  ADAPTIVE,
  /**
   * The paper's rule with Lipschitz constants in u and {@code V₀ = 8 τ d / h}: a guarantee, and
   * costly.
   */
  GUARANTEED
}
