package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.family.NormalNoise;
import org.perrin.math.Kernels;
import org.perrin.metric.DenseMetric;

/** A surrogate is the prior, some rows in full and a polynomial, whichever way it is asked. */
class SurrogateTest {
  private static final double[] U = {0.2, -0.5, 0.3};
  private final Glm model =
      Glm.logistic(Examples.weighted(Examples.binary(200, 3)), Priors.studentT(4, 0.5, 2));
  private final int[] heavy = {3, 40, 199};
  private final Glm packed = model.subset(heavy, new double[] {1, 1, 1});

  private static double[] zeros() {
    return new double[3];
  }

  @Test
  void beyond_is_farther_than_the_reach_or_nowhere() {
    assertThat(Surrogate.beyond(new double[] {3, 4}, 5)).isFalse();
    assertThat(Surrogate.beyond(new double[] {3, 4}, 4.999)).isTrue();
    assertThat(Surrogate.beyond(new double[] {3, Double.NaN}, 5)).isTrue();
    assertThat(Surrogate.beyond(new double[2], 0)).isFalse();
  }

  /** {@code f₀ + Σ_A fᵢ + Σ_B pᵢ} by value and by gradient. */
  @Test
  void its_parts_add_up() {
    for (int order = 2; order <= 3; order++) {
      var surrogate = Surrogate.of(model, packed, order, 9);
      assertThat(surrogate.rows()).isEqualTo(3);
      assertThat(surrogate.dimension()).isEqualTo(3);
      assertThat(surrogate.names()).isEqualTo(model.names());
      double[] slope = zeros();
      double light = surrogate.light().addGradient(U, false, slope);
      double value = model.prior().value(U) + light;
      double[] gradient = zeros();
      model.prior().addGradient(U, gradient);
      double[] ofPrior = zeros();
      surrogate.prior().addGradient(U, ofPrior);
      for (int k = 0; k < 3; k++) {
        gradient[k] += slope[k];
      }
      assertThat(surrogate.prior().value(U)).isCloseTo(value, within(1e-12));
      assertThat(ofPrior).containsExactly(gradient, within(1e-12));
      double[] ofRows = zeros();
      for (int j = 0; j < 3; j++) {
        value += model.rowLoss(U, heavy[j]);
        assertThat(surrogate.rowLoss(U, j)).isCloseTo(packed.rowLoss(U, j), within(1e-15));
        surrogate.addRowGradient(U, j, 1, ofRows);
      }
      assertThat(surrogate.likelihoodGradient(U)).containsExactly(ofRows, within(1e-12));
      for (int k = 0; k < 3; k++) {
        gradient[k] += ofRows[k];
      }
      double[] both = {7, 7, 7};
      assertThat(surrogate.potentialAndGradient(U, both)).isCloseTo(value, within(1e-11));
      assertThat(surrogate.potential(U)).isCloseTo(value, within(1e-11));
      assertThat(both).containsExactly(gradient, within(1e-11));
    }
  }

  @Test
  void without_rows_in_full_only_prior_and_polynomial_count() {
    var surrogate = Surrogate.of(model, null, 2, 9);
    assertThat(surrogate.rows()).isZero();
    assertThat(surrogate.likelihoodGradient(U)).containsExactly(0, 0, 0);
    assertThat(surrogate.potential(U)).isEqualTo(surrogate.prior().value(U));
    Prior prior = surrogate.prior();
    assertThat(prior.dimension()).isEqualTo(3);
    assertThat(prior.proper()).isTrue();
    assertThat(prior.describe(1))
        .isEqualTo(model.prior().describe(1) + ", and rows by their polynomial");
    assertThatThrownBy(() -> prior.addHessian(U, new double[9]))
        .hasMessage("a surrogate is followed by its gradient alone");
    var flat = Glm.logistic(Examples.binary(50, 3), Priors.flat());
    assertThat(Surrogate.of(flat, null, 2, 9).prior().proper()).isFalse();
  }

  /** Value, gradient and curvature at 0 are those of the rows that are left to it. */
  @Test
  void a_polynomial_is_that_of_the_rows_left_to_it() {
    Taylor taylor = Taylor.of(model, packed, 3);
    double constant = 0;
    for (int i = 0; i < 200; i++) {
      int row = i;
      constant += IntStream.of(heavy).anyMatch(h -> h == row) ? 0 : model.rowLoss(zeros(), i);
    }
    assertThat(taylor.constant()).isCloseTo(constant, within(1e-10));
    double[] gradient = model.likelihoodGradient(zeros());
    double[] of = packed.likelihoodGradient(zeros());
    for (int k = 0; k < 3; k++) {
      assertThat(taylor.gradient()[k]).isCloseTo(gradient[k] - of[k], within(1e-10));
    }
    double[] quadratic = zeros();
    double[] cubic = zeros();
    double beyond = taylor.addGradient(U, true, quadratic);
    double within = taylor.addGradient(U, false, cubic);
    double[] third = zeros();
    assertThat(within - beyond).isCloseTo(taylor.cubic().addGradient(U, third), within(1e-12));
    for (int k = 0; k < 3; k++) {
      assertThat(cubic[k] - quadratic[k]).isCloseTo(third[k], within(1e-12));
    }
    double value = constant;
    for (int i = 0; i < 3; i++) {
      double along = 0;
      for (int k = 0; k < 3; k++) {
        along += taylor.hessian()[3 * i + k] * U[k];
      }
      value += U[i] * (taylor.gradient()[i] + along / 2);
      assertThat(quadratic[i]).isCloseTo(taylor.gradient()[i] + along, within(1e-10));
    }
    assertThat(beyond).isCloseTo(value, within(1e-10));
    assertThat(Taylor.of(model, null, 2).cubic()).isNull();
  }

  /** More rows in full than one core should read: the same sums. */
  @Test
  void many_rows_in_full_are_added_up_on_all_cores() {
    int n = 40_000;
    double[][] x = new double[n][2];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x[i][0] = 1;
      x[i][1] = i % 17 / 17.0 - 0.4;
      y[i] = i % 3 == 0 ? 1 : 0;
    }
    var large = Glm.logistic(Dataset.of(x, y), Priors.normal(0, 2));
    int[] all = IntStream.range(0, n).toArray();
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    var surrogate = Surrogate.of(large, large.subset(all, ones), 2, 9);
    double[] u = {-0.6, 0.3};
    double[] gradient = new double[2];
    assertThat(surrogate.potentialAndGradient(u, gradient))
        .isCloseTo(large.potential(u), within(1e-7));
    assertThat(gradient).containsExactly(large.gradient(u), within(1e-7));
    assertThat(surrogate.likelihoodGradient(u))
        .containsExactly(large.likelihoodGradient(u), within(1e-7));
  }

  /** All of a linear regression from sums over any parts of its rows: value and gradient. */
  @Test
  void sums_say_all_of_normal_noise() {
    Dataset data = Examples.weighted(Examples.real(150, 3));
    var linear = ScaledGlm.of(new NormalNoise(), data, Independent.all(4, Priors.normal(0, 3)));
    double[] lower = {0.3, 0, 0, 0, 0.1, 0.4, 0, 0, -0.2, 0.1, 0.2, 0, 0.05, 0.1, 0.1, 0.2};
    ScaledGlm pulled = linear.in(DenseMetric.of(new double[] {0.4, -0.6, 0.5, -0.2}, lower));
    double[] parts = new double[pulled.summarySize()];
    pulled.addSummary(0, 70, parts);
    pulled.addSummary(70, 150, parts);
    RowApproximation whole = pulled.summary();
    RowApproximation sums = pulled.summary(parts);
    var surrogate = Surrogate.of(pulled, whole);
    assertThat(surrogate.rows()).isZero();
    double[] u = {0.3, -0.8, 0.5, 0.9};
    for (boolean beyond : new boolean[] {false, true}) {
      double[] gradient = {1, 2, 3, 4};
      double[] other = {1, 2, 3, 4};
      double value = whole.addGradient(u, beyond, gradient);
      assertThat(value).isCloseTo(pulled.rangeLoss(u, 0, 150), within(1e-9));
      assertThat(sums.addGradient(u, beyond, other)).isCloseTo(value, within(1e-9));
      double[] expected = pulled.likelihoodGradient(u);
      for (int k = 0; k < 4; k++) {
        assertThat(gradient[k]).isCloseTo(k + 1 + expected[k], within(1e-9));
        assertThat(other[k]).isCloseTo(gradient[k], within(1e-9));
      }
    }
    assertThat(surrogate.potential(u)).isCloseTo(pulled.potential(u), within(1e-9));
    // one row by hand: y = 2, z = (1), l = (0), s₀ = 0.3
    var one = NormalSummary.of(new double[] {3, 12, 6, 3}, 1, new double[] {0}, 0.3);
    double[] slope = new double[1];
    double loss = 3 * (0.3 + 0.5 * Math.log(2 * Math.PI) + 0.5 * Math.exp(-0.6) * 2.25);
    assertThat(one.addGradient(new double[] {0.5}, false, slope)).isCloseTo(loss, within(1e-12));
    assertThat(slope[0]).isCloseTo(-3 * Math.exp(-0.6) * 1.5, within(1e-12));
  }

  /** A form of one cube has the norm of its vector, and axes that it does not see are passed by. */
  @Test
  void the_norm_of_a_cubic_form_is_its_largest_value() {
    int d = 10;
    int stride = Kernels.pad(d);
    double[] z = new double[stride];
    System.arraycopy(Examples.point(d, 5, 1), 0, z, 0, d);
    z[4] = 0;
    double[] sum = new double[Cubic.size(d)];
    Cubic.add(z, d, 1, new double[] {-0.7}, sum);
    var cubic = Cubic.of(sum, d);
    double length = Math.sqrt(Arrays.stream(z).map(v -> v * v).sum());
    assertThat(cubic.norm()).isCloseTo(0.7 * Math.pow(length, 3), within(1e-9));
    assertThat(cubic.dimension()).isEqualTo(d);
    assertThat(Cubic.of(new double[Cubic.size(2)], 2).norm()).isZero();
    double[] along = IntStream.range(0, d).mapToDouble(k -> z[k] / length).toArray();
    double[] gradient = new double[d];
    Arrays.fill(gradient, 1);
    assertThat(cubic.addGradient(along, gradient))
        .isCloseTo(-0.7 * Math.pow(length, 3) / 6, within(1e-9));
    for (int k = 0; k < d; k++) {
      double expected = 1 - 0.7 * length * length * z[k] / 2;
      assertThat(gradient[k]).isCloseTo(expected, within(1e-9));
    }
  }
}
