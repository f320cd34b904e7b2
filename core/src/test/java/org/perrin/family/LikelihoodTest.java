package org.perrin.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.model.Priors;

class LikelihoodTest {
  static java.util.List<Likelihood> families() {
    return java.util.List.of(
        new Logistic(),
        new Linear(0.5),
        new Poisson(),
        new Geometric(),
        new Probit(),
        new Cloglog());
  }

  @ParameterizedTest
  @MethodSource("families")
  void losses_are_numbers_far_out(Likelihood family) {
    for (double eta : new double[] {-1e4, -800, -40, 0, 40, 800, 1e4}) {
      for (double y : new double[] {0, 1}) {
        assertThat(family.loss(eta, y)).isFinite();
        assertThat(family.slope(eta, y)).isFinite();
        assertThat(family.curvature(eta, y)).isFinite().isNotNegative();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void slopes_and_curvatures_in_bulk_are_those_of_one(Likelihood family) {
    double[] eta = {-900, -30, -2, -0.1, 0, 0.3, 1, 5, 33, 650};
    double[] y = {0, 1, 0, 1, 1, 0, 1, 0, 1, 1};
    double[] out = new double[10];
    family.slopes(eta, y, 10, out);
    for (int j = 0; j < 10; j++) {
      double one = family.slope(eta[j], y[j]);
      assertThat(out[j]).isCloseTo(one, within(1e-12 * (1 + Math.abs(one))));
    }
    family.curvatures(eta, y, 10, out);
    for (int j = 0; j < 10; j++) {
      double one = family.curvature(eta[j], y[j]);
      assertThat(out[j]).isCloseTo(one, within(1e-12 * (1 + one)));
      assertThat(one).isLessThanOrEqualTo(family.maxCurvature() * (1 + 1e-12));
    }
  }

  @Test
  void losses_are_negative_log_probabilities() {
    var logistic = new Logistic();
    assertThat(Math.exp(-logistic.loss(0.7, 1)) + Math.exp(-logistic.loss(0.7, 0)))
        .isCloseTo(1, within(1e-12));
    double total = 0;
    for (int y = 0; y < 60; y++) {
      total += Math.exp(-new Poisson().loss(1.3, y));
    }
    assertThat(total).isCloseTo(1, within(1e-9));
    assertThat(new Linear(2).loss(1, 1))
        .isCloseTo(Math.log(2 * Math.sqrt(2 * Math.PI)), within(1e-12));
    assertThat(Poisson.logFactorial(20)).isCloseTo(42.335616460753485, within(1e-9));
  }

  @Test
  void priors_print_as_they_are_written() {
    assertThat(Priors.normal(0, 2.5)).hasToString("normal(0, 2.5)");
    assertThat(Priors.studentT(3, 0, 1)).hasToString("student_t(3, 0, 1)");
    assertThat(Priors.halfCauchy(2)).hasToString("half_cauchy(0, 2)");
    assertThat(Priors.exponential(0.1)).hasToString("exponential(0.1)");
    assertThat(Priors.flat()).hasToString("flat");
  }
}
