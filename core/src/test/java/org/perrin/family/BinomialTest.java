package org.perrin.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.math.Gamma;

/** Successes in trials against single trials, and against the definition. */
class BinomialTest {
  private static final double[] ETA = {-3, -0.7, 0, 0.4, 2.5};

  static List<Binomial> families() {
    return List.of(
        new Binomial(new Logistic()), new Binomial(new Probit()), new Binomial(new Cloglog()));
  }

  private static double ways(double n, double k) {
    return Gamma.log(n + 1) - Gamma.log(k + 1) - Gamma.log(n - k + 1);
  }

  @ParameterizedTest
  @MethodSource("families")
  void the_weighted_loss_of_a_share_is_the_probability_of_the_count(Binomial family) {
    for (double eta : ETA) {
      for (int k = 0; k <= 7; k++) {
        double log = family.among(7, eta).logDensity(k);
        double p = family.mean(eta);
        double direct = ways(7, k) + k * Math.log(p) + (7 - k) * Math.log1p(-p);
        assertThat(log).isCloseTo(direct, within(1e-9 * (1 + Math.abs(direct))));
        assertThat(ways(7, k) - 7 * family.loss(eta, k / 7.0)).isCloseTo(log, within(1e-9));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void derivatives_of_shares_are_those_of_the_loss(Binomial f) {
    double h = 1e-4;
    for (double eta : ETA) {
      double y = 0.3;
      double[] out = new double[1];
      double slope = (f.loss(eta + h, y) - f.loss(eta - h, y)) / (2 * h);
      double bend = (f.slope(eta + h, y) - f.slope(eta - h, y)) / (2 * h);
      double third = (f.curvature(eta + h, y) - f.curvature(eta - h, y)) / (2 * h);
      assertThat(f.slope(eta, y)).isCloseTo(slope, within(1e-6));
      assertThat(f.curvature(eta, y)).isCloseTo(bend, within(1e-6));
      assertThat(f.derivative(3, eta, y)).isCloseTo(third, within(1e-6));
      assertThat(f.most(3, eta, 0.2, y)).isGreaterThanOrEqualTo(Math.abs(third) - 1e-6);
      f.losses(new double[] {eta}, new double[] {y}, 1, out);
      assertThat(out[0]).isCloseTo(f.loss(eta, y), within(1e-12));
      f.slopes(new double[] {eta}, new double[] {y}, 1, out);
      assertThat(out[0]).isCloseTo(f.slope(eta, y), within(1e-12));
      f.curvatures(new double[] {eta}, new double[] {y}, 1, out);
      assertThat(out[0]).isCloseTo(f.curvature(eta, y), within(1e-12));
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void counts_have_one_distribution(Binomial family) {
    Distribution of = family.among(9, 0.3);
    double sum = 0;
    double mean = 0;
    double square = 0;
    for (int k = 0; k <= 9; k++) {
      double p = Math.exp(of.logDensity(k));
      sum += p;
      mean += k * p;
      square += k * k * p;
      assertThat(of.cumulative(k)).isCloseTo(sum, within(1e-12));
      assertThat(of.quantile(sum - p / 2)).isEqualTo(k);
    }
    assertThat(of.mean()).isCloseTo(mean, within(1e-12));
    assertThat(of.sd()).isCloseTo(Math.sqrt(square - mean * mean), within(1e-12));
    assertThat(of.logDensity(10)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(family.among(0, 0.3).logDensity(0)).isCloseTo(0, within(1e-12));
  }

  @Test
  void links_lead_from_one_family_to_the_next() {
    for (Family family : Families.all()) {
      for (Link link : Families.links(family)) {
        Family other = Families.linked(family, link);
        assertThat(other.parameters().getFirst().link()).isEqualTo(link);
        assertThat(other.support()).isEqualTo(family.support());
        assertThat(Families.named(other.name()).name()).isEqualTo(other.name());
      }
    }
    assertThat(Families.linked(new Logistic(), Link.PROBIT)).isEqualTo(new Probit());
    assertThat(Families.linked(new Binomial(new Probit()), Link.CLOGLOG).name())
        .isEqualTo("binomial-cloglog");
    assertThat(Families.linked(new Poisson(), Link.IDENTITY)).isNull();
  }
}
