package org.perrin.mode;

import org.perrin.math.Matrices;

/** Cholesky factors of curvatures that may not be positive, and what is made of them. */
final class DampedFactor {
  private DampedFactor() {}

  /**
   * A Cholesky factor, of a matrix damped as far as it takes.
   *
   * @throws IllegalArgumentException if no damping makes it positive
   */
  static double[] of(double[] a) {
    int n = (int) Math.round(Math.sqrt(a.length));
    double[] lower = Matrices.choleskyOrNull(a, n);
    double largest = 1e-300;
    for (int k = 0; k < n; k++) {
      largest = Math.max(largest, Math.abs(a[k * n + k]));
    }
    for (double damping = 1e-8 * largest; lower == null; damping *= 10) {
      if (!(damping < 1e8 * largest)) {
        throw new IllegalArgumentException(
            "the search for the mode is stuck: give a more informative prior");
      }
      double[] moved = a.clone();
      for (int k = 0; k < n; k++) {
        moved[k * n + k] += damping;
      }
      lower = Matrices.choleskyOrNull(moved, n);
    }
    return lower;
  }

  /** {@code LLᵀ}. */
  static double[] square(double[] lower) {
    int n = (int) Math.round(Math.sqrt(lower.length));
    return Matrices.gram(Matrices.transpose(lower, n), n);
  }

  /** {@code (LLᵀ)⁻¹}. */
  static double[] inverse(double[] lower, int n) {
    return Matrices.gram(Matrices.invertLower(lower, n), n);
  }
}
