package org.perrin.metric;

import org.perrin.data.Rows;

/**
 * A change of variables {@code θ = θ̂ + Lu}. A model seen through it has the same shape as the
 * model itself, so every estimator and every dynamics runs in u as it runs in θ. With {@code LLᵀ =
 * Σ̂} the posterior in u is close to a standard normal: the natural metric.
 */
public interface Metric {
  /** d. */
  int dimension();

  /** θ̂, where u = 0. */
  double[] centre();

  /** The same L around another θ̂. */
  Metric movedTo(double[] centre);

  /** {@code theta = θ̂ + L u}. */
  void toTheta(double[] u, double[] theta);

  /** {@code u = L⁻¹ (θ − θ̂)}. */
  void toU(double[] theta, double[] u);

  /** {@code out = Lᵀ g}: a gradient by θ becomes one by u. */
  void pull(double[] gradient, double[] out);

  /** Rows {@code Lᵀxᵢ}. */
  Rows transform(Rows x);

  /** Rows {@code Lᵀxᵢ}, each block visited, in one pass where the metric can. */
  default Rows.Product transform(Rows x, int sumSize, Rows.Visitor visitor) {
    return visited(transform(x), sumSize, visitor);
  }

  /** As {@link #transform}, to the bit, where few rows are read after the visit. */
  default Rows.Product images(Rows x, int sumSize, Rows.Visitor visitor) {
    return transform(x, sumSize, visitor);
  }

  /** Blocks of rows, one after the other. */
  static Rows.Product visited(Rows z, int sumSize, Rows.Visitor visitor) {
    double[] sum =
        org.perrin.math.Parallel.sum(
            z.count(),
            sumSize,
            (s, from, to) -> {
              for (int first = from; first < to; first += 64) {
                visitor.visit(z, first, Math.min(64, to - first), s);
              }
            });
    return new Rows.Product(z, sum);
  }

  /** L, row-major. */
  double[] matrix();

  /** The largest singular value of L, the widest standard deviation there is; power iteration. */
  default double widest() {
    int d = dimension();
    double[] centre = centre();
    double[] v = new double[d];
    double[] image = new double[d];
    java.util.Arrays.setAll(v, k -> 1 + 0.1 * Math.sin(k + 1));
    double largest = 1;
    for (int round = 0; round < 100; round++) {
      double norm = norm(v);
      for (int k = 0; k < d; k++) {
        v[k] /= norm;
      }
      toTheta(v, image);
      for (int k = 0; k < d; k++) {
        image[k] -= centre[k];
      }
      largest = norm(image);
      pull(image, v);
    }
    return largest;
  }

  private static double norm(double[] v) {
    double sum = 0;
    for (double x : v) {
      sum = Math.fma(x, x, sum);
    }
    return Math.sqrt(sum);
  }

  /** {@code H ← Lᵀ H L}: a Hessian by θ becomes one by u. */
  default void pullHessian(double[] h) {
    int d = dimension();
    double[] column = new double[d];
    double[] pulled = new double[d];
    for (int pass = 0; pass < 2; pass++) {
      for (int j = 0; j < d; j++) {
        for (int i = 0; i < d; i++) {
          column[i] = h[i * d + j];
        }
        pull(column, pulled);
        for (int i = 0; i < d; i++) {
          h[i * d + j] = pulled[i];
        }
      }
      transpose(h, d);
    }
  }

  private static void transpose(double[] h, int d) {
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        double swap = h[i * d + j];
        h[i * d + j] = h[j * d + i];
        h[j * d + i] = swap;
      }
    }
  }
}
