package org.perrin.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Links, their inverses and slopes against each other. */
class LinkTest {
  private static final double[] PREDICTORS = {-3, -1, -0.2, 0, 0.4, 1.2};

  @ParameterizedTest
  @EnumSource
  void the_inverse_undoes_the_link(Link link) {
    for (double eta : PREDICTORS) {
      assertThat(link.of(link.inverse(eta))).isCloseTo(eta, within(1e-9));
    }
  }

  /** Central differences of a step h are off by h² and by rounding, both below 1e-9. */
  @ParameterizedTest
  @EnumSource
  void the_slope_is_that_of_the_inverse(Link link) {
    double h = 1e-5;
    for (double eta : PREDICTORS) {
      double expected = (link.inverse(eta + h) - link.inverse(eta - h)) / (2 * h);
      assertThat(link.slope(eta)).isCloseTo(expected, within(1e-9));
    }
  }

  @ParameterizedTest
  @EnumSource
  void far_out_the_slope_is_a_number(Link link) {
    for (double eta : new double[] {-1000, -40, 40}) {
      assertThat(link.slope(eta)).isFinite().isNotNegative();
    }
  }
}
