package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Against closed forms and values of many digits. */
class SpecialTest {
  @Test
  void gamma_is_exponential_and_erlang_for_whole_shapes() {
    for (double x : new double[] {1e-8, 0.1, 0.9, 2.5, 7, 40}) {
      assertThat(Special.gamma(1, x)).isCloseTo(-Math.expm1(-x), within(1e-13));
      double above = Math.exp(-x) * (1 + x + x * x / 2);
      assertThat(Special.gammaAbove(3, x) / above).isCloseTo(1, within(1e-12));
      assertThat(Special.gamma(3, x) + Special.gammaAbove(3, x)).isCloseTo(1, within(1e-14));
    }
    assertThat(Special.gamma(2, -1)).isZero();
    assertThat(Special.gamma(2, Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(Special.gammaAbove(2, 0)).isEqualTo(1);
  }

  @Test
  void the_normal_distribution_has_its_known_values() {
    assertThat(Special.normal(0)).isEqualTo(0.5);
    assertThat(Special.normal(1.96)).isCloseTo(0.9750021048517795, within(1e-14));
    assertThat(Special.normal(-6) / 9.865876450376981e-10).isCloseTo(1, within(1e-12));
    for (double p : new double[] {1e-300, 1e-12, 0.001, 0.2, 0.5, 0.84, 0.9999}) {
      double back = Special.normal(Special.normalQuantile(p));
      assertThat(back / p).isCloseTo(1, within(1e-12));
    }
    assertThat(Special.normalQuantile(0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(Special.normalQuantile(1)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Special.normalQuantile(2)).isNaN();
  }

  @Test
  void beta_is_a_polynomial_for_whole_shapes() {
    for (double x : new double[] {1e-6, 0.1, 0.5, 0.83, 0.999}) {
      assertThat(Special.beta(1, 1, x)).isCloseTo(x, within(1e-14));
      assertThat(Special.beta(2, 1, x)).isCloseTo(x * x, within(1e-14));
      assertThat(Special.beta(2, 3, x)).isCloseTo(x * x * (6 - 8 * x + 3 * x * x), within(1e-13));
      assertThat(Special.beta(0.5, 0.5, x))
          .isCloseTo(2 / Math.PI * Math.asin(Math.sqrt(x)), within(1e-12));
    }
    assertThat(Special.beta(2, 3, -1)).isZero();
    assertThat(Special.beta(2, 3, 1)).isEqualTo(1);
  }

  @Test
  void the_logarithm_of_gamma_has_its_known_values() {
    assertThat(Special.logGamma(0.5)).isCloseTo(Math.log(Math.PI) / 2, within(1e-13));
    assertThat(Special.logGamma(11)).isCloseTo(Math.log(3628800), within(1e-12));
  }
}
