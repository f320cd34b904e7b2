package org.perrin.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bounds are made of: integrals, extremes and exponentials that stop. */
class RemainderIntegralTest {
  /** {@code t^{q+k} k!/(q+k)!} for the derivative {@code s^k}, exact as six nodes are. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void remainders_of_powers_are_exact(int order) {
    for (double t : new double[] {0.4, -0.5, 1.3}) {
      double factor = 1;
      for (int k = 1; k <= order + 1; k++) {
        factor *= t / k;
      }
      for (int k = 0; k <= 8; k++) {
        int power = k;
        double r = RemainderIntegral.of(order, t, s -> Math.pow(s, power));
        assertThat(r).isCloseTo(factor, within(1e-14 * Math.abs(factor)));
        factor *= t * (k + 1) / (order + 2 + k);
      }
    }
  }

  @Test
  void powers_are_powers() {
    assertThat(RemainderIntegral.power(-3, 2)).isEqualTo(9);
    assertThat(RemainderIntegral.power(-3, 3)).isEqualTo(-27);
    assertThat(RemainderIntegral.power(-3, 4)).isEqualTo(81);
  }

  @Test
  void extremes_are_at_ends_or_between_them() {
    double[] at = {-1, 1};
    // x³ − 3x has extremes ±2 at ∓1
    assertThat(Extremes.most(x -> x * x * x - 3 * x, at, -1.5, 0.5)).isEqualTo(2);
    assertThat(Extremes.most(x -> x * x * x - 3 * x, at, 0.5, 1.5)).isEqualTo(2);
    assertThat(Extremes.most(x -> x * x * x - 3 * x, at, 1.5, 3)).isEqualTo(18);
    assertThat(Extremes.most(x -> x * x * x - 3 * x, at, -3, 1.5)).isEqualTo(18);
    assertThat(Extremes.most(x -> x * x * x - 3 * x, at, 0, 0.5)).isEqualTo(1.375);
    assertThat(Extremes.most(x -> x * x * x - 3 * x, at, -0.5, 0)).isEqualTo(1.375);
  }

  @Test
  void exponentials_stop_where_nothing_else_counts() {
    assertThat(CappedExponentials.exp(2)).isCloseTo(Math.exp(2), within(1e-14));
    assertThat(CappedExponentials.exp(249)).isLessThan(CappedExponentials.exp(250));
    assertThat(CappedExponentials.exp(800)).isEqualTo(CappedExponentials.exp(250));
    assertThat(CappedExponentials.log(-3)).isEqualTo(-3);
    assertThat(CappedExponentials.log(70)).isEqualTo(50);
    assertThat(CappedExponentials.log(-70)).isEqualTo(-50);
    assertThat(CappedExponentials.positive(0.5)).isCloseTo(Math.exp(0.5), within(1e-15));
    assertThat(CappedExponentials.positive(90)).isEqualTo(CappedExponentials.positive(50));
    assertThat(CappedExponentials.within(249.9, -40, 9.9)).isTrue();
    assertThat(CappedExponentials.within(250, -40, 9)).isFalse();
    assertThat(CappedExponentials.within(0, -40, 10)).isFalse();
    assertThat(CappedExponentials.within(0, 40, 9.9)).isTrue();
  }

  /** {@code r(t, τ)} of a cubic polynomial is its third derivative along (t, τ) over 6. */
  @Test
  void cubes_and_remainders_in_two_numbers() {
    double[] d = {2, -1, 0.5, 3};
    double expected = 2 * 8 + 3 * -1 * 4 * -3 + 3 * 0.5 * 2 * 9 + 3 * -27;
    assertThat(BoundedScaledLikelihood.cube(d, 2, -3)).isCloseTo(expected, within(1e-12));
    var family = new LogNormal();
    for (double t : new double[] {0.1, 2}) {
      double r = family.remainder(0.3, t, 0.2, -0.1, 1.7);
      double linear = family.slope(0.3, 0.2, 1.7) * t - family.scaleSlope(0.3, 0.2, 1.7) * 0.1;
      double square =
          family.curvature(0.3, 0.2, 1.7) * t * t
              - 2 * family.crossCurvature(0.3, 0.2, 1.7) * t * 0.1
              + family.scaleCurvature(0.3, 0.2, 1.7) * 0.01;
      double loss = family.loss(0.3 + t, 0.1, 1.7) - family.loss(0.3, 0.2, 1.7);
      assertThat(r).isCloseTo(loss - linear - square / 2, within(1e-12));
    }
  }

  /** However small, a remainder has its digits: the first term says it then. */
  @Test
  void small_remainders_are_their_first_term() {
    var family = new LogNormal();
    double[] third = new double[4];
    family.third(0.3, 0.2, 1.7, third);
    double leading = BoundedScaledLikelihood.cube(third, 1e-6, -2e-6) / 6;
    assertThat(family.remainder(0.3, 1e-6, 0.2, -2e-6, 1.7))
        .isCloseTo(leading, within(1e-4 * Math.abs(leading)));
    for (int order = 2; order <= 3; order++) {
      double scale = order == 2 ? 1e-18 / 6 : 1e-24 / 24;
      double r = new Logistic().remainder(order, 0.7, 1e-6, 1);
      double first = new Logistic().derivative(order + 1, 0.7, 1) * scale;
      assertThat(r).isCloseTo(first, within(1e-5 * Math.abs(first)));
      // farther out: e^{η + t} less its polynomial
      double t = 0.9;
      double polynomial = 1 + t + t * t / 2 + (order == 3 ? t * t * t / 6 : 0);
      double expected = Math.exp(0.7) * (Math.exp(t) - polynomial);
      assertThat(new Poisson().remainder(order, 0.7, t, 3)).isCloseTo(expected, within(1e-13));
    }
  }

  /** Scaled by σ the change of a predictor, and half as much of log σ. */
  @Test
  void near_is_within_half_a_scale() {
    BoundedScaledLikelihood family = new LogNormal();
    double scale = Math.exp(0.3);
    assertThat(family.near(0.4999 * scale, 0.2499, 0.3, 1)).isTrue();
    assertThat(family.near(-0.4999 * scale, -0.2499, 0.3, 1)).isTrue();
    assertThat(family.near(0.5001 * scale, 0, 0.3, 1)).isFalse();
    assertThat(family.near(0, 0.2501, 0.3, 1)).isFalse();
    assertThat(family.near(0, 0.25, 0.3, 1)).isTrue();
    assertThat(family.near(0.5, 0, 0, 1)).isTrue();
  }
}
