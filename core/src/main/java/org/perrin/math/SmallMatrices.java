package org.perrin.math;

/** Symmetric positive matrices in place, without allocation: row-major n × n at an offset. */
public final class SmallMatrices {
  private SmallMatrices() {}

  /** Replaces the lower triangle by {@code C}, {@code A = CCᵀ}; false if A is not positive. */
  public static boolean cholesky(double[] a, int at, int n) {
    return Matrices.factor(a, at, n);
  }

  /** {@code x := C⁻¹x}. */
  public static void forward(double[] c, int at, double[] x, int from, int n) {
    for (int i = 0; i < n; i++) {
      x[from + i] = (x[from + i] - Matrices.dot(c, at + i * n, x, from, i)) / c[at + i * n + i];
    }
  }

  /** {@code x := C⁻ᵀx}. */
  public static void backward(double[] c, int at, double[] x, int from, int n) {
    for (int i = n - 1; i >= 0; i--) {
      double value = x[from + i] / c[at + i * n + i];
      x[from + i] = value;
      for (int j = 0; j < i; j++) {
        x[from + j] = Math.fma(-value, c[at + i * n + j], x[from + j]);
      }
    }
  }

  /** {@code (AAᵀ)⁻¹} of a lower triangular A. */
  public static void precision(double[] a, double[] out, int n) {
    double[] inverse = new double[n * n];
    for (int j = 0; j < n; j++) {
      for (int i = j; i < n; i++) {
        double sum = i == j ? 1 : 0;
        for (int l = j; l < i; l++) {
          sum -= a[i * n + l] * inverse[l * n + j];
        }
        inverse[i * n + j] = sum / a[i * n + i];
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int l = Math.max(i, j); l < n; l++) {
          sum += inverse[l * n + i] * inverse[l * n + j];
        }
        out[i * n + j] = sum;
      }
    }
  }

  /** {@code Σ_j x_jᵀ M x_j} over vectors of n elements one after the other. */
  public static double forms(double[] m, double[] x, int n) {
    double sum = 0;
    for (int at = 0; at < x.length; at += n) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          sum += m[i * n + j] * x[at + i] * x[at + j];
        }
      }
    }
    return sum;
  }
}
