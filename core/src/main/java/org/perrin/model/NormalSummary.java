package org.perrin.model;

import org.perrin.family.NormalNoise;
import org.perrin.math.Kernels;

/**
 * All rows of a linear regression with unknown σ, {@code s = s₀ + lᵀu = log σ}, from what they add
 * up to: {@code W (s + ½ log 2π) + ½ e^{−2s} Q(u)} with {@code Q(u) = Σ vᵢ(eᵢ − zᵢᵀu)² = a − 2bᵀu +
 * uᵀGu}. Exact, O(d²), and no row is read again.
 *
 * @param weight W, the sum of weights v
 * @param squares a
 * @param products b
 * @param gram G, d × d, row-major
 * @param scaleRow l
 * @param scale s₀
 */
record NormalSummary(
    double weight,
    double squares,
    double[] products,
    double[] gram,
    double[] scaleRow,
    double scale)
    implements Form {
  @Override
  public double addGradient(double[] u, boolean beyond, double[] out) {
    int d = u.length;
    double s = scale + Kernels.best().dot(scaleRow, 0, u, 0, d);
    double precision = new NormalNoise().curvature(0, s, 0);
    double q = squares;
    for (int k = 0; k < d; k++) {
      double along = Kernels.best().dot(gram, k * d, u, 0, d) - products[k];
      out[k] += precision * along;
      q += u[k] * (along - products[k]);
    }
    Kernels.best().axpy(weight - precision * q, scaleRow, 0, out, 0, d);
    return weight * (s + 0.5 * Math.log(2 * Math.PI)) + precision * q / 2;
  }
}
