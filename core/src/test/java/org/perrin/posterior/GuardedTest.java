package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.autodiff.Differentiated;
import org.perrin.autodiff.OwnModels;
import org.perrin.data.Dataset;
import org.perrin.diagnostics.Convergence;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.dynamics.Audit;
import org.perrin.family.StudentNoise;
import org.perrin.math.Parallel;
import org.perrin.metric.DiagonalMetric;
import org.perrin.metric.Metric;
import org.perrin.model.Bounded;
import org.perrin.model.Estimated;
import org.perrin.model.Independent;
import org.perrin.model.Priors;
import org.perrin.model.PulledModel;
import org.perrin.model.ScaledGlm;

/** The exact sampler on models whose bounds are estimates: guarded, and called so. */
class GuardedTest {
  private static final Options OPTIONS = Options.standard().sampler("exact").draws(1500);

  private static final Dataset DATA = Examples.weighted(Examples.real(2000, 3));

  private static Differentiated robust(Dataset data) {
    return Differentiated.of(data, OwnModels.Robust::new);
  }

  /** NUTS on the built-in model, which is the same. */
  private static Draws nuts() {
    var normal = Priors.normal(0, 2.5);
    var prior = new Independent(List.of(normal, normal, normal, Priors.exponential(1)));
    var model = ScaledGlm.of(new StudentNoise(), DATA, prior);
    return Perrin.sample(model, OPTIONS.sampler("nuts")).draws();
  }

  /** Against NUTS: means within 5 standard errors, sds within 9 %: 10⁻⁵ false alarms. */
  private static void assertSame(Draws a, Draws b) {
    for (int k = 0; k < a.dimension(); k++) {
      double[][] one = a.coordinate(k);
      double[][] other = b.coordinate(k);
      double error = Math.hypot(Convergence.mcseMean(one), Convergence.mcseMean(other));
      assertThat(Convergence.mean(one)).isCloseTo(Convergence.mean(other), within(5 * error));
      assertThat(Convergence.sd(one) / Convergence.sd(other)).isBetween(0.91, 1.09);
    }
  }

  @Test
  void own_models_are_guarded_have_the_draws_of_nuts_and_the_account_says_so() {
    Posterior guarded = Perrin.sample(robust(DATA), OPTIONS);
    assertSame(guarded.draws(), nuts());
    Account account = guarded.account();
    assertThat(account.sampler()).isEqualTo("guarded");
    assertThat(account.exact()).isFalse();
    var checks = account.exactly().guarded();
    assertThat(checks.audited()).isGreaterThan(3000);
    assertThat(checks.excess()).isBetween(0.001, 1.0);
    assertThat(checks.raised()).isZero();
    assertThat(account.exactly().heavyRows()).isLessThan(1000);
    assertThat(account.exactly().lightRows()).isPositive();
    assertThat(account.exactly().text())
        .contains("guarded: bounds were estimated, not proved", "rows audited")
        .doesNotContain("exact");
    var bias =
        Trust.of(guarded.draws(), Summary.of(guarded.draws()), account).findings().stream()
            .filter(f -> f.question().contains("biased"))
            .findFirst()
            .orElseThrow();
    assertThat(bias.answer()).isEqualTo("Not as far as was checked");
    assertThat(bias.detail()).contains("estimated, not proved", "audited at random");
  }

  /** A model whose estimates are a ten-thousandth of what they should be. */
  private static final class Careless extends PulledModel implements Estimated {
    private final Differentiated own;
    private final double share;

    Careless(Differentiated own, double share) {
      super(own, identity(own.dimension()));
      this.own = own;
      this.share = share;
    }

    private static Metric identity(int d) {
      double[] ones = new double[d];
      Arrays.fill(ones, 1);
      return DiagonalMetric.of(new double[d], ones);
    }

    @Override
    public double[] start() {
      return own.start();
    }

    @Override
    public Bounded guarded(Metric metric, double safety, int[] unknown) {
      return own.guarded(metric, share * safety, unknown);
    }
  }

  /** Positive control: bounds that are none are found, raised and reported, and the draws right. */
  @Test
  void bounds_that_are_too_low_are_found_raised_and_reported() {
    Posterior guarded = Perrin.sample(new Careless(robust(DATA), 1e-4), OPTIONS);
    var account = guarded.account();
    assertThat(account.exactly().guarded().raised()).isPositive();
    assertThat(account.exactly().guarded().excess()).isBetween(0.001, 1.0);
    assertThat(account.exactly().text()).contains("after bounds were raised");
    assertThat(account.remarks())
        .anySatisfy(
            text ->
                assertThat(text)
                    .contains("exceeded its estimated bound", "raised, chains started again"));
    assertSame(guarded.draws(), nuts());
  }

  @Test
  void bounds_that_stay_too_low_end_in_a_line() {
    var guarding = new Guarding(robust(DATA));
    for (int k = 1; k <= 8; k++) {
      guarding.note(new Audit(5, 1.5, k));
      assertThat(guarding.raise()).contains("1.50 times");
    }
    assertThat(guarding.raise()).isNull();
    guarding.note(new Audit(5, 0.9, 3));
    assertThat(guarding.raise()).isNull();
    guarding.note(new Audit(5, 2, 3));
    assertThatThrownBy(guarding::raise)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sample with nuts or natural instead");
  }

  @Test
  void models_with_proved_bounds_are_not_guarded() {
    var guarding = new Guarding(Examples.model("logistic"));
    guarding.note(new Audit(5, 3, 1));
    assertThat(guarding.needed()).isFalse();
    assertThat(guarding.raise()).isNull();
    assertThat(guarding.report()).isNull();
  }

  @Test
  void draws_do_not_depend_on_the_number_of_threads() {
    Differentiated model = robust(Examples.real(900, 3));
    var options = OPTIONS.draws(20).chains(3);
    Draws one = Parallel.with(1, () -> Perrin.sample(model, options)).draws();
    Draws four = Parallel.with(4, () -> Perrin.sample(model, options)).draws();
    for (int c = 0; c < 3; c++) {
      assertThat(four.chains().get(c).values()).isEqualTo(one.chains().get(c).values());
    }
  }

  @Test
  void auto_does_not_guard() {
    var model = robust(Examples.real(400, 3));
    var account = Perrin.sample(model, Options.standard().draws(20)).account();
    assertThat(account.sampler()).isNotIn("guarded", "exact");
  }
}
