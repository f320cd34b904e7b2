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

  /** η, ℓ' to ℓ'''' of a 1, by mpmath 1.3 in 150 digits. */
  private static final double[][] PROBIT = {
    {-1e4, -10000.000099999998, 0.9999999900000006, -1.99999976000003e-12, -5.99999880000021e-16},
    {-50, -50.01998403190564, 0.9996009568131961, -1.5923581891197386e-5, -9.5237338092906655e-7},
    {
      -6.5, -6.6473013611904907, 0.97915653874676089, -0.0056783226153897354, -0.0022360764513630687
    },
    {-5.5, -5.6714103138973056, 0.97213822214555377, -0.0086189435223161058, -0.0038120573764861516}
  };

  private static final double[][] CLOGLOG = {
    {-1e4, -1, 0, 0, 0},
    {
      -30,
      -0.99999999999995321,
      4.6788114844199414e-14,
      4.6788114844197954e-14,
      4.67881148441950e-14
    },
    {-3, -0.97531301996433223, 0.024480442952645747, 0.024067419978299884, 0.023241578776260658},
    {
      4,
      -1.0604803997042767e-22,
      5.6839787570558596e-21,
      -2.9886071940885838e-19,
      1.5403502254760559e-17
    },
    {8, 0, 0, 0, 0}
  };

  /** Nearer than 6 the last two are differences, and keep nine digits. */
  @Test
  void derivatives_keep_their_digits_far_out() {
    for (double[] row : PROBIT) {
      digits(new Probit(), row, row[0] < -6 ? 1e-13 : 1e-9);
    }
    for (double[] row : CLOGLOG) {
      digits(new Cloglog(), row, 1e-12);
    }
    var cloglog = new Cloglog();
    assertThat(cloglog.loss(-1e4, 1)).isEqualTo(1e4);
    assertThat(cloglog.loss(-3, 1)).isCloseTo(3.0247902549765607, within(1e-14));
    assertThat(cloglog.loss(4, 1)).isCloseTo(1.9423376049564018e-24, within(1e-36));
    assertThat(cloglog.loss(-1e4, 0)).isZero();
  }

  private static void digits(BoundedLikelihood family, double[] row, double share) {
    double[] own = {
      family.slope(row[0], 1),
      family.curvature(row[0], 1),
      family.derivative(3, row[0], 1),
      family.derivative(4, row[0], 1)
    };
    for (int k = 0; k < 4; k++) {
      double off = share * Math.abs(row[k + 1]);
      assertThat(own[k]).isCloseTo(row[k + 1], within(k < 2 ? Math.min(off, 1e-12) : off));
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
  }

  @Test
  void priors_print_as_they_are_written() {
    assertThat(Priors.normal(0, 2.5)).hasToString("normal(0, 2.5)");
    assertThat(Priors.studentT(3, 0, 1)).hasToString("student_t(3, 0, 1)");
    assertThat(Priors.halfCauchy(2)).hasToString("half_cauchy(2)");
    assertThat(Priors.exponential(0.1)).hasToString("exponential(0.1)");
    assertThat(Priors.flat()).hasToString("flat");
  }
}
