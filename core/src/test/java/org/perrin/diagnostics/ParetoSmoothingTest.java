package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.random.RandomStream;

/** Against distributions whose tails are known; LooTest compares with ArviZ. */
class ParetoSmoothingTest {
  /** The estimate's sd is about (1 + k)/√n = 0.02 for n = 4,000: bounds of 5 of them. */
  @ParameterizedTest
  @ValueSource(doubles = {-0.3, 0, 0.4, 0.9})
  void the_fit_finds_the_shape_and_scale_that_numbers_were_drawn_with(double shape) {
    var truth = new GeneralisedPareto(shape, 2);
    var random = RandomStream.of(7);
    double[] x = new double[4000];
    Arrays.setAll(x, j -> truth.quantile(random.nextDouble()));
    Arrays.sort(x);
    var fitted = GeneralisedPareto.fit(x);
    assertThat(fitted.shape()).isCloseTo(shape, within(0.12));
    assertThat(fitted.scale()).isCloseTo(2, within(0.3));
  }

  /** {@code P(X > quantile(p)) = 1 − p} by the formula of the class. */
  @Test
  void quantiles_invert_the_distribution_function() {
    var pareto = new GeneralisedPareto(0.7, 3);
    double x = pareto.quantile(0.99);
    assertThat(Math.pow(1 + 0.7 * x / 3, -1 / 0.7)).isCloseTo(0.01, within(1e-12));
    var exponential = new GeneralisedPareto(0, 3);
    assertThat(exponential.quantile(0.5)).isCloseTo(3 * Math.log(2), within(1e-12));
  }

  /** Ratios of exponent a have the tail index k = 1/a; the sd of k̂ at 190 numbers is 0.1. */
  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.6, 1.1})
  void the_shape_of_ratios_is_the_one_of_their_tail(double k) {
    var random = RandomStream.of(11);
    double[] log = new double[4000];
    Arrays.setAll(log, s -> -k * Math.log(1 - random.nextDouble()));
    double[] before = log.clone();
    double found = new ParetoSmoothing(log.length, 1).smooth(log);
    assertThat(found).isCloseTo(k, within(0.4));
    assertThat(Arrays.stream(log).map(Math::exp).sum()).isCloseTo(1, within(1e-12));
    Integer[] order = order(before);
    for (int s = 1; s < order.length; s++) {
      assertThat(log[order[s]]).isGreaterThanOrEqualTo(log[order[s - 1]]);
    }
  }

  private static Integer[] order(double[] x) {
    Integer[] order = new Integer[x.length];
    Arrays.setAll(order, s -> s);
    Arrays.sort(order, (a, b) -> Double.compare(x[a], x[b]));
    return order;
  }

  @Test
  void equal_ratios_have_equal_weights_and_few_ratios_no_shape() {
    double[] equal = new double[400];
    assertThat(new ParetoSmoothing(400, 1).smooth(equal)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(equal[17]).isCloseTo(-Math.log(400), within(1e-12));
    double[] few = {0, 1, 2};
    assertThat(new ParetoSmoothing(3, 1).smooth(few)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThatThrownBy(() -> new ParetoSmoothing(10, 0)).hasMessageContaining("efficiency 0");
  }

  @Test
  void the_limit_of_k_grows_with_draws_up_to_0_7() {
    assertThat(ParetoSmoothing.limit(100)).isCloseTo(0.5, within(1e-12));
    assertThat(ParetoSmoothing.limit(100_000)).isEqualTo(0.7);
  }
}
