package org.perrin.metric;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Rows;
import org.perrin.math.Matrices;

/**
 * The natural metric of a Hessian that is an arrow: q parameters b that all rows share, and J
 * others z of which no two meet in a row,
 *
 * <pre>∇²f = [C Bᵀ; B D], D diagonal.</pre>
 *
 * With z before b its Cholesky factor is {@code [D^½ 0; Wᵀ K]}, {@code W = D^{−½}B}, {@code KKᵀ = C
 * − BᵀD⁻¹B}, and {@code L} its inverse transposed: exact, O(Jq) a point where a dense factor costs
 * O((J + q)²).
 */
public final class ArrowMetric implements Metric {
  private final double[] centre;
  private final int q;
  private final double[] root;
  private final double[] w;
  private final double[] k;

  private ArrowMetric(double[] centre, int q, double[] root, double[] w, double[] k) {
    this.centre = centre.clone();
    this.q = q;
    this.root = root;
    this.w = w;
    this.k = k;
  }

  /**
   * The metric of a centre and the Hessian there, or null if that is not positive definite.
   *
   * @param centre b and then z
   * @param corner C, q × q
   * @param border B, J × q
   * @param diagonal D
   */
  public static @Nullable ArrowMetric orNull(
      double[] centre, double[] corner, double[] border, double[] diagonal) {
    int q = centre.length - diagonal.length;
    double[] schur = corner.clone();
    double[] root = new double[diagonal.length];
    double[] w = new double[border.length];
    for (int j = 0; j < root.length; j++) {
      if (!(diagonal[j] > 0)) {
        return null;
      }
      root[j] = Math.sqrt(diagonal[j]);
      for (int i = 0; i < q; i++) {
        w[j * q + i] = border[j * q + i] / root[j];
      }
      for (int i = 0; i < q; i++) {
        for (int l = 0; l < q; l++) {
          schur[i * q + l] -= w[j * q + i] * w[j * q + l];
        }
      }
    }
    double[] lower = Matrices.choleskyOrNull(schur, q);
    return lower == null ? null : new ArrowMetric(centre, q, root, w, lower);
  }

  /** The same with another marginal curvature of the last shared parameters, n × n. */
  public ArrowMetric withLast(double[] curvature, int n) {
    double[] lower = Matrices.cholesky(curvature, n);
    double[] other = k.clone();
    for (int i = 0; i < n; i++) {
      System.arraycopy(lower, i * n, other, (q - n + i) * q + q - n, n);
    }
    return new ArrowMetric(centre, q, root, w, other);
  }

  @Override
  public int dimension() {
    return centre.length;
  }

  /** D. */
  public double[] curvatures() {
    return Arrays.stream(root).map(v -> v * v).toArray();
  }

  /** q. */
  public int shared() {
    return q;
  }

  /**
   * How much of what is known of the others is their prior's, on average: {@code Σⱼ 1/(J Dⱼ)} where
   * a prior has curvature 1.
   */
  public double pooled() {
    return Arrays.stream(root).map(v -> Math.min(1, 1 / (v * v))).average().orElse(1);
  }

  @Override
  public double[] centre() {
    return centre.clone();
  }

  @Override
  public ArrowMetric movedTo(double[] other) {
    return new ArrowMetric(other, q, root, w, k);
  }

  @Override
  public void toTheta(double[] u, double[] theta) {
    double[] b = Arrays.copyOf(u, q);
    // b = K⁻ᵀ u_b
    for (int i = q - 1; i >= 0; i--) {
      for (int l = i + 1; l < q; l++) {
        b[i] -= k[l * q + i] * b[l];
      }
      b[i] /= k[i * q + i];
    }
    for (int j = 0; j < root.length; j++) {
      theta[q + j] = centre[q + j] + (u[q + j] - along(j, b)) / root[j];
    }
    for (int i = 0; i < q; i++) {
      theta[i] = centre[i] + b[i];
    }
  }

  private double along(int j, double[] b) {
    double sum = 0;
    for (int i = 0; i < q; i++) {
      sum = Math.fma(w[j * q + i], b[i], sum);
    }
    return sum;
  }

  @Override
  public void toU(double[] theta, double[] u) {
    double[] b = new double[q];
    for (int i = 0; i < q; i++) {
      b[i] = theta[i] - centre[i];
    }
    for (int j = 0; j < root.length; j++) {
      u[q + j] = root[j] * (theta[q + j] - centre[q + j]) + along(j, b);
    }
    for (int i = 0; i < q; i++) {
      u[i] = 0;
      for (int l = i; l < q; l++) {
        u[i] += k[l * q + i] * b[l];
      }
    }
  }

  @Override
  public void pull(double[] gradient, double[] out) {
    double[] b = Arrays.copyOf(gradient, q);
    for (int j = 0; j < root.length; j++) {
      double v = gradient[q + j] / root[j];
      out[q + j] = v;
      subtract(j, v, b);
    }
    forward(b);
    System.arraycopy(b, 0, out, 0, q);
  }

  /** {@code Lᵀ} of a vector that has b and one z, in place; returns what z becomes. O(q²). */
  public double pull(double[] b, int j, double z) {
    double v = z / root[j];
    subtract(j, v, b);
    forward(b);
    return v;
  }

  private void subtract(int j, double v, double[] b) {
    for (int i = 0; i < q; i++) {
      b[i] = Math.fma(-v, w[j * q + i], b[i]);
    }
  }

  /** {@code b ← K⁻¹ b}. */
  private void forward(double[] b) {
    for (int i = 0; i < q; i++) {
      for (int l = 0; l < i; l++) {
        b[i] -= k[i * q + l] * b[l];
      }
      b[i] /= k[i * q + i];
    }
  }

  @Override
  public Rows transform(Rows x) {
    return x.map(centre.length, this::pull);
  }

  @Override
  public double[] matrix() {
    int d = centre.length;
    double[] l = new double[Math.multiplyExact(d, d)];
    double[] unit = new double[d];
    double[] row = new double[d];
    for (int i = 0; i < d; i++) {
      Arrays.fill(unit, 0);
      unit[i] = 1;
      pull(unit, row);
      System.arraycopy(row, 0, l, i * d, d);
    }
    return l;
  }
}
