package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.family.BoundedScaledLikelihood;
import org.perrin.family.GammaFamily;
import org.perrin.family.Linear;
import org.perrin.family.Logistic;
import org.perrin.family.Poisson;
import org.perrin.math.GaussHermite;

/** Bounds, spreads and sums of single rows against their formulas, for any range of rows. */
class RemainderDetailsTest {
  private static final int ROWS = 400;

  /** Poisson rows of many lengths, one of zeros, with offsets and weights, some of them 0. */
  private static Glm counts() {
    double[][] x = new double[ROWS][];
    double[] y = new double[ROWS];
    double[] offset = Examples.point(ROWS, 71, 0.4);
    double[] weight = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i] = Examples.point(3, 72 + i, i % 3 == 0 ? 0.02 : 0.2);
      y[i] = i % 4;
      weight[i] = i % 9 == 5 ? 0 : 0.5 + i % 2;
    }
    x[7] = new double[3];
    var rows = org.perrin.data.DenseRows.of(x);
    var data = new Dataset(rows, y, offset, weight, List.of("a", "b", "c"));
    return Glm.of(new Poisson(), data, Independent.all(3, Priors.normal(0, 2)));
  }

  private static double norm(Dataset data, int i) {
    double sum = 0;
    for (int k = 0; k < data.x().width(); k++) {
      sum += Math.pow(data.x().get(i, k), 2);
    }
    return Math.sqrt(sum);
  }

  /** {@code λᵢ = vᵢ e^{η + ϱ‖zᵢ‖} ‖zᵢ‖^q/q!}. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void bounds_of_poisson_rows_are_their_formula(int order) {
    Glm model = counts();
    Dataset data = model.data();
    double[] lambda = new double[200];
    model.remainder(order, 4).bounds(150, 350, lambda);
    for (int i = 150; i < 350; i++) {
      double z = norm(data, i);
      double most = Math.exp(data.offset(i) + 4 * z);
      double expected = data.weight(i) * most * Math.pow(z, order + 1) / (order == 2 ? 6 : 24);
      assertThat(lambda[i - 150]).isCloseTo(expected, within(3e-9 * expected));
      assertThat(lambda[i - 150]).isGreaterThanOrEqualTo(expected * (1 - 1e-13));
    }
  }

  /**
   * {@code r = e^η (e^t − 1 − t − t²/2 − …)} has a known variance: with {@code t = sx} covariances
   * of {@code e^t} and powers of t are derivatives of {@code e^{s²/2}}. Short rows by the first
   * term, which is within 2 % of it; rows of length 0.2 by quadrature, to four digits.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void spreads_of_poisson_rows_are_their_standard_deviations(int order) {
    Glm model = counts();
    Dataset data = model.data();
    double[] spread = new double[300];
    model.remainder(order, 4).spreads(60, 360, spread);
    for (int i = 60; i < 360; i++) {
      double s = norm(data, i);
      double sd = data.weight(i) * Math.exp(data.offset(i)) * deviation(s, order);
      assertThat(spread[i - 60]).isCloseTo(sd, within((s < 0.05 ? 0.02 : 1e-4) * sd));
    }
    double[] none = new double[1];
    model.remainder(order, 4).spreads(7, 8, none);
    assertThat(none[0]).isZero();
  }

  /** By a fine sum of the series, which has no difference of large numbers. */
  private static double deviation(double s, int order) {
    double mean = 0;
    double square = 0;
    double step = 0.01;
    for (double x = -9; x < 9; x += step) {
      double term = 1;
      double r = 0;
      for (int k = 1; k < 14; k++) {
        term *= s * x / k;
        r += k > order ? term : 0;
      }
      double p = step * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
      mean += p * r;
      square += p * r * r;
    }
    return Math.sqrt(square - mean * mean);
  }

  /** Where the two rules meet at a squared length of 0.0025, both are close to the truth. */
  @Test
  void short_rows_are_those_below_a_twentieth() {
    double[][] x = {{0.0499}, {0.05 + 1e-9}};
    var data = Dataset.of(x, new double[] {1, 1});
    var model = Glm.of(new Poisson(), data, Independent.all(1, Priors.normal(0, 2)));
    double[] spread = new double[2];
    model.remainder(2, 4).spreads(0, 2, spread);
    assertThat(spread[0]).isCloseTo(Math.pow(0.0499, 3) * Math.sqrt(15) / 6, within(1e-18));
    double first = Math.pow(0.05, 3) * Math.sqrt(15) / 6;
    assertThat(Math.abs(spread[1] - first)).isGreaterThan(1e-4 * first);
    assertThat(spread[1]).isCloseTo(deviation(0.05, 2), within(1e-4 * first));
    model.remainder(3, 4).spreads(0, 2, spread);
    assertThat(spread[0]).isCloseTo(Math.pow(0.0499, 4) * Math.sqrt(96) / 24, within(1e-18));
  }

  /** {@code vᵢ|ℓ^{(q)}(η)| sd(x^q)/q! ‖zᵢ‖^q}: 15 and 96 are variances of powers of a normal. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void short_rows_spread_by_the_first_term_of_their_remainder(int order) {
    double[][] x = {{0.03, 0.02}, {0.01, 0}};
    double[] offset = {0.8, -1.1};
    var rows = org.perrin.data.DenseRows.of(x);
    var data =
        new Dataset(rows, new double[] {1, 0}, offset, new double[] {2, 3}, List.of("a", "b"));
    var model = Glm.of(new Logistic(), data, Independent.all(2, Priors.normal(0, 2)));
    double[] spread = new double[2];
    model.remainder(order, 4).spreads(0, 2, spread);
    for (int i = 0; i < 2; i++) {
      double slope = new Logistic().derivative(order + 1, offset[i], 1);
      double sd = order == 2 ? Math.sqrt(15) / 6 : Math.sqrt(96) / 24;
      double expected = (2 + i) * Math.abs(slope) * sd * Math.pow(norm(data, i), order + 1);
      assertThat(spread[i]).isCloseTo(expected, within(1e-12 * expected));
    }
  }

  /** {@code rᵢ(v) − rᵢ(u)} from losses, slopes and curvatures at 0, for rows in any order. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void rises_are_differences_of_remainders(int order) {
    Glm model = counts();
    Dataset data = model.data();
    int[] rows = {399, 5, 6, 6, 31};
    double[] u = {2, -1, 1};
    double[] v = {-1, 3, 2};
    double[] rise = new double[5];
    model.remainder(order, 9).rises(u, v, rows, 5, rise);
    for (int j = 0; j < 5; j++) {
      int i = rows[j];
      double expected = data.weight(i) * (left(data, i, v, order) - left(data, i, u, order));
      assertThat(rise[j]).isCloseTo(expected, within(1e-14));
    }
  }

  private static double left(Dataset data, int i, double[] u, int order) {
    double t = 0;
    for (int k = 0; k < 3; k++) {
      t += data.x().get(i, k) * u[k];
    }
    double polynomial = 1 + t + t * t / 2 + (order == 3 ? t * t * t / 6 : 0);
    return Math.exp(data.offset(i)) * (Math.exp(t) - polynomial);
  }

  /** {@code Σ vᵢ e^η (zᵢᵀu)³/6} over any range, blocks of 256 rows and their remainder. */
  @Test
  void cubic_sums_are_those_of_the_rows() {
    Glm model = counts();
    Dataset data = model.data();
    double[] sum = new double[Cubic.size(3)];
    model.addCubic(30, 390, sum);
    double[] u = {0.4, -1.1, 0.7};
    double expected = 0;
    for (int i = 30; i < 390; i++) {
      double t = 0;
      for (int k = 0; k < 3; k++) {
        t += data.x().get(i, k) * u[k];
      }
      expected += data.weight(i) * Math.exp(data.offset(i)) * t * t * t / 6;
    }
    assertThat(Cubic.of(sum, 3).addGradient(u, new double[3])).isCloseTo(expected, within(1e-13));
    double[] whole = model.cubicSum();
    double[] parts = new double[whole.length];
    model.addCubic(0, 30, parts);
    model.addCubic(30, 390, parts);
    model.addCubic(390, ROWS, parts);
    assertThat(whole).containsExactly(parts, within(1e-12));
  }

  /** Normal rows leave nothing, and a bound that is 0 is 0 also where a row is long. */
  @Test
  void rows_that_are_polynomials_have_bounds_of_zero() {
    var model = Glm.of(new Linear(0.5), counts().data(), Independent.all(3, Priors.normal(0, 2)));
    double[] lambda = new double[ROWS];
    model.remainder(2, 9).bounds(0, ROWS, lambda);
    assertThat(lambda).containsOnly(0);
    model.remainder(2, 9).spreads(0, ROWS, lambda);
    assertThat(Arrays.stream(lambda).max().orElseThrow()).isLessThan(1e-12);
    assertThat(model.unbounded()).isNull();
    assertThat(model.cubes()).isOne();
    assertThat(model.summary()).isNull();
    assertThat(model.summarySize()).isZero();
    assertThatThrownBy(() -> model.summary(new double[0]))
        .hasMessage("no sums say everything of these rows");
    assertThatThrownBy(() -> model.addSummary(0, 1, new double[0]))
        .hasMessage("no sums say everything of these rows");
  }

  private static ScaledGlm gamma() {
    Dataset plain = Examples.fit(new GammaFamily(), ROWS, 2);
    double[] weight = new double[ROWS];
    double[][] x = new double[ROWS][2];
    for (int i = 0; i < ROWS; i++) {
      weight[i] = i % 9 == 5 ? 0 : 0.5 + i % 2;
      x[i][0] = i == 11 ? 0 : 0.1;
      x[i][1] = i == 11 ? 0 : 0.1 * plain.x().get(i, 1);
    }
    double[] offset = Examples.point(ROWS, 73, 0.4);
    var rows = org.perrin.data.DenseRows.of(x);
    var data = new Dataset(rows, plain.y(), offset, weight, plain.names());
    return ScaledGlm.of(new GammaFamily(), data, Independent.all(3, Priors.normal(0, 2)));
  }

  private static final double[] SCALE_ROW = {0.03, -0.04, 0.12};

  private static ScaledRemainder scaled() {
    return new ScaledRemainder(wide(gamma().data()), new GammaFamily(), SCALE_ROW, 0.3, 5);
  }

  /** Rows with a third column of zeros, as they stand beside a scale. */
  private static Dataset wide(Dataset data) {
    double[][] x = new double[ROWS][3];
    for (int i = 0; i < ROWS; i++) {
      x[i][0] = data.x().get(i, 0);
      x[i][1] = data.x().get(i, 1);
      x[i][2] = i % 2 == 0 ? 0 : 0.05;
    }
    var rows = org.perrin.data.DenseRows.of(x);
    return new Dataset(rows, data.y(), data.offset(), data.weight(), List.of("a", "b", "c"));
  }

  /** {@code λᵢ = vᵢ (M₀a³ + 3M₁a²b + 3M₂ab² + M₃b³)/6}. */
  @Test
  void bounds_of_rows_with_a_scale_are_their_formula() {
    ScaledRemainder remainder = scaled();
    Dataset data = remainder.data();
    double[] lambda = new double[100];
    remainder.bounds(50, 150, lambda);
    double[] most = new double[4];
    double b = 0.13;
    for (int i = 50; i < 150; i++) {
      double a = norm(data, i);
      new GammaFamily().most(data.offset(i), 5 * a, 0.3, 5 * b, data.responses().get(i), most);
      double cubes =
          most[0] * a * a * a
              + 3 * most[1] * a * a * b
              + 3 * most[2] * a * b * b
              + most[3] * b * b * b;
      double expected = data.weight(i) * cubes / 6;
      assertThat(lambda[i - 50]).isCloseTo(expected, within(3e-9 * expected));
      assertThat(lambda[i - 50]).isGreaterThanOrEqualTo(expected * (1 - 1e-13));
    }
    assertThat(lambda[0]).isZero();
    assertThat(remainder.order()).isEqualTo(2);
    assertThat(remainder.proved()).isTrue();
  }

  /** Against a fine sum over both normals; row 11 sees the scale alone unless it is odd. */
  @Test
  void spreads_of_rows_with_a_scale_are_their_standard_deviations() {
    ScaledRemainder remainder = scaled();
    double[] spread = new double[13];
    remainder.spreads(10, 23, spread);
    for (int i : new int[] {10, 11, 12, 13, 21}) {
      double sd = remainder.data().weight(i) * deviation(remainder, i);
      assertThat(spread[i - 10]).isCloseTo(sd, within(2e-3 * sd));
    }
    assertThat(spread[4]).isZero();
    var wide =
        new ScaledRemainder(remainder.data(), new GammaFamily(), new double[] {0, 0, 0.9}, 0, 5);
    wide.spreads(0, 13, spread);
    for (int i = 0; i < 13; i++) {
      double sd = remainder.data().weight(i) * byNodes(wide, i);
      assertThat(spread[i]).isCloseTo(sd, within(1e-10 * sd));
    }
    remainder.spreads(10, 23, spread);
    var zeros = org.perrin.data.DenseRows.of(new double[][] {{0, 0, 0}});
    var data = Dataset.of(zeros, new double[] {1.7});
    var blank = new ScaledRemainder(data, new GammaFamily(), SCALE_ROW, 0.3, 5);
    blank.spreads(0, 1, spread);
    assertThat(spread[0]).isCloseTo(deviation(blank, 0), within(2e-3 * spread[0]));
  }

  /** By five nodes in each of the two normals, for a scale that is wide: its mean counts. */
  private static double byNodes(ScaledRemainder remainder, int i) {
    var nodes = GaussHermite.of(5);
    Dataset data = remainder.data();
    double a = norm(data, i);
    double slope = a > 0 ? data.x().get(i, 2) * 0.9 / a : 0;
    double rest = Math.sqrt(0.81 - slope * slope);
    double mean = 0;
    double square = 0;
    for (int p = 0; p < 5; p++) {
      for (int q = 0; q < 5; q++) {
        double x = nodes.nodes()[p];
        double tau = slope * x + rest * nodes.nodes()[q];
        double y = data.responses().get(i);
        double r = remainder.family().remainder(data.offset(i), a * x, 0, tau, y);
        mean += nodes.weights()[p] * nodes.weights()[q] * r;
        square += nodes.weights()[p] * nodes.weights()[q] * r * r;
      }
    }
    return Math.sqrt(square - mean * mean);
  }

  private static double deviation(ScaledRemainder remainder, int i) {
    BoundedScaledLikelihood family = remainder.family();
    Dataset data = remainder.data();
    double a = norm(data, i);
    double shared = 0;
    for (int k = 0; k < 3; k++) {
      shared += data.x().get(i, k) * SCALE_ROW[k];
    }
    double slope = a > 0 ? shared / a : 0;
    double rest = Math.sqrt(0.13 * 0.13 - slope * slope);
    double mean = 0;
    double square = 0;
    for (double x = -7; x < 7; x += 0.1) {
      for (double w = -7; w < 7; w += 0.1) {
        double p = 0.01 * Math.exp(-(x * x + w * w) / 2) / (2 * Math.PI);
        double tau = slope * x + rest * w;
        double y = data.responses().get(i);
        double r = family.remainder(data.offset(i), a * x, 0.3, tau, y);
        mean += p * r;
        square += p * r * r;
      }
    }
    return Math.sqrt(square - mean * mean);
  }

  @Test
  void rises_of_rows_with_a_scale_are_differences_of_remainders() {
    ScaledRemainder remainder = scaled();
    Dataset data = remainder.data();
    int[] rows = {3, 399, 14, 40};
    double[] u = {1, 2, -3};
    double[] v = {0.5, -2, 4};
    double[] rise = new double[4];
    remainder.rises(u, v, rows, 4, rise);
    for (int j = 0; j < 4; j++) {
      double expected =
          data.weight(rows[j]) * (at(remainder, rows[j], v) - at(remainder, rows[j], u));
      assertThat(rise[j]).isCloseTo(expected, within(1e-14));
    }
    assertThat(rise[2]).isZero();
    assertThat(rise[1]).isNotZero();
  }

  private static double at(ScaledRemainder remainder, int i, double[] u) {
    double t = 0;
    double tau = 0;
    for (int k = 0; k < 3; k++) {
      t += remainder.data().x().get(i, k) * u[k];
      tau += SCALE_ROW[k] * u[k];
    }
    double y = remainder.data().responses().get(i);
    return remainder.family().remainder(remainder.data().offset(i), t, 0.3, tau, y);
  }
}
