package org.perrin.math;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.jspecify.annotations.Nullable;

/**
 * Small dense matrices: square, row-major, {@code double[d·d]}. The factorisations are EJML's, but
 * for Cholesky's of large ones.
 */
public final class Matrices {
  /** From here on a Cholesky factor by the kernels takes a fraction of the time. */
  private static final int LARGE = 256;

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
    if (d >= LARGE) {
      return largeCholeskyOrNull(a, d);
    }
    var copy = new DMatrixRMaj(d, d, true, a.clone());
    var cholesky = DecompositionFactory_DDRM.chol(d, true);
    if (!cholesky.decompose(copy)) {
      return null;
    }
    double[] l = cholesky.getT(null).getData();
    for (int i = 0; i < d; i++) {
      double diagonal = l[i * d + i];
      if (!(diagonal > 0) || diagonal == Double.POSITIVE_INFINITY) {
        return null;
      }
    }
    return l;
  }

  /**
   * Row by row, {@code lᵢⱼ = (aᵢⱼ − Σ_{k<j} lᵢₖlⱼₖ)/lⱼⱼ}: rows lie together, and so do products.
   */
  private static double @Nullable [] largeCholeskyOrNull(double[] a, int d) {
    Kernels kernels = Kernels.best();
    double[] l = new double[d * d];
    for (int i = 0; i < d; i++) {
      int row = i * d;
      for (int j = 0; j < i; j++) {
        double rest = a[row + j] - kernels.dot(l, row, l, j * d, j);
        l[row + j] = rest / l[j * d + j];
      }
      double square = a[row + i] - kernels.dot(l, row, l, row, i);
      if (!(square > 0) || square == Double.POSITIVE_INFINITY) {
        return null;
      }
      l[row + i] = Math.sqrt(square);
    }
    return l;
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
    var product = new DMatrixRMaj(d, d);
    CommonOps_DDRM.mult(DMatrixRMaj.wrap(d, d, a), DMatrixRMaj.wrap(d, d, b), product);
    return product.getData();
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
    java.util.Arrays.fill(out, 0, d, 0);
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

  /** The eigenvalues and vectors of a symmetric matrix. */
  public static Eigen eigen(double[] a, int d) {
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, true, true);
    if (!eigen.decompose(new DMatrixRMaj(d, d, true, a.clone()))) {
      throw new IllegalArgumentException("the eigenvalues of the matrix could not be found");
    }
    Integer[] order = new Integer[d];
    java.util.Arrays.setAll(order, i -> i);
    java.util.Arrays.sort(
        order, java.util.Comparator.comparingDouble(i -> eigen.getEigenvalue(i).getReal()));
    double[] values = new double[d];
    double[][] vectors = new double[d][];
    for (int i = 0; i < d; i++) {
      values[i] = eigen.getEigenvalue(order[i]).getReal();
      vectors[i] = eigen.getEigenVector(order[i]).getData().clone();
    }
    return new Eigen(values, vectors);
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
