package org.perrin.autodiff;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;

/**
 * Weights of rows whose Hessian is {@code V S Vᵀ}: with {@code G = VᵀV} and {@code M = VᵀLLᵀV},
 * both s × s, {@code ‖HL‖² = tr(S G S M)} and {@code ‖LᵀHL‖² = tr(S M S M)} (Frobenius norms). O(s
 * d²) a row.
 */
final class SlotScores {
  private final int d;
  private final @Nullable Metric metric;

  /** L, or null for the identity or where only the metric can apply it. */
  private final double @Nullable [] factor;

  private double[] plain = {};
  private double[] pulled = {};

  SlotScores(int d, double @Nullable [] factor) {
    this.d = d;
    this.metric = null;
    this.factor = factor;
  }

  SlotScores(int d, Metric metric) {
    this.d = d;
    this.metric = metric;
    this.factor = metric instanceof DenseMetric ? metric.matrix() : null;
  }

  /** {@code ‖HL‖}. */
  double half(Curvature curvature) {
    load(curvature);
    int s = curvature.slots();
    return root(curvature, gram(plain, s), gram(pulled, s));
  }

  /** {@code ‖LᵀHL‖}. */
  double whole(Curvature curvature) {
    load(curvature);
    double[] gram = gram(pulled, curvature.slots());
    return root(curvature, gram, gram);
  }

  /** Columns of V, and of LᵀV. */
  private void load(Curvature curvature) {
    int s = curvature.slots();
    if (plain.length < s * d) {
      plain = new double[s * d];
      pulled = new double[s * d];
    }
    Arrays.fill(plain, 0, s * d, 0);
    Arrays.fill(pulled, 0, s * d, 0);
    double[] column = new double[d];
    double[] image = new double[d];
    for (int i = 0; i < s; i++) {
      curvature.addColumn(i, 1, plain, i * d);
      System.arraycopy(plain, i * d, column, 0, d);
      pull(column, image);
      System.arraycopy(image, 0, pulled, i * d, d);
    }
  }

  /** {@code Lᵀv}, row by row of L where v is not zero. */
  private void pull(double[] v, double[] out) {
    if (factor == null && metric == null) {
      System.arraycopy(v, 0, out, 0, d);
    } else if (factor == null) {
      metric.pull(v, out);
    } else {
      Arrays.fill(out, 0);
      for (int k = 0; k < d; k++) {
        if (v[k] != 0) {
          Kernels.best().axpy(v[k], factor, k * d, out, 0, d);
        }
      }
    }
  }

  private double[] gram(double[] columns, int s) {
    double[] gram = new double[s * s];
    for (int i = 0; i < s; i++) {
      for (int j = 0; j <= i; j++) {
        double dot = Kernels.best().dot(columns, i * d, columns, j * d, d);
        gram[i * s + j] = dot;
        gram[j * s + i] = dot;
      }
    }
    return gram;
  }

  private static double root(Curvature curvature, double[] g, double[] m) {
    int n = curvature.slots();
    double[] s = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        s[i * n + k] = curvature.element(i, k);
      }
    }
    return Math.sqrt(Math.max(0, Matrices.sandwich(s, g, m, n)));
  }
}
