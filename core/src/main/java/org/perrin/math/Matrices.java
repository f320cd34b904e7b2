package org.perrin.math;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Small dense matrices: square, row-major, {@code double[d·d]}; factors and products are O(d³). */
public final class Matrices {
  /** Shorter sums than this are quicker without a kernel. */
  private static final int SHORT = 16;

  private Matrices() {}

  /** The identity of size {@code d}. */
  public static double[] identity(int d) {
    double[] m = new double[d * d];
    for (int i = 0; i < d; i++) {
      m[i * d + i] = 1;
    }
    return m;
  }

  /** A diagonal matrix. */
  public static double[] diagonal(double... values) {
    int d = values.length;
    double[] m = new double[d * d];
    for (int i = 0; i < d; i++) {
      m[i * d + i] = values[i];
    }
    return m;
  }

  /**
   * The lower {@code L} with {@code A = LLᵀ}.
   *
   * @throws IllegalArgumentException if {@code a} is not symmetric positive definite
   */
  public static double[] cholesky(double[] a, int d) {
    double[] l = choleskyOrNull(a, d);
    if (l == null) {
      throw new IllegalArgumentException(
          "the " + d + " × " + d + " matrix is not positive definite");
    }
    return l;
  }

  /** As {@link #cholesky}, with null where there is no such factor. */
  public static double @Nullable [] choleskyOrNull(double[] a, int d) {
    checkSymmetric(a, d);
    double[] l = a.clone();
    if (!factor(l, 0, d)) {
      return null;
    }
    for (int i = 0; i < d; i++) {
      Arrays.fill(l, i * d + i + 1, (i + 1) * d, 0);
    }
    return l;
  }

  /**
   * Replaces the lower triangle of the n × n matrix that begins at {@code at} by L with {@code A =
   * LLᵀ}, row by row, {@code lᵢⱼ = (aᵢⱼ − Σ_{k<j} lᵢₖlⱼₖ)/lⱼⱼ}: rows lie together, and so do
   * products. False if A is not positive.
   */
  public static boolean factor(double[] a, int at, int n) {
    for (int i = 0; i < n; i++) {
      int row = at + i * n;
      for (int j = 0; j < i; j++) {
        a[row + j] = (a[row + j] - dot(a, row, a, at + j * n, j)) / a[at + j * n + j];
      }
      double square = a[row + i] - dot(a, row, a, row, i);
      if (!(square > 0) || square == Double.POSITIVE_INFINITY) {
        return false;
      }
      a[row + i] = Math.sqrt(square);
    }
    return true;
  }

  /** {@code Σ a[i + k] b[j + k]} over n elements, few or many. */
  public static double dot(double[] a, int i, double[] b, int j, int n) {
    if (n >= SHORT) {
      return Kernels.best().dot(a, i, b, j, n);
    }
    double sum = 0;
    for (int k = 0; k < n; k++) {
      sum = Math.fma(a[i + k], b[j + k], sum);
    }
    return sum;
  }

  private static void checkSymmetric(double[] a, int d) {
    if (a.length != d * d) {
      throw new IllegalArgumentException(
          "a " + d + " × " + d + " matrix has " + d * d + " elements, not " + a.length);
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        double gap = Math.abs(a[i * d + j] - a[j * d + i]);
        double size = Math.sqrt(Math.abs(a[i * d + i] * a[j * d + j]));
        if (gap > 1e-8 * (Math.abs(a[i * d + j]) + Math.abs(a[j * d + i]) + size)) {
          throw new IllegalArgumentException(
              "the matrix is not symmetric: element (%d, %d) is %s, (%d, %d) is %s"
                  .formatted(i, j, a[i * d + j], j, i, a[j * d + i]));
        }
      }
    }
  }

  /** {@code L⁻¹} of a lower triangular {@code L}, row by row. */
  public static double[] invertLower(double[] l, int d) {
    double[] inverse = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < i; k++) {
        Kernels.best().axpy(-l[i * d + k], inverse, k * d, inverse, i * d, k + 1);
      }
      inverse[i * d + i] = 1;
      for (int j = 0; j <= i; j++) {
        inverse[i * d + j] /= l[i * d + i];
      }
    }
    return inverse;
  }

  /** {@code AᵀA}, symmetric to the bit. */
  public static double[] gram(double[] a, int d) {
    double[] gram = new double[d * d];
    for (int k = 0; k < d; k++) {
      for (int i = 0; i < d; i++) {
        double factor = a[k * d + i];
        if (factor != 0) {
          Kernels.best().axpy(factor, a, k * d, gram, i * d, i + 1);
        }
      }
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        gram[j * d + i] = gram[i * d + j];
      }
    }
    return gram;
  }

  /** {@code A⁻¹} of a symmetric positive definite matrix. */
  public static double[] invert(double[] a, int d) {
    return gram(invertLower(cholesky(a, d), d), d);
  }

  /** {@code AB}. */
  public static double[] multiply(double[] a, double[] b, int d) {
    int stride = Kernels.pad(d);
    double[] product = new double[d * stride];
    Kernels.best()
        .multiply(resized(a, d, stride), stride, 0, d, resized(b, d, stride), stride, product, 0);
    return resized(product, stride, d);
  }

  /** The matrix in rows of another length, cut or with zeros; square in that length if longer. */
  private static double[] resized(double[] a, int width, int to) {
    if (width == to) {
      return a;
    }
    double[] out = new double[to * to];
    for (int i = 0; i < Math.min(width, to); i++) {
      System.arraycopy(a, i * width, out, i * to, Math.min(width, to));
    }
    return out;
  }

  /** {@code Aᵀ}. */
  public static double[] transpose(double[] a, int d) {
    double[] t = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        t[j * d + i] = a[i * d + j];
      }
    }
    return t;
  }

  /** {@code out = A v}. */
  public static void apply(double[] a, double[] v, double[] out, int d) {
    for (int i = 0; i < d; i++) {
      out[i] = Kernels.best().dot(a, i * d, v, 0, d);
    }
  }

  /** {@code out = Aᵀ v}. */
  public static void applyTransposed(double[] a, double[] v, double[] out, int d) {
    Arrays.fill(out, 0, d, 0);
    for (int i = 0; i < d; i++) {
      Kernels.best().axpy(v[i], a, i * d, out, 0, d);
    }
  }

  /** {@code A x = b} for a symmetric positive definite A given by its Cholesky factor. */
  public static double[] solve(double[] l, double[] b, int d) {
    double[] x = b.clone();
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < i; k++) {
        x[i] -= l[i * d + k] * x[k];
      }
      x[i] /= l[i * d + i];
    }
    for (int i = d - 1; i >= 0; i--) {
      for (int k = i + 1; k < d; k++) {
        x[i] -= l[k * d + i] * x[k];
      }
      x[i] /= l[i * d + i];
    }
    return x;
  }

  /** Eigenvalues of a symmetric matrix, ascending, with the vectors in the rows beside them. */
  public record Eigen(double[] values, double[][] vectors) {}

  /**
   * The eigenvalues and vectors of a symmetric matrix.
   *
   * @throws IllegalArgumentException if it has elements that are not finite
   */
  public static Eigen eigen(double[] a, int d) {
    return SymmetricEigen.of(a, d);
  }

  /**
   * Adds a symmetric {@code n × n} matrix, of which the upper triangle is there, to both triangles
   * of a block of {@code h} that begins at {@code at}; h has {@code width} columns.
   */
  public static void addSymmetric(
      double[] upper, int stride, int n, double[] h, int at, int width) {
    for (int i = 0; i < n; i++) {
      for (int k = i; k < n; k++) {
        h[at + i * width + k] += upper[i * stride + k];
        if (k > i) {
          h[at + k * width + i] += upper[i * stride + k];
        }
      }
    }
  }

  /** {@code tr(S G S M)}, all n × n. */
  public static double sandwich(double[] s, double[] g, double[] m, int n) {
    double[] sg = new double[n * n];
    double[] sm = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        double element = s[i * n + k];
        for (int j = 0; j < n; j++) {
          sg[i * n + j] += element * g[k * n + j];
          sm[i * n + j] += element * m[k * n + j];
        }
      }
    }
    double trace = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        trace += sg[i * n + j] * sm[j * n + i];
      }
    }
    return trace;
  }
}
