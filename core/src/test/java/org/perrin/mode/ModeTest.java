package org.perrin.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Synthetic;
import org.perrin.math.Parallel;
import org.perrin.model.Curved;
import org.perrin.model.Glm;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.model.SharedScaleModel;
import org.perrin.random.RandomStream;

class ModeTest {
  /** All but those that are centred where a scale of coefficients is likeliest. */
  static List<String> models() {
    List<String> names = new ArrayList<>();
    Examples.names().forEach(names::add);
    names.removeIf(name -> atItsMarginal(Examples.model(name)));
    return names;
  }

  /** Whether the centre is not the mode of all parameters, but of the scales' own marginal. */
  private static boolean atItsMarginal(Curved model) {
    return model instanceof SharedScaleModel || model instanceof MixedModel;
  }

  @ParameterizedTest
  @MethodSource("models")
  void at_the_mode_the_gradient_is_zero_and_the_covariance_is_its_curvature(String name) {
    Curved model = Examples.model(name);
    Mode mode = Newton.find(model, 1e-8);
    int d = model.dimension();
    double[] pulled = new double[d];
    mode.metric().pull(model.gradient(mode.theta()), pulled);
    assertThat(pulled).containsExactly(new double[d], within(1e-6));
    double[] h = model.hessian(mode.theta());
    mode.metric().pullHessian(h);
    for (int k = 0; k < d * d; k++) {
      assertThat(h[k]).isCloseTo(k % (d + 1) == 0 ? 1 : 0, within(1e-5));
    }
  }

  @Test
  void the_gaussian_mode_is_the_conjugate_posterior() {
    var model = Examples.gaussianMean(40, 3);
    Mode mode = Newton.find(model);
    assertThat(mode.theta()).containsExactly(model.posterior().mean(), within(1e-10));
    assertThat(mode.covariance()).containsExactly(model.posterior().covariance(), within(1e-10));
  }

  @Test
  void many_rows_are_read_in_few_passes() {
    var model = Glm.logistic(Synthetic.covertypeLike(61, 100_000), Priors.normal(0, 3));
    Mode mode = Newton.find(model);
    assertThat(mode.passes()).isLessThanOrEqualTo(4);
    Mode exact = Newton.find(model, 1e-9);
    double[] sd = exact.sd();
    for (int k = 0; k < sd.length; k++) {
      assertThat(mode.theta()[k]).isCloseTo(exact.theta()[k], within(0.1 * sd[k]));
      assertThat(mode.sd()[k]).isCloseTo(sd[k], within(0.1 * sd[k]));
    }
    Mode alone = Parallel.with(1, () -> Newton.find(model));
    assertThat(alone.theta()).isEqualTo(mode.theta());
    assertThat(alone.factor()).isEqualTo(mode.factor());
  }

  /** Natural sampling has control variates of second order where it knows of what point H is. */
  @Test
  void coded_rows_of_many_columns_have_a_hessian_of_a_known_point() {
    var model = Glm.logistic(Synthetic.flightsCoded(11, 300_000), Priors.normal(0, 2.5));
    Mode mode = Newton.find(model);
    assertThat(mode.passes()).isEqualTo(3);
    double[] hessian = model.hessian(mode.curvedAt());
    mode.metric().pullHessian(hessian);
    int d = model.dimension();
    for (int k = 0; k < d * d; k++) {
      assertThat(hessian[k]).isCloseTo(k % (d + 1) == 0 ? 1 : 0, within(1e-9));
    }
  }

  /** The part has the rows of 999 columns' rare levels; without them it took 12 passes and more. */
  @Test
  void many_rare_levels_take_few_passes() {
    var model = Glm.logistic(Synthetic.factorsLike(3, 200_000), Priors.normal(0, 2.5));
    Mode mode = Newton.find(model);
    assertThat(mode.passes()).isLessThanOrEqualTo(5);
    double[] pulled = new double[model.dimension()];
    mode.metric().pull(model.gradient(mode.theta()), pulled);
    double square = Arrays.stream(pulled).map(g -> g * g).sum() / pulled.length;
    assertThat(Math.sqrt(square)).isLessThan(Newton.TOLERANCE);
  }

  /** One pass for how much rows matter, and one for the step. */
  @Test
  void where_the_part_predicts_no_other_step_all_rows_see_one() {
    var data = Synthetic.logistic(62, 0, 400_000, new double[] {0.5, -1, 0, 2, 0.3});
    var model = Glm.logistic(data, Priors.normal(0, 3));
    Mode mode = Newton.find(model);
    assertThat(mode.passes()).isEqualTo(2);
    assertThat(mode.lastStep().getAsDouble()).isLessThan(Newton.TOLERANCE);
    Mode exact = Newton.find(model, 1e-9);
    double[] sd = exact.sd();
    for (int k = 0; k < sd.length; k++) {
      assertThat(mode.theta()[k]).isCloseTo(exact.theta()[k], within(0.02 * sd[k]));
      assertThat(mode.sd()[k]).isCloseTo(sd[k], within(0.005 * sd[k]));
    }
    Mode alone = Parallel.with(1, () -> Newton.find(model));
    assertThat(alone.theta()).isEqualTo(mode.theta());
    assertThat(alone.factor()).isEqualTo(mode.factor());
  }

  /** One-hot columns plus an intercept: the prior holds what the data do not. */
  private static Dataset oneHot(int n) {
    double[][] x = new double[n][4];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x[i][0] = 1;
      x[i][1 + i % 3] = 1;
      y[i] = i % 7 % 2;
    }
    return Dataset.of(x, y).named(List.of("(Intercept)", "red", "green", "blue"));
  }

  @Test
  void dependent_columns_are_held_by_a_proper_prior() {
    Mode mode = Newton.find(Glm.logistic(oneHot(300), Priors.normal(0, 2)), 1e-9);
    double[] theta = mode.theta();
    // the prior is alike for all: the intercept is the sum of the level effects
    assertThat(theta[0]).isCloseTo(theta[1] + theta[2] + theta[3], within(1e-6));
  }

  @Test
  void dependent_columns_under_a_flat_prior_are_named() {
    assertThatThrownBy(() -> Newton.find(Glm.logistic(oneHot(300), Priors.flat())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the data do not determine '(Intercept)', 'red', 'green', 'blue' and the prior does not"
                + " either: drop one of these columns or give a proper prior");
  }

  private static Dataset separable() {
    double[][] x = new double[100][2];
    double[] y = new double[100];
    for (int i = 0; i < 100; i++) {
      x[i] = new double[] {1, i - 49.5};
      y[i] = i < 50 ? 0 : 1;
    }
    return Dataset.of(x, y).named(List.of("(Intercept)", "dose"));
  }

  @Test
  void separable_data_need_a_proper_prior() {
    assertThatThrownBy(() -> Newton.find(Glm.logistic(separable(), Priors.flat())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the posterior has no mode: the data are separable, so give a proper prior");
    Mode held = Newton.find(Glm.logistic(separable(), Priors.normal(0, 1)));
    assertThat(Arrays.stream(held.theta()).allMatch(Double::isFinite)).isTrue();
  }

  @Test
  void without_a_dense_matrix_the_mode_is_the_same_and_the_metric_close() {
    var model = Glm.logistic(Examples.binary(4000, 30), Priors.normal(0, 3));
    Mode dense = Newton.find(model, 1e-9);
    Mode sparse = NewtonCg.find(model, 15);
    double[] sd = dense.sd();
    double[] other = sparse.sd();
    for (int k = 0; k < 30; k++) {
      assertThat(sparse.theta()[k]).isCloseTo(dense.theta()[k], within(0.05 * sd[k]));
      assertThat(other[k]).isCloseTo(sd[k], within(0.1 * sd[k]));
    }
    double[] h = model.hessian(sparse.theta());
    sparse.metric().pullHessian(h);
    double[] spread = org.perrin.math.Matrices.eigen(h, 30).values();
    assertThat(spread[0]).isGreaterThan(0.8);
    assertThat(spread[29]).isLessThan(1.25);
  }

  @Test
  void adam_ends_near_the_mode() {
    var model = Glm.logistic(Examples.binary(2000, 4), Priors.normal(0, 3));
    Mode mode = Newton.find(model, 1e-8);
    double[] found = new Adam(1e-3, 100, 10_000).find(model, new double[4], RandomStream.of(62));
    for (int k = 0; k < 4; k++) {
      assertThat(found[k]).isCloseTo(mode.theta()[k], within(0.05));
    }
  }

  @Test
  void more_parameters_than_rows_work_with_a_proper_prior() {
    var data = Dataset.of(Examples.design(5, 12, 63), new double[] {0, 1, 0, 1, 1});
    Mode mode = Newton.find(Glm.logistic(data, Priors.normal(0, 1)));
    assertThat(Arrays.stream(mode.sd()).allMatch(s -> s > 0 && s <= 1 + 1e-9)).isTrue();
    assertThatThrownBy(() -> Newton.find(Glm.logistic(data, Priors.flat())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** From 0 the scale would grow to a million, where f is flat, and the search would end there. */
  @Test
  void a_response_far_from_a_heavy_tailed_prior_has_its_mode_at_the_data() {
    int n = 2000;
    double[][] x = new double[n][2];
    double[] y = new double[n];
    var random = RandomStream.of(8);
    for (int i = 0; i < n; i++) {
      x[i][0] = 1;
      x[i][1] = random.nextGaussian();
      y[i] = 1e6 + 2 * x[i][1] + random.nextGaussian();
    }
    var prior = Priors.studentT(3, 0, 2.5);
    var model = ScaledGlm.linear(Dataset.of(x, y), prior, Priors.exponential(0.3));
    Mode mode = Newton.find(model);
    assertThat(mode.theta()[0]).isCloseTo(1e6, within(0.2));
    assertThat(mode.theta()[1]).isCloseTo(2, within(0.2));
    assertThat(mode.theta()[2]).isCloseTo(0, within(0.1));
    assertThat(mode.passes()).isLessThan(40);
  }

  @Test
  void bad_input_is_named() {
    assertThatThrownBy(() -> DenseRows.of(new double[][] {{1, 2}, {3, Double.NaN}}))
        .hasMessage("row 1, column 1 is NaN: data must be finite");
    assertThatThrownBy(() -> DenseRows.of(new double[][] {{1, 2}, {3}}))
        .hasMessage("row 1 has 1 columns, the first has 2");
    assertThatThrownBy(() -> DenseRows.of(new double[0][])).hasMessageContaining("one row");
    double[][] x = {{1}, {1}, {1}};
    assertThatThrownBy(() -> Dataset.of(x, new double[] {0, 1}))
        .hasMessage("the response has 2 values for 3 rows");
    assertThatThrownBy(() -> Dataset.of(x, new double[] {0, 1, Double.POSITIVE_INFINITY}))
        .hasMessage("the response of row 2 is Infinity: data must be finite");
    assertThatThrownBy(
            () -> Glm.logistic(Dataset.of(x, new double[] {0, 1, 2}), Priors.normal(0, 1)))
        .hasMessage("the response of row 2 is 2.0: a logistic response must be 0 or 1");
    assertThatThrownBy(
            () -> Glm.poisson(Dataset.of(x, new double[] {0, -1, 2}), Priors.normal(0, 1)))
        .hasMessage("the response of row 1 is -1.0: a count must be 0, 1, 2, …");
    assertThatThrownBy(
            () -> Glm.linear(Dataset.of(x, new double[] {0, 1, 2}), 0, Priors.normal(0, 1)))
        .hasMessage("the noise must be positive, not 0.0");
    assertThatThrownBy(() -> Priors.normal(0, -1))
        .hasMessage("normal needs positive finite parameters, not -1.0");
    assertThatThrownBy(
            () -> org.perrin.model.NormalPrior.of(new double[2], new double[] {1, 2, 2, 1}))
        .hasMessage("the 2 × 2 matrix is not positive definite");
    assertThatThrownBy(
            () -> org.perrin.model.NormalPrior.of(new double[2], new double[] {1, 0.5, 0, 1}))
        .hasMessageStartingWith("the matrix is not symmetric");
    assertThatThrownBy(() -> new Adam(0, 10, 10)).hasMessageContaining("not 0.0");
  }
}
