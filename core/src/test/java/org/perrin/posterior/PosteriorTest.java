package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.diagnostics.Convergence;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.draws.Transitions;
import org.perrin.dynamics.Nuts;
import org.perrin.dynamics.StepStatistic;
import org.perrin.gradient.FullGradient;
import org.perrin.math.Parallel;
import org.perrin.mode.Mode;
import org.perrin.model.GaussianMean;
import org.perrin.model.Glm;
import org.perrin.model.Model;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Run;
import org.perrin.sampler.Sampler;

class PosteriorTest {
  private static final double[] BETA = {0.5, -1, 0.3, 0.2, 0, 0.7, -0.4, 1.1};

  /** Linear regression with known noise: the posterior is Gaussian, and the mode gives it. */
  private static Glm linear(int rows) {
    return Glm.linear(Synthetic.linear(81, rows, BETA, 1), 1, Priors.normal(0, 3));
  }

  /**
   * 4 × 5,000 draws, each worth 0.8 independent ones: standard errors are 0.008 sd for means and
   * 0.6 % for standard deviations. Bounds of 5 of them, plus the tolerance: an alarm in 10⁵ seeds.
   */
  @ParameterizedTest
  @EnumSource(Sizing.class)
  void a_gaussian_posterior_comes_out_within_the_tolerance(Sizing sizing) {
    var model = linear(40_000);
    var options = Options.standard().sampler("natural").draws(5000).sizing(sizing);
    Posterior posterior = Perrin.sample(model, options);
    double[] sd = posterior.mode().sd();
    assertThat(posterior.account().meanInflation().getAsDouble()).isLessThan(0.011);
    for (int k = 0; k < BETA.length; k++) {
      double[][] chains = posterior.draws().coordinate(k);
      assertThat(Convergence.mean(chains))
          .isCloseTo(posterior.mode().theta()[k], within(0.045 * sd[k]));
      assertThat(Convergence.sd(chains) / sd[k]).isBetween(0.965, 1.045);
      assertThat(Convergence.rhat(chains)).isLessThan(1.01);
      assertThat(Convergence.essBulk(chains)).isGreaterThan(15_000);
    }
  }

  /** The formula for the inflation, tried where it matters: few rows, a large inflation. */
  @Test
  void measured_noise_predicts_the_inflation() {
    var model = linear(40_000);
    var options = Options.standard().sampler("natural").draws(10_000).subsample(6);
    Posterior posterior = Perrin.sample(model, options);
    double predicted = posterior.account().meanInflation().getAsDouble();
    double measured = 0;
    for (int k = 0; k < BETA.length; k++) {
      double ratio = Convergence.sd(posterior.draws().coordinate(k)) / posterior.mode().sd()[k];
      measured += (ratio - 1) / BETA.length;
    }
    assertThat(predicted).isGreaterThan(0.05);
    assertThat(measured).isCloseTo(predicted, within(0.02));
    assertThat(posterior.account().remarks())
        .anyMatch(text -> text.startsWith("gradient noise widens standard deviations by"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"logistic", "poisson", "linear with unknown noise"})
  void natural_and_exact_agree(String name) {
    Model model =
        switch (name) {
          case "logistic" ->
              Glm.logistic(Synthetic.classification(82, 6000, 6, 0.9, 0.05), Priors.normal(0, 2));
          case "poisson" ->
              Glm.poisson(
                  Synthetic.poisson(83, 6000, new double[] {0.1, 0.4, -0.3}), Priors.normal(0, 2));
          default ->
              ScaledGlm.linear(
                  Synthetic.linear(84, 6000, BETA, 2), Priors.normal(0, 3), Priors.exponential(1));
        };
    var options = Options.standard().draws(2000);
    Posterior natural = Perrin.sample(model, options.sampler("natural"));
    Posterior exact = Perrin.sample(model, options.sampler("nuts").draws(1000));
    for (int k = 0; k < model.dimension(); k++) {
      double[][] a = natural.draws().coordinate(k);
      double[][] b = exact.draws().coordinate(k);
      double sd = Convergence.sd(b);
      double error = Math.hypot(Convergence.mcseMean(a), Convergence.mcseMean(b));
      assertThat(Convergence.mean(a))
          .as(model.names().get(k))
          .isCloseTo(Convergence.mean(b), within(5 * error + 0.03 * sd));
      assertThat(Convergence.sd(a) / sd).isBetween(0.9, 1.1);
    }
    assertThat(Check.of(natural, 300).count(Check.Bias.BIASED)).isZero();
  }

  @Test
  void auto_says_what_it_chose_and_why() {
    var options = Options.standard().draws(50);
    assertThat(Perrin.sample(linear(50), options).account().reason())
        .isEqualTo("exact: 50 rows are too few to subsample (a step would read 56)");
    assertThat(Perrin.sample(linear(500), options).account().reason())
        .isEqualTo("exact: 500 rows × 8 parameters are small enough for all rows at every step");
    assertThat(Perrin.sample(linear(60_000), options.subsample(56)).account().reason())
        .isEqualTo("natural: a step reads 56 of 60,000 rows at a tolerance of 1.00 %");
  }

  /** The same rows: exact is taken at a small tolerance, natural where three times as cheap. */
  @Test
  void auto_takes_what_is_exact_unless_it_is_much_dearer() {
    var model = Glm.logistic(Synthetic.classification(86, 30_000, 40, 0.5, 0), Priors.normal(0, 2));
    Account exact = Perrin.sample(model, Options.standard().draws(300)).account();
    assertThat(exact.sampler()).isEqualTo("exact");
    assertThat(exact.exact()).isTrue();
    assertThat(exact.reason())
        .matches("exact: no bias, at a predicted [0-9.]+ of the time of natural");
    assertThat(exact.exactly().text()).contains("heavy rows", "light rows a step", "accepted");
    Account natural = Perrin.sample(model, Options.standard().draws(300).tolerance(0.1)).account();
    assertThat(natural.sampler()).isEqualTo("natural");
    assertThat(natural.reason())
        .matches(".* tolerance of 10.0 %; exact draws are predicted to take [0-9.]+ times as long");
  }

  @ParameterizedTest
  @ValueSource(strings = {"natural", "exact", "nuts", "sgld-cv-ps", "asgld-cv-ps", "mala"})
  void a_run_goes_on_from_a_checkpoint_to_the_same_bits(String sampler) {
    var model = Glm.logistic(Examples.binary(3000, 4), Priors.normal(0, 2));
    var options = Options.standard().sampler(sampler).draws(30).chains(3).seed(85);
    Posterior whole = Perrin.sample(model, options);
    var saver =
        new Watcher() {
          private final ByteArrayOutputStream draws = new ByteArrayOutputStream();
          private byte[] state;
          private boolean finished;

          @Override
          public int blockSteps(long rows) {
            return 37;
          }

          @Override
          public boolean block(Run run) {
            state = uncheckedSave(run, draws);
            finished = run.finished();
            return run.steps(0) < 100;
          }
        };
    Perrin.sample(model, options, saver);
    assertThat(saver.finished).as("nothing is left to do").isFalse();
    var resumer =
        new Watcher() {
          @Override
          public void begin(Run run) {
            run.restore(saver.state, new ByteArrayInputStream(saver.draws.toByteArray()));
          }
        };
    Posterior resumed = Parallel.with(3, () -> Perrin.sample(model, options, resumer));
    for (int c = 0; c < 3; c++) {
      assertThat(resumed.draws().chains().get(c).values())
          .isEqualTo(whole.draws().chains().get(c).values());
      assertThat(resumed.draws().chains().get(c).sizes())
          .isEqualTo(whole.draws().chains().get(c).sizes());
      Transitions expected = whole.draws().chains().get(c).transitions();
      Transitions actual = resumed.draws().chains().get(c).transitions();
      assertThat(actual.columns()).isEqualTo(expected.columns());
      assertThat(actual.values().toArray()).isEqualTo(expected.values().toArray());
      assertThat(actual.divergent()).isEqualTo(expected.divergent());
      assertThat(actual.fullTrees()).isEqualTo(expected.fullTrees());
    }
    assertThat(resumed.account().inflation()).isEqualTo(whole.account().inflation());
  }

  /**
   * On a standard normal in 40 dimensions trees of three leaps of 0.2 never turn back, and a leap
   * of 4 often loses an energy of a thousand. Steps between draws count too.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.2, 4})
  void divergent_steps_and_full_trees_are_counted_and_survive_a_checkpoint(double step) {
    var model = Examples.gaussianMean(50, 40);
    var seen = model.in(Examples.mode(model).metric());
    var sampler = Sampler.of(new Nuts(step, 2), new FullGradient(seen));
    Chains plan = Chains.of(2).iterations(400).thin(4).seed(5);
    double[][] starts = new double[2][40];
    var whole = Run.of(plan, sampler, starts);
    whole.advance(400);
    var first = Run.of(plan, sampler, starts);
    var log = new ByteArrayOutputStream();
    first.advance(150);
    uncheckedSave(first, log);
    first.advance(31);
    byte[] state = uncheckedSave(first, log);
    var second = Run.of(plan, sampler, starts);
    second.restore(state, new ByteArrayInputStream(log.toByteArray()));
    second.advance(400);
    assertThat(second.draws().divergent()).isEqualTo(whole.draws().divergent());
    assertThat(second.draws().fullTrees()).isEqualTo(whole.draws().fullTrees());
    assertThat(whole.draws().steps()).isEqualTo(800);
    assertThat(step < 1 ? whole.draws().fullTrees() : whole.draws().divergent())
        .isBetween(400L, 800L);
    assertThat(step < 1 ? whole.draws().divergent() : whole.draws().fullTrees()).isZero();
    for (int c = 0; c < 2; c++) {
      Transitions kept = second.draws().chains().get(c).transitions();
      assertThat(kept.values().size()).isEqualTo(100L * kept.columns().size());
      assertThat(kept.values().toArray())
          .isEqualTo(whole.draws().chains().get(c).transitions().values().toArray());
    }
    var mapped = whole.draws().map((u, theta) -> theta[0] = u[0]);
    assertThat(mapped.fullTrees()).isEqualTo(whole.draws().fullTrees());
    assertThat(mapped.know(StepStatistic.DIVERGENT)).isTrue();
    assertThat(Summary.of(whole.draws()).notes())
        .anyMatch(note -> note.matches("\\d+ of 800 steps (reached the largest|were divergent).*"));
  }

  private static byte[] uncheckedSave(Run run, OutputStream draws) {
    try {
      return run.save(draws);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Draws made wrong on purpose: a shift of 0.3 sd, and standard deviations 15 % too large. */
  @Test
  void the_check_sees_what_r_hat_does_not() {
    var model = Examples.gaussianMean(500, 3);
    GaussianMean.ConjugatePosterior truth = model.posterior();
    Mode mode = Examples.mode(model);
    Draws right = gaussianDraws(model, mode, 0, 1);
    Draws shifted = gaussianDraws(model, mode, 0.3, 1);
    Draws wide = gaussianDraws(model, mode, 0, 1.15);
    var account = Perrin.sample(model, Options.standard().draws(10)).account();
    assertThat(Convergence.rhat(shifted.coordinate(0))).isLessThan(1.01);
    var good = Check.of(new Posterior(model, right, mode, account), 400);
    assertThat(good.count(Check.Bias.OK)).isEqualTo(3);
    assertThat(good.verdicts().get(0).sdRatio()).isCloseTo(1, within(0.05));
    var moved = Check.of(new Posterior(model, shifted, mode, account), 400);
    assertThat(moved.verdicts().get(0).finding()).isEqualTo(Check.Bias.BIASED);
    assertThat(moved.verdicts().get(0).meanShift()).isCloseTo(0.3, within(0.06));
    var widened = Check.of(new Posterior(model, wide, mode, account), 400);
    assertThat(widened.count(Check.Bias.BIASED)).isEqualTo(3);
    assertThat(widened.verdicts().get(1).sdRatio()).isCloseTo(1.15, within(0.06));
    assertThat(widened.toString()).contains("3 biased").contains("theta.1");
    assertThat(truth.mean()).containsExactly(mode.theta(), within(1e-9));
  }

  /** Independent draws of the posterior with coordinate u₁ shifted and all of u widened. */
  private static Draws gaussianDraws(Model model, Mode mode, double shift, double widen) {
    List<Draws.Chain> chains = new ArrayList<>();
    for (int c = 0; c < 4; c++) {
      double[] values = Examples.point(3000, 86 + c, widen);
      double[] theta = new double[3];
      for (int t = 0; t < 1000; t++) {
        double[] u = Arrays.copyOfRange(values, 3 * t, 3 * t + 3);
        u[0] += shift;
        mode.metric().toTheta(u, theta);
        System.arraycopy(theta, 0, values, 3 * t, 3);
      }
      chains.add(Draws.Chain.of(3, values));
    }
    return new Draws(model.names(), chains);
  }

  private static Posterior quick(Dataset data) {
    return Perrin.sample(Glm.logistic(data, Priors.normal(0, 2)), Options.standard().draws(300));
  }

  private static Dataset table(int n, java.util.function.IntFunction<double[]> row, int ones) {
    double[][] x = new double[n][];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = row.apply(i);
      y[i] = i < ones ? 1 : 0;
    }
    return Dataset.of(x, y);
  }

  @Test
  void awkward_data_give_a_sensible_posterior() {
    var separable = table(3000, i -> new double[] {1, i - 1500}, 1500);
    var duplicated = table(3000, i -> new double[] {1, i % 7 - 3, i % 7 - 3}, 1500);
    var constant = table(3000, i -> new double[] {1, 5, Math.sin(i)}, 900);
    var ten = table(10, i -> new double[] {1, Math.sin(i)}, 5);
    var wide = table(6, i -> Examples.point(20, i, 1), 3);
    var oneClass = table(3000, i -> new double[] {1, Math.sin(i)}, 0);
    var rare = table(100_000, i -> new double[] {1, Math.sin(i), i == 7 ? 1 : 0}, 30_000);
    for (Dataset data : List.of(separable, duplicated, constant, ten, wide, oneClass, rare)) {
      Posterior posterior = quick(data);
      for (int k = 0; k < data.x().width(); k++) {
        double[][] chains = posterior.draws().coordinate(k);
        assertThat(Convergence.mean(chains)).isFinite().isBetween(-40.0, 40.0);
        assertThat(Convergence.sd(chains)).isBetween(1e-6, 2.3);
        assertThat(Convergence.rhat(chains)).isLessThan(1.05);
      }
      assertThat(Check.of(posterior, 100).count(Check.Bias.BIASED)).isZero();
    }
    // the two copies share one effect: their difference is held by the prior alone
    Posterior posterior = quick(duplicated);
    double[][] a = posterior.draws().coordinate(1);
    double[][] b = posterior.draws().coordinate(2);
    for (int c = 0; c < a.length; c++) {
      for (int t = 0; t < a[c].length; t++) {
        a[c][t] -= b[c][t];
      }
    }
    assertThat(Convergence.sd(a)).isCloseTo(2 * Math.sqrt(2), within(0.3));
  }

  /** One option changes and no other; what is not given is empty. */
  @Test
  void options_change_one_by_one() {
    Options standard = Options.standard();
    assertThat(standard.stepSize()).isEmpty();
    assertThat(standard.automatic()).isTrue();
    assertThat(standard.sampler("nuts").automatic()).isFalse();
    assertThat(standard.sampler("nuts").sampler("auto")).isEqualTo(standard);
    Options all =
        standard
            .sampler("sgld")
            .chains(2)
            .draws(7)
            .seed(9)
            .tolerance(0.02)
            .stepSize(0.3)
            .subsample(11)
            .burnIn(0)
            .thin(3)
            .sizing(Sizing.ADAPTIVE)
            .temperature(2)
            .cycle(5)
            .tuned(true);
    var n = OptionalInt.of(11);
    var h = OptionalDouble.of(0.3);
    var zero = OptionalInt.of(0);
    var three = OptionalInt.of(3);
    var five = OptionalInt.of(5);
    assertThat(all)
        .isEqualTo(
            new Options(
                Optional.of("sgld"),
                2,
                7,
                9,
                0.02,
                h,
                n,
                zero,
                three,
                Sizing.ADAPTIVE,
                2,
                five,
                true));
    assertThat(all.stepSize(OptionalDouble.empty()).subsample(OptionalInt.empty()).stepGiven())
        .isFalse();
  }

  @Test
  void bad_options_are_named() {
    assertThatThrownBy(() -> Options.standard().tolerance(0)).hasMessageContaining("not 0.0");
    assertThatThrownBy(() -> Options.standard().chains(0)).hasMessageContaining("not 0 and");
    assertThatThrownBy(() -> Options.standard().stepSize(-1)).hasMessageContaining("not -1.0");
    assertThatThrownBy(() -> Options.standard().stepSize(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Options.standard().subsample(0))
        .hasMessage("a subsample has at least 1 row, not 0");
    assertThatThrownBy(() -> Options.standard().burnIn(-1))
        .hasMessage("a burn-in has at least 0 steps, not -1");
    assertThatThrownBy(() -> Options.standard().thin(0))
        .hasMessageContaining("between draws, not 0");
    assertThatThrownBy(() -> Options.standard().cycle(1)).hasMessageContaining("2 steps, not 1");
    assertThatThrownBy(() -> Perrin.sample(linear(50), Options.standard().sampler("gibbs")))
        .hasMessageStartingWith("there is no sampler 'gibbs'");
    var poisson =
        Glm.poisson(Synthetic.poisson(87, 5000, new double[] {0.1, 0.2}), Priors.normal(0, 1));
    assertThatThrownBy(() -> Perrin.sample(poisson, Options.standard().sampler("asgld-cv-ps")))
        .hasMessageContaining("no Lipschitz constants");
  }
}
