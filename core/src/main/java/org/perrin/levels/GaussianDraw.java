package org.perrin.levels;

import org.perrin.math.SmallMatrices;
import org.perrin.random.RandomStream;

/** Draws {@code N(P⁻¹h, P⁻¹)} in place. */
final class GaussianDraw {
  private GaussianDraw() {}

  /**
   * Replaces h, n numbers from {@code at} on, by a draw; P is replaced by its Cholesky factor.
   *
   * @return whether P was positive; if not h is 0
   */
  static boolean of(double[] p, double[] h, int at, int n, double[] noise, RandomStream random) {
    random.fillGaussian(noise, n);
    if (!SmallMatrices.cholesky(p, 0, n)) {
      java.util.Arrays.fill(h, at, at + n, 0);
      return false;
    }
    SmallMatrices.forward(p, 0, h, at, n);
    for (int i = 0; i < n; i++) {
      h[at + i] += noise[i];
    }
    SmallMatrices.backward(p, 0, h, at, n);
    return true;
  }
}
