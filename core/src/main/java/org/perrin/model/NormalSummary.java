package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Rows;
import org.perrin.family.NormalNoise;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;

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
    implements RowApproximation {
  /** Elements of the sums W, a, b, and the upper triangle of G in the kernels' layout. */
  static int size(int stride) {
    return 2 + stride + stride * stride;
  }

  /** From sums over all rows. */
  static NormalSummary of(double[] sum, int stride, double[] scaleRow, double scale) {
    int d = scaleRow.length;
    double[] gram = new double[d * d];
    double[] upper = Arrays.copyOfRange(sum, 2 + stride, sum.length);
    Matrices.addSymmetric(upper, stride, d, gram, 0, d);
    double[] products = Arrays.copyOfRange(sum, 2, 2 + d);
    return new NormalSummary(sum[0], sum[1], products, gram, scaleRow, scale);
  }

  /** Adds {@code Σv, Σve², Σvez, Σvzzᵀ} of rows, e what is left of y at 0. */
  static void add(LinearPredictors predictors, int from, int to, double[] sum) {
    Rows z = predictors.data().x();
    int stride = z.stride();
    double[] products = new double[stride];
    double[] upper = new double[stride * stride];
    double[] weights = new double[LinearPredictors.BLOCK];
    predictors.overBlocks(
        new double[z.width()],
        from,
        to,
        (first, count, eta, y) -> {
          for (int j = 0; j < count; j++) {
            double e = y[j] - eta[j];
            weights[j] = predictors.data().weight(first + j);
            sum[0] += weights[j];
            sum[1] += weights[j] * e * e;
            eta[j] = weights[j] * e;
          }
          z.add(first, count, eta, products);
          z.addOuter(first, count, weights, upper);
        });
    for (int k = 0; k < stride; k++) {
      sum[2 + k] += products[k];
    }
    for (int k = 0; k < stride * stride; k++) {
      sum[2 + stride + k] += upper[k];
    }
  }

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
