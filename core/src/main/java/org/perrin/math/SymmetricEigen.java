package org.perrin.math;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Eigenvalues and vectors of a symmetric matrix A. Householder reflections take it to a tridiagonal
 * {@code T = QᵀAQ}, and implicit QL steps with Wilkinson's shifts take T to its eigenvalues
 * (Martin, Reinsch and Wilkinson, 1968; Dubrulle, Martin and Wilkinson, 1968). Qᵀ is kept by rows,
 * so that reflections and rotations are of numbers that lie together. Some 10 d³ operations; errors
 * are of the size {@code ε‖A‖}.
 */
final class SymmetricEigen {
  /** QL steps for one eigenvalue; two are usual. */
  private static final int MOST_STEPS = 60;

  private static final double EPSILON = Math.ulp(1.0);

  private final int d;
  private final Kernels kernels = Kernels.best();

  /** The rows of A above, and reflections below, the row that it has come to. */
  private final double[][] a;

  private final double[][] vectors;
  private final double[] diagonal;

  /**
   * The element beside {@code diagonal[i]}: to its left at first, to its right for the QL steps.
   */
  private final double[] beside;

  private SymmetricEigen(double[] matrix, int d, int exponent) {
    this.d = d;
    this.a = new double[d][];
    this.vectors = new double[d][d];
    this.diagonal = new double[d];
    this.beside = new double[d];
    for (int i = 0; i < d; i++) {
      a[i] = Arrays.copyOfRange(matrix, i * d, (i + 1) * d);
      for (int k = 0; k < d; k++) {
        a[i][k] = Math.scalb(a[i][k], -exponent);
      }
      vectors[i][i] = 1;
    }
  }

  static Matrices.Eigen of(double[] matrix, int d) {
    double largest = 0;
    for (double element : matrix) {
      largest = Math.max(largest, Math.abs(element));
    }
    if (!Double.isFinite(largest)) {
      throw new IllegalArgumentException("a matrix with elements that are not finite");
    }
    // a power of two, so that nothing is rounded and no square overflows
    int exponent = largest == 0 ? 0 : Math.getExponent(largest);
    var eigen = new SymmetricEigen(matrix, d, exponent);
    eigen.reduce();
    eigen.accumulate();
    eigen.diagonalise();
    return eigen.ascending(exponent);
  }

  /** From the last row up, row i is reflected to one element beside the diagonal. */
  private void reduce() {
    double[] p = new double[d];
    for (int i = d - 1; i > 0; i--) {
      diagonal[i] = a[i][i];
      beside[i] = reflection(a[i], i);
      if (a[i][i] != 0) {
        reflect(a[i], a[i][i], i, p);
      }
    }
    if (d > 0) {
      diagonal[0] = a[0][0];
    }
  }

  /**
   * Replaces the first n elements of a row by the u of {@code I − uuᵀ/h}, which takes them to a
   * multiple of the last unit vector; that multiple. h = {@code uᵀu/2} goes behind u, 0 for no
   * reflection.
   */
  private double reflection(double[] row, int n) {
    row[n] = 0;
    double scale = 0;
    for (int k = 0; k < n - 1; k++) {
      scale = Math.max(scale, Math.abs(row[k]));
    }
    if (scale == 0) {
      return row[n - 1];
    }
    scale = Math.max(scale, Math.abs(row[n - 1]));
    for (int k = 0; k < n; k++) {
      row[k] /= scale;
    }
    double square = kernels.dot(row, 0, row, 0, n);
    double last = row[n - 1];
    double length = -Math.copySign(Math.sqrt(square), last);
    row[n - 1] = last - length;
    row[n] = square - last * length;
    return scale * length;
  }

  /** {@code A ← PAP} for the leading n rows: {@code A − uqᵀ − quᵀ, q = p − (uᵀp/2h)u, p = Au/h}. */
  private void reflect(double[] u, double h, int n, double[] p) {
    for (int i = 0; i < n; i++) {
      p[i] = kernels.dot(a[i], 0, u, 0, n) / h;
    }
    kernels.axpy(-kernels.dot(u, 0, p, 0, n) / (2 * h), u, 0, p, 0, n);
    for (int i = 0; i < n; i++) {
      kernels.axpy(-u[i], p, 0, a[i], 0, n);
      kernels.axpy(-p[i], u, 0, a[i], 0, n);
    }
  }

  /** {@code Qᵀ = P₁P₂…}: reflection i changes the first i numbers of the first i rows. */
  private void accumulate() {
    for (int i = 1; i < d; i++) {
      double[] u = a[i];
      for (int r = 0; u[i] != 0 && r < i; r++) {
        kernels.axpy(-kernels.dot(vectors[r], 0, u, 0, i) / u[i], u, 0, vectors[r], 0, i);
      }
    }
    System.arraycopy(beside, 1, beside, 0, Math.max(0, d - 1));
  }

  private void diagonalise() {
    for (int i = 0; i < d; i++) {
      int steps = 0;
      for (int end = blockFrom(i); end > i; end = blockFrom(i)) {
        if (++steps > MOST_STEPS) {
          throw new IllegalArgumentException("the eigenvalues of the matrix could not be found");
        }
        step(i, end);
      }
    }
  }

  /** The last row of the block that begins at i: none beside its diagonal is negligible. */
  private int blockFrom(int i) {
    int end = i;
    while (end < d - 1
        && Math.abs(beside[end])
            > EPSILON * (Math.abs(diagonal[end]) + Math.abs(diagonal[end + 1]))
                + Double.MIN_NORMAL) {
      end++;
    }
    return end;
  }

  /** A QL step on rows first to last; rotations run from the last up. */
  private void step(int first, int last) {
    double half = (diagonal[first + 1] - diagonal[first]) / (2 * beside[first]);
    double root = half + Math.copySign(Math.hypot(half, 1), half);
    double g = diagonal[last] - diagonal[first] + beside[first] / root;
    double sine = 1;
    double cosine = 1;
    double p = 0;
    for (int i = last - 1; i >= first; i--) {
      double f = sine * beside[i];
      double b = cosine * beside[i];
      double r = Math.hypot(f, g);
      beside[i + 1] = r;
      if (r == 0) {
        // the block falls apart here
        diagonal[i + 1] -= p;
        beside[last] = 0;
        return;
      }
      sine = f / r;
      cosine = g / r;
      g = diagonal[i + 1] - p;
      double t = (diagonal[i] - g) * sine + 2 * cosine * b;
      p = sine * t;
      diagonal[i + 1] = g + p;
      g = cosine * t - b;
      rotate(vectors[i], vectors[i + 1], sine, cosine);
    }
    diagonal[first] -= p;
    beside[first] = g;
    beside[last] = 0;
  }

  private static void rotate(double[] v, double[] w, double sine, double cosine) {
    for (int k = 0; k < v.length; k++) {
      double x = v[k];
      double y = w[k];
      w[k] = sine * x + cosine * y;
      v[k] = cosine * x - sine * y;
    }
  }

  private Matrices.Eigen ascending(int exponent) {
    Integer[] order = new Integer[d];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> diagonal[i]));
    double[] values = new double[d];
    double[][] sorted = new double[d][];
    for (int i = 0; i < d; i++) {
      values[i] = Math.scalb(diagonal[order[i]], exponent);
      sorted[i] = vectors[order[i]];
    }
    return new Matrices.Eigen(values, sorted);
  }
}
