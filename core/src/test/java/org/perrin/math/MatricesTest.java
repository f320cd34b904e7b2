package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.random.RandomStream;

/** Factors, products and eigenvalues of small and large matrices, and of those that have none. */
class MatricesTest {
  /** {@code AᵀA + I}. */
  private static double[] positive(int d) {
    double[] positive = Matrices.gram(gaussian(d, 3), d);
    for (int k = 0; k < d; k++) {
      positive[k * d + k]++;
    }
    return positive;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 16, 17, 33, 255, 256, 301})
  void a_factor_times_its_transpose_is_the_matrix(int d) {
    double[] a = positive(d);
    double[] l = Matrices.cholesky(a, d);
    double[] product = Matrices.multiply(l, Matrices.transpose(l, d), d);
    assertThat(product).containsExactly(a, within(1e-9 * d));
    for (int i = 0; i < d; i++) {
      assertThat(l[i * d + i]).isPositive();
      for (int k = i + 1; k < d; k++) {
        assertThat(l[i * d + k]).isZero();
      }
    }
  }

  @Test
  void large_matrices_without_a_factor_have_none() {
    int d = 260;
    for (double bad : new double[] {0, -1, Double.POSITIVE_INFINITY}) {
      double[] a = Matrices.identity(d);
      a[200 * d + 200] = bad;
      assertThat(Matrices.choleskyOrNull(a, d)).isNull();
    }
    double[] a = Matrices.identity(d);
    a[3] = 2;
    a[3 * d] = 2;
    assertThat(Matrices.choleskyOrNull(a, d)).isNull();
  }

  @Test
  void small_matrices_without_a_factor_have_none() {
    assertThat(Matrices.choleskyOrNull(new double[] {0}, 1)).isNull();
    assertThat(Matrices.choleskyOrNull(new double[] {Double.NaN}, 1)).isNull();
    assertThat(Matrices.choleskyOrNull(new double[] {1, 2, 2, 1}, 2)).isNull();
    assertThat(Matrices.choleskyOrNull(new double[] {1, 1, 1, 1}, 2)).isNull();
    assertThatThrownBy(() -> Matrices.cholesky(new double[] {-1}, 1))
        .hasMessageContaining("not positive definite");
    assertThatThrownBy(() -> Matrices.cholesky(new double[] {1, 0.5, 0, 1}, 2))
        .hasMessageContaining("not symmetric");
  }

  /**
   * {@code 1/(i + j + 1)}, of size 8: its condition is 1.5e10, and its inverse has whole numbers.
   */
  @Test
  void an_ill_conditioned_matrix_has_its_known_inverse() {
    double[] inverse = Matrices.invert(hilbert(8), 8);
    assertThat(inverse[0]).isCloseTo(64, within(1e-4));
    assertThat(inverse[1]).isCloseTo(-2016, within(1e-2));
    assertThat(inverse[63]).isCloseTo(176_679_360, within(1e3));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 31, 130})
  void products_are_sums_of_rows_times_columns(int d) {
    double[] a = gaussian(d, 5);
    double[] b = gaussian(d, 6);
    a[0] = 0;
    double[] product = Matrices.multiply(a, b, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double sum = 0;
        for (int k = 0; k < d; k++) {
          sum += a[i * d + k] * b[k * d + j];
        }
        assertThat(product[i * d + j]).isCloseTo(sum, within(1e-13 * d));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9, 32, 100, 311})
  void eigenvalues_and_vectors_of_any_symmetric_matrix(int d) {
    double[] a = gaussian(d, 7);
    double[] t = Matrices.transpose(a, d);
    for (int k = 0; k < d * d; k++) {
      a[k] += t[k];
    }
    agreesWithTheMatrix(a, d);
    if (d < 200) {
      double[] known = new EigenDecompositionSymmetric(matrix(a, d)).getEigenvalues();
      Arrays.sort(known);
      assertThat(Matrices.eigen(a, d).values()).containsExactly(known, within(1e-13 * d));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-160, 1e160, 1e-300, 1e300})
  void sizes_of_elements_do_not_matter(double scale) {
    int d = 40;
    double[] a = positive(d);
    double[] values = Matrices.eigen(a, d).values();
    for (int k = 0; k < d * d; k++) {
      a[k] *= scale;
    }
    double[] scaled = Matrices.eigen(a, d).values();
    for (int k = 0; k < d; k++) {
      assertThat(scaled[k] / scale).isCloseTo(values[k], within(1e-11));
    }
  }

  /** 2 on the diagonal, −1 beside it: {@code 2 − 2 cos(πk/(d + 1))}. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 6, 50, 200})
  void eigenvalues_of_second_differences_are_known(int d) {
    double[] a = Matrices.identity(d);
    for (int i = 0; i < d; i++) {
      a[i * d + i] = 2;
      if (i > 0) {
        a[i * d + i - 1] = -1;
        a[(i - 1) * d + i] = -1;
      }
    }
    double[] values = Matrices.eigen(a, d).values();
    for (int k = 0; k < d; k++) {
      double known = 2 - 2 * Math.cos(Math.PI * (k + 1) / (d + 1));
      assertThat(values[k]).isCloseTo(known, within(1e-14 * d));
    }
    agreesWithTheMatrix(a, d);
  }

  @Test
  void equal_zero_and_tiny_eigenvalues() {
    for (int d : new int[] {1, 2, 3, 20}) {
      agreesWithTheMatrix(new double[d * d], d);
      agreesWithTheMatrix(Matrices.identity(d), d);
      double[] ones = new double[d * d];
      Arrays.fill(ones, 1);
      agreesWithTheMatrix(ones, d);
      assertThat(Matrices.eigen(ones, d).values()[d - 1]).isCloseTo(d, within(1e-13 * d));
      agreesWithTheMatrix(hilbert(d), d);
    }
    // largest eigenvalue as printed in tables, the smallest at 1e-13 below what doubles resolve
    assertThat(Matrices.eigen(hilbert(10), 10).values()[9])
        .isCloseTo(1.7519196702651775, within(1e-14));
    assertThat(Matrices.eigen(hilbert(10), 10).values()[0]).isCloseTo(1.093e-13, within(1e-15));
    double[] spread = Matrices.diagonal(1e-12, 1, -1e12, 0, 3);
    assertThat(Matrices.eigen(spread, 5).values()).containsExactly(-1e12, 0, 1e-12, 1, 3);
    agreesWithTheMatrix(new double[] {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0}, 4);
  }

  @Test
  void elements_that_are_not_finite_have_no_eigenvalues() {
    for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
      double[] a = Matrices.identity(3);
      a[4] = bad;
      assertThatThrownBy(() -> Matrices.eigen(a, 3)).hasMessageContaining("not finite");
    }
  }

  /** {@code Av = λv} to rounding, vectors orthonormal, values in ascending order. */
  private static void agreesWithTheMatrix(double[] a, int d) {
    var eigen = Matrices.eigen(a, d);
    assertThat(eigen.values()).isSorted();
    double size = Math.max(Math.abs(eigen.values()[0]), Math.abs(eigen.values()[d - 1]));
    double[] out = new double[d];
    for (int i = 0; i < d; i++) {
      double[] v = eigen.vectors()[i];
      Matrices.apply(a, v, out, d);
      for (int k = 0; k < d; k++) {
        assertThat(out[k]).isCloseTo(eigen.values()[i] * v[k], within(4e-15 * d * size));
      }
      for (int j = 0; j <= i; j++) {
        double product = Kernels.best().dot(v, 0, eigen.vectors()[j], 0, d);
        assertThat(product).isCloseTo(i == j ? 1 : 0, within(1e-14 * d));
      }
    }
  }

  private static double[] gaussian(int d, long seed) {
    double[] a = new double[d * d];
    RandomStream.of(seed).fillGaussian(a, d * d);
    return a;
  }

  private static double[] hilbert(int d) {
    double[] a = new double[d * d];
    for (int k = 0; k < d * d; k++) {
      a[k] = 1.0 / (k / d + k % d + 1);
    }
    return a;
  }

  private static RealMatrix matrix(double[] a, int d) {
    RealMatrix matrix = MatrixUtils.createRealMatrix(d, d);
    for (int k = 0; k < d * d; k++) {
      matrix.setEntry(k / d, k % d, a[k]);
    }
    return matrix;
  }
}
