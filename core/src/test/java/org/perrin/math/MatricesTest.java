package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.random.RandomStream;

/** Factors of small and large matrices, which are made in different ways. */
class MatricesTest {
  /** {@code AᵀA + I}. */
  private static double[] positive(int d) {
    double[] a = new double[d * d];
    RandomStream.of(3).fillGaussian(a, d * d);
    double[] positive = Matrices.gram(a, d);
    for (int k = 0; k < d; k++) {
      positive[k * d + k]++;
    }
    return positive;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 255, 256, 301})
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
}
