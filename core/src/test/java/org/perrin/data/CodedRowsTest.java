package org.perrin.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.math.Matrices;

/** Coded rows against the same rows made dense. */
class CodedRowsTest {
  private static final int N = 200;

  private static CodedRows rows(boolean standardised) {
    return standardised ? Examples.standardised(N, 5) : Examples.coded(N, 5);
  }

  private static double[] padded(double[] v, Rows x) {
    return Arrays.copyOf(v, x.stride());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void products_and_sums_are_those_of_dense_rows(boolean standardised) {
    CodedRows x = rows(standardised);
    DenseRows same = Examples.dense(x);
    int d = x.width();
    double[] v = Examples.point(d, 3, 1);
    double[] c = Examples.point(N, 4, 1);
    int[] some = {7, 3, 199, 3, 50};
    double[] out = new double[N];
    double[] expected = new double[N];
    x.dots(0, N, padded(v, x), out);
    same.dots(0, N, padded(v, same), expected);
    assertThat(out).containsExactly(expected, within(1e-12));
    x.dots(some, 1, 5, padded(v, x), out);
    same.dots(some, 1, 5, padded(v, same), expected);
    assertThat(out).containsExactly(expected, within(1e-12));
    double[] sum = new double[x.stride()];
    double[] total = new double[same.stride()];
    x.add(20, 100, c, sum);
    same.add(20, 100, c, total);
    x.add(some, 0, 4, c, sum);
    same.add(some, 0, 4, c, total);
    assertThat(Arrays.copyOf(sum, d)).containsExactly(Arrays.copyOf(total, d), within(1e-11));
    double[] g = new double[x.stride() * x.stride()];
    double[] h = new double[same.stride() * same.stride()];
    x.addOuter(10, 150, c, g);
    same.addOuter(10, 150, c, h);
    for (int k = 0; k < d; k++) {
      for (int l = k; l < d; l++) {
        assertThat(g[k * x.stride() + l]).isCloseTo(h[k * same.stride() + l], within(1e-10));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void norms_and_forms_are_those_of_dense_rows(boolean standardised) {
    CodedRows x = rows(standardised);
    DenseRows same = Examples.dense(x);
    int d = x.width();
    double[] factor = Examples.point(d * d, 6, 1);
    double[] out = new double[N];
    double[] expected = new double[N];
    x.squaredNorms(0, N, out);
    same.squaredNorms(0, N, expected);
    assertThat(out).containsExactly(expected, within(1e-11));
    double[] padded = DenseRows.padRows(factor, d, d);
    x.squaredNorms(0, N, padded, same.stride(), out);
    same.squaredNorms(0, N, padded, same.stride(), expected);
    assertThat(out).containsExactly(expected, within(1e-10));
    Doubles forms = Doubles.of(new double[N]);
    x.forms(Matrices.gram(Matrices.transpose(factor, d), d), forms);
    assertThat(forms.toArray()).containsExactly(expected, within(1e-10));
    assertThat(x.roughLeverage().toArray())
        .containsExactly(same.roughLeverage().toArray(), within(1e-12));
    assertThat(Examples.dense(x.times(factor, d))).isEqualTo(x.times(factor, d));
    double[] image = new double[d];
    double[] of = new double[d];
    x.times(factor, d).copy(11, image);
    same.times(factor, d).copy(11, of);
    assertThat(image).containsExactly(of, within(1e-11));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rows_are_copied_chosen_and_found_again(boolean standardised) {
    CodedRows x = rows(standardised);
    DenseRows same = Examples.dense(x);
    assertThat(x.map(x.width(), (row, out) -> System.arraycopy(row, 0, out, 0, out.length)))
        .isEqualTo(same);
    int[] some = {7, 3, 199};
    assertThat(Examples.dense(x.select(some))).isEqualTo(same.select(some));
    if (!standardised) {
      Rows plain = same.columns(0, 8);
      assertThat(Examples.dense(CodedRows.of(plain, new int[] {1, 5}, new int[] {6, 8})))
          .isEqualTo(plain);
    }
  }

  @Test
  void columns_are_centred_beside_ones_only() {
    CodedRows x = Examples.coded(N, 5);
    double[] centre = new double[x.width()];
    double[] scale = new double[x.width()];
    Arrays.fill(scale, 2);
    Arrays.fill(centre, 0.5);
    assertThatThrownBy(() -> x.standardised(centre, scale, false))
        .hasMessageContaining("beside a column of ones");
    assertThat(x.standardised(new double[x.width()], scale, false).get(3, 5))
        .isEqualTo(x.get(3, 5) / 2);
  }

  @Test
  void what_cannot_be_coded_is_refused() {
    assertThatThrownBy(
            () -> CodedRows.of(9000, new int[] {0}, new double[1], new char[1], new int[] {-1}))
        .hasMessageContaining("at most 5000 columns");
    assertThatThrownBy(
            () ->
                CodedRows.of(
                    3, new int[] {0}, new double[] {Double.NaN}, new char[1], new int[] {-1}))
        .hasMessageContaining("row 0, column 0 is NaN");
    assertThatThrownBy(
            () -> CodedRows.of(3, new int[] {0}, new double[1], new char[1], new int[] {0}))
        .hasMessageContaining("must not be a column itself");
  }
}
