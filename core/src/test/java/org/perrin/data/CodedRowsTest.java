package org.perrin.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
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
  void rows_by_columns_are_the_same(boolean standardised) {
    CodedRows x = rows(standardised);
    CodedRows columns = x.forManyPasses();
    double[] v = padded(Examples.point(x.width(), 3, 1), x);
    double[] c = Examples.point(N, 4, 1);
    for (int[] range : new int[][] {{0, N}, {20, 101}, {8, 3}}) {
      double[] out = new double[range[1]];
      double[] expected = new double[range[1]];
      columns.dots(range[0], range[1], v, out);
      x.dots(range[0], range[1], v, expected);
      assertThat(out).containsExactly(expected, within(1e-12));
      double[] sum = new double[x.stride()];
      double[] total = new double[x.stride()];
      columns.add(range[0], range[1], c, sum);
      x.add(range[0], range[1], c, total);
      assertThat(sum).containsExactly(total, within(1e-11));
    }
  }

  /** Two, three and four factors, some times a number, with levels that no row has. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void sums_of_third_powers_are_those_of_their_definition(int factors) {
    int d = 3 + 4 * factors;
    double[] numbers = new double[N * CodedRows.pitch(4)];
    char[] places = new char[N * factors];
    int[] times = new int[factors];
    Arrays.fill(times, -1);
    times[0] = 2;
    times[1] = 1;
    double[] drawn = Examples.point(4 * N, 8, 1);
    for (int i = 0; i < N; i++) {
      System.arraycopy(drawn, 4 * i, numbers, i * CodedRows.pitch(4), 4);
      for (int f = 0; f < factors; f++) {
        int level = (i * (f + 3) + i / 7) % 5;
        places[i * factors + f] = (char) (level == 4 ? d : 3 + 4 * f + level);
      }
    }
    // the last of the numbers comes before the first, and two only multiply factors
    int[] columns = {1, d, d, 0};
    CodedRows x = CodedRows.of(d, columns, numbers, places, times);
    double[] c = Examples.point(N, 4, 1);
    CodedCubes cubes = x.cubes();
    double[] sum = new double[cubes.size()];
    cubes.add(0, 60, c, sum);
    cubes.add(60, N, Arrays.copyOfRange(c, 60, N), sum);
    double[] u = Examples.point(d, 9, 1);
    double expected = 0;
    double[] row = new double[d];
    for (int i = 0; i < N; i++) {
      x.copy(i, row);
      double along = Matrices.dot(row, 0, u, 0, d);
      expected += c[i] * along * along * along;
    }
    double[] t = cubes.spread(sum);
    double form = 0;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        for (int k = 0; k < d; k++) {
          double element = t[(i * d + j) * d + k];
          assertThat(element == 0 || i <= j && j <= k).isTrue();
          form += element * u[i] * u[j] * u[k];
        }
      }
    }
    assertThat(form).isCloseTo(expected, within(1e-9 * Math.abs(expected)));
  }

  @Test
  void factors_of_few_combinations_are_joined_and_others_are_not() {
    int n = 4000;
    var few = new java.util.ArrayList<JointFactor>();
    JointFactor.add(few, IntStream.range(0, n).map(i -> i % 7).toArray());
    JointFactor.add(few, IntStream.range(0, n).map(i -> 10 + i % 14 / 7).toArray());
    assertThat(few).hasSize(1);
    assertThat(few.getFirst().places()).hasDimensions(14, 2);
    JointFactor.add(few, IntStream.range(0, n).map(i -> 20 + i % 1000).toArray());
    assertThat(few).hasSize(2);
    double[] v = Examples.point(1020, 3, 1);
    double[] out = new double[n];
    few.forEach(f -> f.addOf(0, n, v, out));
    double[] sum = new double[1020];
    double[] c = Examples.point(n, 5, 1);
    few.forEach(f -> f.addTo(0, n, c, sum));
    double[] expected = new double[1020];
    for (int i = 0; i < n; i++) {
      assertThat(out[i]).isCloseTo(v[i % 7] + v[10 + i % 14 / 7] + v[20 + i % 1000], within(1e-12));
      expected[i % 7] += c[i];
      expected[10 + i % 14 / 7] += c[i];
      expected[20 + i % 1000] += c[i];
    }
    assertThat(sum).containsExactly(expected, within(1e-10));
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
    double[] squares = x.squares();
    double[] column = new double[N];
    for (int k = 0; k < d; k++) {
      int at = k;
      Arrays.setAll(column, i -> same.get(i, at) * same.get(i, at));
      assertThat(squares[k]).isCloseTo(Arrays.stream(column).sum(), within(1e-10));
    }
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
        .hasMessageContaining("together with a column of ones");
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
