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
import org.perrin.Perrin;
import org.perrin.diagnostics.Summary;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;

/** Coded rows that are read when they are used, against the same rows in memory. */
class StreamedCodesTest {
  /** More than two windows. */
  private static final int N = 2500;

  private static final int[] SOME =
      IntStream.range(0, 1500).map(j -> (j * 7919 + j / 3) % N).toArray();

  private final CodedRows held = Examples.coded(N, 5);

  private static CodedRows streamed(boolean standardised) {
    CodedRows x = Examples.streamed(N, 5);
    return standardised ? Examples.standardised(x, 5) : x;
  }

  private CodedRows same(boolean standardised) {
    return standardised ? Examples.standardised(held, 5) : held;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void products_and_sums_are_those_of_rows_in_memory(boolean standardised) {
    CodedRows x = streamed(standardised);
    CodedRows same = same(standardised);
    double[] v = Arrays.copyOf(Examples.point(x.width(), 3, 1), x.stride());
    double[] c = Examples.point(N, 4, 1);
    double[] out = new double[N];
    double[] expected = new double[N];
    x.dots(3, N - 3, v, out);
    same.dots(3, N - 3, v, expected);
    assertThat(out).isEqualTo(expected);
    x.dots(SOME, 5, 1490, v, out);
    same.dots(SOME, 5, 1490, v, expected);
    assertThat(out).isEqualTo(expected);
    double[] sum = new double[x.stride()];
    double[] total = new double[x.stride()];
    x.add(1, N - 2, c, sum);
    same.add(1, N - 2, c, total);
    x.add(SOME, 0, 1500, c, sum);
    same.add(SOME, 0, 1500, c, total);
    assertThat(sum).containsExactly(total, within(1e-9));
    double[] g = new double[x.stride() * x.stride()];
    double[] h = g.clone();
    x.addOuter(7, N - 9, c, g);
    same.addOuter(7, N - 9, c, h);
    assertThat(g).containsExactly(h, within(1e-9));
    Arrays.fill(g, 0);
    Arrays.fill(h, 0);
    double[] stored = new double[g.length];
    x.stored().addOuter(7, N - 9, c, stored);
    x.addOuterImage(stored, g);
    same.addOuter(7, N - 9, c, h);
    assertThat(g).containsExactly(h, within(1e-8));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void norms_forms_cubes_and_copies_are_those_of_rows_in_memory(boolean standardised) {
    CodedRows x = streamed(standardised);
    CodedRows same = same(standardised);
    int d = x.width();
    double[] out = new double[N];
    double[] expected = new double[N];
    x.squaredNorms(0, N, out);
    same.squaredNorms(0, N, expected);
    assertThat(out).isEqualTo(expected);
    double[] factor = DenseRows.padRows(Examples.point(d * d, 6, 1), d, d);
    int padded = factor.length / d;
    x.squaredNorms(0, N, factor, padded, out);
    same.squaredNorms(0, N, factor, padded, expected);
    assertThat(out).isEqualTo(expected);
    double[] form = new double[d * d];
    Arrays.setAll(form, k -> k % (d + 1) == 0 ? 1 + k : 0.1);
    Doubles forms = Doubles.of(out);
    x.forms(form, forms);
    Doubles others = Doubles.of(expected);
    same.forms(form, others);
    assertThat(out).isEqualTo(expected);
    assertThat(x.roughLeverage().toArray())
        .containsExactly(same.roughLeverage().toArray(), within(1e-12));
    assertThat(x.squares()).isEqualTo(same.squares());
    CodedCubes cubes = x.cubes();
    double[] sum = new double[cubes.size()];
    double[] total = new double[cubes.size()];
    double[] c = Examples.point(N, 4, 1);
    cubes.add(2, N, c, sum);
    same.cubes().add(2, N, c, total);
    assertThat(sum).isEqualTo(total);
    assertThat(Examples.dense(x.select(SOME))).isEqualTo(Examples.dense(same.select(SOME)));
    double[] row = new double[d];
    double[] other = new double[d];
    for (int i : SOME) {
      x.copy(i, row);
      same.copy(i, other);
      assertThat(row).isEqualTo(other);
      assertThat(x.get(i, 5)).isEqualTo(other[5]);
    }
    assertThat(x.sizes()).isEqualTo(new int[] {1, 1, 1, 4, 2, 3});
    assertThat(x.numbers()).isEqualTo(same.numbers());
  }

  /** Standardising and its inverse, one after the other as the memory does it. */
  @Test
  void columns_are_standardised_twice_to_the_same_bits() {
    double[] centre = Examples.point(11, 8, 0.5);
    double[] scale = new double[11];
    Arrays.fill(scale, 1.7);
    centre[0] = 0;
    scale[0] = 1;
    Rows x = streamed(true).standardised(centre, scale, false);
    Rows same = same(true).standardised(centre, scale, false);
    double[] row = new double[11];
    double[] other = new double[11];
    for (int i = 0; i < N; i++) {
      x.copy(i, row);
      same.copy(i, other);
      assertThat(row).isEqualTo(other);
    }
    centre[0] = 1;
    assertThatThrownBy(() -> streamed(true).standardised(centre, scale, false))
        .hasMessageContaining("together with a column of ones");
  }

  /**
   * Draws differ by the order of sums; means of 1,000 of them are 3.5 of their standard errors
   * apart, if effective draws are half as many, once in 200 seeds; the seed is fixed.
   */
  @ParameterizedTest
  @ValueSource(strings = {"natural", "exact"})
  void a_fit_gives_the_posterior_of_rows_in_memory(String sampler) {
    Summary found = fit(streamed(true), sampler);
    Summary expected = fit(same(true), sampler);
    for (int k = 0; k < 11; k++) {
      Summary.Row one = found.rows().get(k);
      Summary.Row other = expected.rows().get(k);
      assertThat(one.mean()).isCloseTo(other.mean(), within(0.22 * other.sd()));
      assertThat(one.sd()).isCloseTo(other.sd(), within(0.2 * other.sd()));
    }
  }

  private static Summary fit(CodedRows x, String sampler) {
    double[] y = new double[N];
    Arrays.setAll(y, i -> i * 31 % 7 < 3 ? 1 : 0);
    var model = Glm.logistic(Dataset.of(x, y), Priors.studentT(4, 0, 2));
    var options = Options.standard().sampler(sampler).chains(2).draws(500).seed(3);
    return Summary.of(Perrin.sample(model, options).draws());
  }
}
