package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.FloatRows;
import org.perrin.data.Rows;
import org.perrin.data.Synthetic;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Likelihood;
import org.perrin.family.Linear;
import org.perrin.family.Logistic;
import org.perrin.family.OverdispersedCounts;
import org.perrin.family.Poisson;
import org.perrin.family.ScaledLikelihood;
import org.perrin.family.Support;
import org.perrin.math.Parallel;
import org.perrin.mode.Mode;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.Model;
import org.perrin.model.Multinomial;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/** The exact sampler from data to draws. */
class ExactSamplingTest {
  /** 3,000 rows with offsets and weights, and a prior that is not normal. */
  private static Glm model(String name) {
    int n = 3000;
    Rows x = Examples.design(n, 2, 14);
    double[] y = new double[n];
    double[] offset = new double[n];
    double[] weight = new double[n];
    for (int i = 0; i < n; i++) {
      offset[i] = 0.3 * x.get(i, 1) - 2;
      weight[i] = i % 5 == 0 ? 0 : 0.5 + (i % 3) / 2.0;
      y[i] = i % 29 == 0 ? 1 : 0;
    }
    Rows kept = name.contains("single") ? FloatRows.of(x) : x;
    var data = new Dataset(kept, y, offset, weight, List.of("a", "b"));
    var prior = Independent.all(2, Priors.studentT(4, 0.5, 1));
    return Glm.of(
        name.startsWith("logistic")
            ? new Logistic()
            : name.startsWith("poisson") ? new Poisson() : new Linear(3),
        data,
        prior);
  }

  /** Means and standard deviations by a sum over a grid in the natural metric. */
  private static double[] truth(Model model, Mode mode) {
    double[] sums = new double[4];
    double total = 0;
    double lowest = model.potential(mode.theta());
    double[] theta = new double[2];
    for (double a = -7; a <= 7; a += 0.2) {
      for (double b = -7; b <= 7; b += 0.2) {
        mode.metric().toTheta(new double[] {a, b}, theta);
        double p = Math.exp(lowest - model.potential(theta));
        total += p;
        for (int k = 0; k < 2; k++) {
          sums[k] += p * theta[k];
          sums[2 + k] += p * theta[k] * theta[k];
        }
      }
    }
    double[] truth = new double[4];
    for (int k = 0; k < 2; k++) {
      truth[k] = sums[k] / total;
      truth[2 + k] = Math.sqrt(sums[2 + k] / total - truth[k] * truth[k]);
    }
    return truth;
  }

  /**
   * 4 × 5,000 draws: means within 5 of their standard errors and sds within 3 % (their error is
   * below 0.6 %): 16 checks, one false alarm in 10⁵ seeds.
   */
  @ParameterizedTest
  @ValueSource(strings = {"logistic", "poisson", "linear", "logistic in single precision"})
  void draws_are_those_of_the_posterior(String name) {
    Model model = model(name);
    Posterior posterior = Perrin.sample(model, Options.standard().sampler("exact").draws(5000));
    double[] truth = truth(model, posterior.mode());
    for (int k = 0; k < 2; k++) {
      double[][] chains = posterior.draws().coordinate(k);
      assertThat(Convergence.mean(chains))
          .isCloseTo(truth[k], within(5 * Convergence.mcseMean(chains)));
      assertThat(Convergence.sd(chains) / truth[2 + k]).isBetween(0.97, 1.03);
      assertThat(Convergence.essBulk(chains)).isGreaterThan(12_000);
    }
    var account = posterior.account();
    assertThat(account.exact()).isTrue();
    assertThat(account.sampler()).isEqualTo("exact");
    assertThat(account.exactly().heavyRows()).isLessThan(300);
    assertThat(account.exactly().lightRows()).isLessThan(50);
    assertThat(account.exactly().proposed()).isGreaterThan(0.8);
    if (name.equals("linear")) {
      assertThat(account.rowsRead()).isZero();
    }
  }

  /**
   * Against NUTS on all rows, 4 × 2,000 draws of each: means within 5 standard errors, standard
   * deviations within 7 % (5 of theirs): a false alarm in 10⁵ seeds.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "robust",
        "linear",
        "negative-binomial",
        "gamma",
        "lognormal",
        "inverse-gaussian",
        "beta",
        "weibull"
      })
  void a_shared_scale_is_sampled_too(String name) {
    Family family = Families.named(name);
    Dataset data =
        family instanceof OverdispersedCounts
            ? Examples.overdispersed(1500, 3)
            : Examples.weighted(
                Examples.fit(family, family.support() == Support.REAL ? 4000 : 700, 3));
    var prior = Independent.all(4, Priors.normal(0, 3));
    var model = ScaledGlm.of((ScaledLikelihood) family, data, prior);
    Account account = compare(model);
    if (name.equals("linear")) {
      assertThat(account.rowsRead()).isZero();
    } else {
      assertThat(account.exactly().lightRows()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"geometric", "probit", "cloglog", "exponential"})
  void families_with_bounds_are_sampled(String name) {
    Family family = Families.named(name);
    Dataset data = Examples.weighted(Examples.fit(family, 1000, 3));
    var model = Glm.of((Likelihood) family, data, Independent.all(3, Priors.normal(0, 3)));
    assertThat(compare(model).exactly().lightRows()).isPositive();
  }

  private static Account compare(Model model) {
    var options = Options.standard().draws(2000);
    Posterior exact = Perrin.sample(model, options.sampler("exact"));
    Posterior nuts = Perrin.sample(model, options.sampler("nuts"));
    for (int k = 0; k < model.dimension(); k++) {
      double[][] a = exact.draws().coordinate(k);
      double[][] b = nuts.draws().coordinate(k);
      double error = Math.hypot(Convergence.mcseMean(a), Convergence.mcseMean(b));
      assertThat(Convergence.mean(a)).isCloseTo(Convergence.mean(b), within(5 * error));
      assertThat(Convergence.sd(a) / Convergence.sd(b)).isBetween(0.93, 1.07);
      assertThat(Convergence.essBulk(a)).isGreaterThan(5000);
    }
    return exact.account();
  }

  /** As above, for eight coefficients: three classes with offsets and weights, 6,000 rows. */
  @Test
  void several_classes_are_sampled_from_few_rows() {
    Dataset data = Examples.weighted(Examples.classes(6000, 4));
    Account account = compare(Multinomial.of(data, Independent.all(8, Priors.studentT(4, 0, 2))));
    assertThat(account.exact()).isTrue();
    assertThat(account.exactly().heavyRows()).isLessThan(600);
    assertThat(account.exactly().lightRows()).isBetween(0.01, 50.0);
    assertThat(account.exactly().corrected()).isGreaterThan(0.8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void draws_do_not_depend_on_the_number_of_threads(boolean classes) {
    Model model =
        classes
            ? Multinomial.of(Examples.classes(8000, 4), Independent.all(8, Priors.normal(0, 2)))
            : Glm.logistic(Synthetic.covertypeLike(4, 8000), Priors.normal(0, 2));
    var options = Options.standard().sampler("exact").draws(20).chains(3);
    Draws one = Parallel.with(1, () -> Perrin.sample(model, options)).draws();
    Draws four = Parallel.with(4, () -> Perrin.sample(model, options)).draws();
    for (int c = 0; c < 3; c++) {
      assertThat(four.chains().get(c).values()).isEqualTo(one.chains().get(c).values());
    }
  }

  /** As rows grow, fewer are read: 100,000 rows of ten columns need hardly any. */
  @Test
  void many_rows_are_hardly_read() {
    var model =
        Glm.logistic(Synthetic.classification(5, 100_000, 9, 0.5, 0.3), Priors.normal(0, 3));
    Posterior posterior = Perrin.sample(model, Options.standard().sampler("exact"));
    assertThat(posterior.account().rowsRead()).isLessThan(20_000);
    double least =
        Arrays.stream(new int[] {0, 4, 9})
            .mapToDouble(k -> Convergence.essBulk(posterior.draws().coordinate(k)))
            .min()
            .orElseThrow();
    assertThat(least).isGreaterThan(3500);
  }

  @Test
  void models_without_bounds_are_refused_in_a_line() {
    var groups = Examples.model("varying intercepts, logistic");
    assertThatThrownBy(() -> Perrin.sample(groups, Options.standard().sampler("exact")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the exact sampler is not for this model: nothing bounds the third derivatives of its"
                + " rows; sample with nuts or natural instead");
  }

  /** 4,000 correlated pairs: the shrunk correlation, the mean and the widths come back. */
  @Test
  void moments_of_a_pilot_move_the_metric() {
    double[][] draws = new double[4000][];
    for (int t = 0; t < draws.length; t++) {
      double[] u = Examples.point(3, t, 1);
      draws[t] = new double[] {0.7 + u[0], 1.5 * (0.8 * u[0] + 0.6 * u[1]), u[2]};
    }
    var moments = PilotMoments.of(draws, 1);
    assertThat(moments.off()).isTrue();
    assertThat(moments.mean()).containsExactly(new double[] {0.7, 0, 0}, within(0.1));
    assertThat(moments.covariance()[1]).isCloseTo(1.2, within(0.15));
    Mode moved = moments.move(Mode.standard(3));
    assertThat(moved.theta()).containsExactly(moments.mean(), within(1e-12));
    assertThat(moved.covariance()).containsExactly(moments.covariance(), within(1e-9));
    double[] u = new double[3];
    moved.metric().toU(new double[] {1, 2, 3}, u);
    double[] back = new double[3];
    moved.metric().toTheta(u, back);
    assertThat(back).containsExactly(new double[] {1, 2, 3}, within(1e-9));
    for (int t = 0; t < draws.length; t++) {
      draws[t] = Examples.point(3, t, 1);
    }
    assertThat(PilotMoments.of(draws, 1).off()).isFalse();
  }

  /**
   * A level of four rows without an event, under a wide Cauchy prior: a tail in which chains are
   * slow. They are drawn again, with eight times the steps to a draw, unless steps are asked for or
   * draws are few.
   */
  @Test
  void slow_chains_are_sampled_again_with_more_steps() {
    double[][] x = new double[40][];
    double[] y = new double[40];
    Arrays.setAll(x, i -> new double[] {1, i % 10 == 0 ? 1 : 0});
    Arrays.setAll(y, i -> i % 10 != 0 && i % 3 == 0 ? 1 : 0);
    var prior = Independent.all(2, Priors.studentT(1, 0, 20));
    var model = Glm.of(new Logistic(), Dataset.of(x, y), prior);
    var options = Options.standard().sampler("exact").draws(200).chains(2);
    Account slow = Perrin.sample(model, options).account();
    String text = "the chains are slow: sampled again with %,d steps to a draw";
    assertThat(slow.remarks()).contains(text.formatted(slow.thin()));
    assertThat(slow.thin() % 8).isZero();
    assertThat(slow.burnIn()).isEqualTo(50 * slow.thin());
    Account few = Perrin.sample(model, options.draws(199)).account();
    assertThat(few.thin()).isEqualTo(slow.thin() / 8);
    Account given = Perrin.sample(model, options.thin(2)).account();
    assertThat(given.thin()).isEqualTo(2);
  }
}
