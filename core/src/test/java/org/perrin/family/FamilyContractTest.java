package org.perrin.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.random.RandomStream;

/**
 * What every family promises: density, distribution function, quantiles, moments, draws, likelihood
 * and derivatives are those of one another.
 */
class FamilyContractTest {
  /** A family at predictors. */
  record Case(Family family, double[] eta) {
    Distribution distribution() {
      return family.at(eta);
    }

    /** Responses that it may have, from all over the distribution. */
    double[] responses() {
      Distribution of = distribution();
      return Arrays.stream(new double[] {0.02, 0.2, 0.45, 0.7, 0.93, 0.995})
          .map(of::quantile)
          .distinct()
          .toArray();
    }

    @Override
    public String toString() {
      return family.name() + " at " + Arrays.toString(eta);
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Family known : Families.all()) {
      Family family = known.given(4);
      int k = family.support() == Support.CLASS ? 3 : family.parameters().size();
      // shares of low precision are next to 1 more often than numbers can tell
      double up = family.support() == Support.UNIT ? 3 : 0;
      for (double main : new double[] {-1, 0.3, 1.4}) {
        for (double other : new double[] {-0.8, 0.5}) {
          double[] eta = new double[k];
          Arrays.setAll(eta, j -> j == 0 ? main : up + other + 0.1 * j);
          cases.add(new Case(family, eta));
        }
      }
    }
    return cases;
  }

  /** Those whose mean and sd are finite, with tails that the sum of quantiles reaches. */
  static Stream<Case> withMoments() {
    return cases().stream()
        .filter(
            one -> {
              Distribution of = one.distribution();
              boolean heavy = of instanceof Student student && student.df() < 3;
              return Double.isFinite(of.mean()) && Double.isFinite(of.sd()) && !heavy;
            });
  }

  /** Times until an event. */
  static Stream<Case> times() {
    return cases().stream().filter(one -> one.family.support() == Support.SURVIVAL);
  }

  /** Bit by bit, so that it does not matter which of them is asked. */
  @ParameterizedTest
  @MethodSource("cases")
  void centres_of_many_rows_are_those_of_each(Case one) {
    if (one.family.parameters().size() == 1 && one.eta.length == 1) {
      double[] eta = {-800, -40, -3, -0.5, -0.0, 0, 1e-9, 0.7, 5, 36, 710, one.eta[0], 99};
      double[] out = eta.clone();
      one.family.centres(out, eta.length - 1, out);
      for (int j = 0; j < eta.length - 1; j++) {
        assertThat(out[j]).as("at " + eta[j]).isEqualTo(one.family.at(eta[j]).centre());
      }
      assertThat(out[eta.length - 1]).isEqualTo(99);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void the_density_is_the_likelihood(Case one) {
    for (double y : one.responses()) {
      double log = one.distribution().logDensity(y);
      double loss =
          switch (one.family) {
            case Likelihood l -> l.loss(one.eta[0], y);
            case ScaledLikelihood l -> l.loss(one.eta[0], one.eta[1], y);
            case JointLikelihood l -> l.loss(one.eta, y, null, null);
            default -> -log;
          };
      assertThat(-log).isCloseTo(loss, within(1e-10 * (1 + Math.abs(loss))));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void the_distribution_function_adds_up_the_density(Case one) {
    Distribution of = one.distribution();
    if (of.whole()) {
      double sum = 0;
      double most = of.quantile(0.9999);
      for (double y = 0; y <= most; y++) {
        sum += Math.exp(of.logDensity(y));
        assertThat(of.cumulative(y)).isCloseTo(sum, within(1e-9));
        assertThat(of.cumulative(y + 0.5)).isEqualTo(of.cumulative(y));
      }
      assertThat(of.cumulative(-1)).isZero();
      return;
    }
    double low = of.quantile(0.01);
    for (double p : new double[] {0.03, 0.1, 0.3, 0.6, 0.9, 0.99}) {
      double high = of.quantile(p);
      double area = integral(y -> Math.exp(of.logDensity(y)), low, high);
      assertThat(of.cumulative(high) - of.cumulative(low)).isCloseTo(area, within(1e-7));
      low = high;
    }
    assertThat(of.cumulative(of.least())).isZero();
    assertThat(of.least() == 0 ? of.logDensity(-1) : Double.NEGATIVE_INFINITY)
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void quantiles_are_where_the_distribution_function_reaches_them(Case one) {
    Distribution of = one.distribution();
    for (double p : new double[] {1e-6, 0.01, 0.3, 0.5, 0.77, 0.999}) {
      double q = of.quantile(p);
      if (of.whole()) {
        assertThat(of.cumulative(q)).isGreaterThanOrEqualTo(p - 1e-12);
        assertThat(of.cumulative(q - 1)).isLessThan(p + 1e-12);
      } else {
        assertThat(of.cumulative(q)).isCloseTo(p, within(1e-9));
      }
    }
  }

  /**
   * {@code E y = ∫ q(p) dp} with {@code p = 1/(1 + e^{−z})} at 20,000 places of z, out to where
   * 1e-11 are left.
   */
  @ParameterizedTest
  @MethodSource("withMoments")
  void mean_and_sd_are_those_of_the_quantiles(Case one) {
    Distribution of = one.distribution();
    int n = 20_000;
    double sum = 0;
    double squares = 0;
    for (int j = 0; j < n; j++) {
      double z = 25 * (2 * (j + 0.5) / n - 1);
      double p = Link.LOGIT.inverse(z);
      double y = of.quantile(p);
      double w = p * (1 - p) * 50 / n;
      sum += w * y;
      squares += w * y * y;
    }
    assertThat(sum).isCloseTo(of.mean(), within(0.002 * of.sd()));
    assertThat(Math.sqrt(squares - sum * sum) / of.sd()).isBetween(0.995, 1.001);
  }

  /** 4,000 draws, Kolmogorov's distance below 1.95/√n: a false alarm in 1,000 for each case. */
  @ParameterizedTest
  @MethodSource("cases")
  void draws_have_the_distribution(Case one) {
    Distribution of = one.distribution();
    int n = 4000;
    var random = RandomStream.of(12, 5);
    double[] y = new double[n];
    Arrays.setAll(y, j -> of.draw(random));
    Arrays.sort(y);
    double most = 0;
    for (int j = 0; j < n; j++) {
      int last = j;
      while (last + 1 < n && y[last + 1] == y[j]) {
        last++;
      }
      most = Math.max(most, Math.abs((last + 1.0) / n - of.cumulative(y[j])));
      j = last;
    }
    assertThat(most).isLessThan(1.95 / Math.sqrt(n));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void derivatives_are_those_of_the_loss(Case one) {
    double h = 1e-5;
    for (double y : one.responses()) {
      double eta = one.eta[0];
      if (one.family instanceof Likelihood l) {
        double[] out = new double[1];
        l.losses(new double[] {eta}, new double[] {y}, 1, out);
        close(out[0], l.loss(eta, y));
        l.slopes(new double[] {eta}, new double[] {y}, 1, out);
        close(out[0], l.slope(eta, y));
        l.curvatures(new double[] {eta}, new double[] {y}, 1, out);
        close(out[0], l.curvature(eta, y));
        close(l.slope(eta, y), slope(e -> l.loss(e, y), eta, h));
        close(l.curvature(eta, y), slope(e -> l.slope(e, y), eta, h));
      }
      if (one.family instanceof ScaledLikelihood l) {
        double s = one.eta[1];
        double[][] out = new double[3][1];
        l.slopes(new double[] {eta}, s, new double[] {y}, 1, out[0], out[1], out[2]);
        close(out[0][0], l.loss(eta, s, y));
        close(out[1][0], l.slope(eta, s, y));
        close(out[2][0], l.scaleSlope(eta, s, y));
        close(l.slope(eta, s, y), slope(e -> l.loss(e, s, y), eta, h));
        close(l.curvature(eta, s, y), slope(e -> l.slope(e, s, y), eta, h));
        close(l.scaleSlope(eta, s, y), slope(t -> l.loss(eta, t, y), s, h));
        close(l.scaleCurvature(eta, s, y), slope(t -> l.scaleSlope(eta, t, y), s, h));
        close(l.crossCurvature(eta, s, y), slope(t -> l.slope(eta, t, y), s, h));
      }
    }
  }

  /** Censored times have a loss of {@code −log P(T > t)}, with its derivatives. */
  @ParameterizedTest
  @MethodSource("times")
  void nothing_until_a_time_has_the_probability_of_nothing_until_then(Case one) {
    double h = 1e-5;
    for (double t : one.responses()) {
      double expected = -Math.log1p(-one.distribution().cumulative(t));
      double eta = one.eta[0];
      if (one.family instanceof Likelihood l) {
        assertThat(l.loss(eta, -t)).isCloseTo(expected, within(1e-10 * (1 + expected)));
        close(l.slope(eta, -t), slope(e -> l.loss(e, -t), eta, h));
        close(l.curvature(eta, -t), slope(e -> l.slope(e, -t), eta, h));
      }
      if (one.family instanceof ScaledLikelihood l) {
        double s = one.eta[1];
        assertThat(l.loss(eta, s, -t)).isCloseTo(expected, within(1e-10 * (1 + expected)));
        close(l.slope(eta, s, -t), slope(e -> l.loss(e, s, -t), eta, h));
        close(l.curvature(eta, s, -t), slope(e -> l.slope(e, s, -t), eta, h));
        close(l.scaleSlope(eta, s, -t), slope(x -> l.loss(eta, x, -t), s, h));
        close(l.scaleCurvature(eta, s, -t), slope(x -> l.scaleSlope(eta, x, -t), s, h));
        close(l.crossCurvature(eta, s, -t), slope(x -> l.slope(eta, x, -t), s, h));
      }
    }
  }

  /** Numbers, however far out a search for the mode strays. */
  @ParameterizedTest
  @MethodSource("cases")
  void losses_and_derivatives_are_numbers_far_out(Case one) {
    for (double y : one.responses()) {
      for (double eta : new double[] {-1e4, -800, -40, 0, 40, 800, 1e4}) {
        if (one.family instanceof Likelihood l) {
          assertThat(l.loss(eta, y)).isFinite();
          assertThat(l.slope(eta, y)).isFinite();
          assertThat(l.curvature(eta, y)).isFinite().isNotNegative();
        }
        if (one.family instanceof ScaledLikelihood l) {
          for (double s : new double[] {-30, -4, 0, 4, 30}) {
            assertThat(l.loss(eta, s, y)).isFinite();
            assertThat(l.slope(eta, s, y)).isFinite();
            assertThat(l.scaleSlope(eta, s, y)).isFinite();
            assertThat(l.curvature(eta, s, y)).isFinite();
            assertThat(l.crossCurvature(eta, s, y)).isFinite();
            assertThat(l.scaleCurvature(eta, s, y)).isFinite();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void responses_of_the_distribution_are_taken_and_others_refused(Case one) {
    for (double y : one.responses()) {
      assertThat(one.family.support().refuse(y)).isNull();
      String fault =
          switch (one.family) {
            case Likelihood l -> l.refuse(y);
            case ScaledLikelihood l -> l.refuse(y);
            default -> null;
          };
      assertThat(fault).isNull();
    }
    assertThat(one.family.support().refuse(Double.NaN)).isNotNull();
  }

  @Test
  void a_synonym_is_of_one_family_and_the_name_of_none() {
    List<String> all = Families.all().stream().flatMap(f -> f.synonyms().stream()).toList();
    assertThat(all).doesNotHaveDuplicates().contains("zinb");
    assertThat(all).doesNotContainAnyElementsOf(names());
    for (Family family : Families.all()) {
      for (String synonym : family.synonyms()) {
        assertThat(synonym).matches("[a-z]+(-[a-z]+)*");
        assertThat(Families.called(synonym)).contains(family);
      }
    }
  }

  private static List<String> names() {
    return Families.all().stream().map(Family::name).toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void derivatives_by_all_predictors_are_those_of_the_loss(Case one) {
    JointLikelihood l = JointLikelihood.of(one.family);
    if (l == null) {
      assertThat(one.family).isInstanceOf(Classes.class);
      return;
    }
    int k = one.eta.length;
    assertThat(l.predictors()).isEqualTo(k);
    double[] slope = new double[k];
    double[] curvature = new double[k * k];
    for (double y : one.responses()) {
      double loss = l.loss(one.eta, y, slope, curvature);
      assertThat(l.loss(one.eta, y, null, null)).isEqualTo(loss);
      for (int i = 0; i < k; i++) {
        int p = i;
        close(slope[p], slope(e -> l.loss(moved(one.eta, p, e), y, null, null), one.eta[p], 1e-5));
        for (int j = 0; j < k; j++) {
          int q = j;
          close(
              curvature[p * k + q],
              slope(
                  e -> {
                    double[] at = new double[k];
                    l.loss(moved(one.eta, p, e), y, at, null);
                    return at[q];
                  },
                  one.eta[p],
                  1e-5));
        }
      }
    }
  }

  private static double[] moved(double[] eta, int k, double value) {
    double[] out = eta.clone();
    out[k] = value;
    return out;
  }

  private static void close(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(2e-6 * (1 + Math.abs(expected))));
  }

  private static double slope(DoubleUnaryOperator f, double x, double h) {
    return (f.applyAsDouble(x + h) - f.applyAsDouble(x - h)) / (2 * h);
  }

  /** Simpson's rule. */
  private static double integral(DoubleUnaryOperator f, double low, double high) {
    int n = 20_000;
    double h = (high - low) / n;
    double sum = f.applyAsDouble(low) + f.applyAsDouble(high);
    for (int j = 1; j < n; j++) {
      sum += (j % 2 == 1 ? 4 : 2) * f.applyAsDouble(low + j * h);
    }
    return sum * h / 3;
  }

  @Test
  void names_and_texts_are_fit_for_a_list() {
    assertThat(Families.all().stream().map(Family::name)).doesNotHaveDuplicates();
    for (Family family : Families.all()) {
      assertThat(family.name()).matches("[a-z]+(-[a-z]+)*");
      assertThat(family.about().length()).isBetween(20, 95);
      assertThat(Families.named(family.name())).isSameAs(family);
      assertThat(family.parameters()).isNotEmpty();
      assertThat(family.parameters().getFirst().prior()).isNull();
      family.parameters().stream().skip(1).forEach(p -> assertThat(p.prior()).isNotBlank());
    }
    assertThat(Families.named("no-such")).isNull();
  }

  /** The contract finds a density that is not normalised, and quantiles that are off. */
  @Test
  void faults_show() {
    var right = new NormalNoise.Normal(0.3, 1.2);
    double area = integral(y -> 1.01 * Math.exp(right.logDensity(y)), -2, 2);
    assertThat(Math.abs(right.cumulative(2) - right.cumulative(-2) - area)).isGreaterThan(1e-4);
  }
}
