package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.autodiff.Differentiated;
import org.perrin.autodiff.OwnModels;
import org.perrin.data.Dataset;
import org.perrin.diagnostics.Convergence;
import org.perrin.family.Quantile;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.sampler.Run;

/** What a run of the exact sampler says of itself, on tables small enough to take no time. */
class ExactRunTest {
  private static final Options EXACT = Options.standard().sampler("exact");

  /** Notes stages, remarks and runs. */
  private static final class Notes implements Watcher {
    final List<String> stages = new ArrayList<>();
    final List<String> remarks = new ArrayList<>();
    int runs;
    long rows;

    @Override
    public void stage(String name) {
      stages.add(name);
    }

    @Override
    public void remark(String text) {
      remarks.add(text);
    }

    @Override
    public void begin(Run run) {
      runs++;
    }

    @Override
    public int blockSteps(long rowsPerStep, long steps) {
      rows = rowsPerStep;
      return 1000;
    }
  }

  private static Glm coins(int n) {
    return Glm.logistic(Examples.weighted(Examples.binary(n, 3)), Priors.normal(0, 2));
  }

  /** Every figure of the account follows from the division, the pilot or the chains. */
  @Test
  void the_account_adds_up() {
    Glm model = coins(600);
    var notes = new Notes();
    Posterior posterior = Sampling.run(model, EXACT.draws(60).chains(3), notes);
    Account account = posterior.account();
    ExactReport report = account.exactly();
    var mode = Newton.find(model);
    var pulled = model.in(mode.metric());
    var plan = (DivisionPlan.Polynomials) DivisionPlan.of(pulled, 180);
    Division division = plan.make(pulled);
    assertThat(account.sampler()).isEqualTo("exact");
    assertThat(account.exact()).isTrue();
    assertThat(account.reason()).isEqualTo("asked for");
    assertThat(report.order()).isEqualTo(division.order());
    int heavy = division.heavy().rows().length;
    assertThat(report.heavyRows()).isEqualTo(heavy);
    assertThat(account.stepSize().getAsDouble()).isCloseTo(1.9 / report.kicks(), within(1e-12));
    double perStep = report.kicks() * (double) heavy + division.heavy().lightRate();
    assertThat(account.subsample()).isEqualTo((int) perStep);
    assertThat(notes.rows).isEqualTo((long) Math.ceil(perStep));
    assertThat(account.burnIn()).isEqualTo(50 * account.thin());
    assertThat(account.passes()).isEqualTo(mode.passes() + 1 + plan.passes());
    assertThat(account.remarks()).isEmpty();
    assertThat(account.inflation()).isEmpty();
    assertThat(account.tolerance()).isEmpty();
    assertThat(notes.runs).isOne();
    assertThat(notes.stages).containsExactly("mode", "weights", "weights", "pilot", "sampling");
    assertThat(report.proposed()).isBetween(0.7, 1.0);
    assertThat(report.corrected()).isBetween(0.8, 1.0);
    assertThat(report.passes()).isZero();
    assertThat(report.guarded()).isNull();
    // steps of the chains, and rows of each: heavy ones at every kick, light ones as counted
    long steps = 3L * (account.burnIn() + 60L * account.thin());
    long full = steps * report.kicks() * heavy;
    double light = report.lightRows() * steps;
    assertThat((double) account.rowsRead() - full).isBetween(0.5 * light, 1.5 * light);
    assertThat(posterior.draws().chains()).hasSize(3);
    assertThat(posterior.draws().coordinate(0)[0].length).isEqualTo(60);
  }

  @Test
  void what_is_asked_for_is_done() {
    var options = EXACT.draws(20).chains(2).thin(5).burnIn(7);
    Account account = Sampling.run(coins(300), options, Watcher.NONE).account();
    assertThat(account.thin()).isEqualTo(5);
    assertThat(account.burnIn()).isEqualTo(7);
    long steps = 2 * (7 + 5 * 20);
    long full = steps * account.exactly().kicks() * account.exactly().heavyRows();
    double light = account.exactly().lightRows() * steps;
    assertThat((double) account.rowsRead() - full).isBetween(0.3 * light, 1.7 * light + 5);
  }

  /** A price is that of the plan, for the draws of all chains. */
  @Test
  void a_price_is_that_of_the_plan() {
    Glm model = coins(300);
    var options = EXACT.draws(500).chains(4);
    var sampling =
        ExactSampling.of(model, options, Watcher.NONE, SamplerStart.of(model, Watcher.NONE));
    var pulled = model.in(Newton.find(model).metric());
    double price = DivisionPlan.of(pulled, 2000).price(2000);
    assertThat(sampling.price()).isCloseTo(price, within(1e-6 * price));
  }

  /**
   * Eight rows for two coefficients: most have no better bound than to be read, and that is said.
   */
  @Test
  void many_heavy_rows_are_remarked() {
    double[][] x = new double[8][];
    double[] y = new double[8];
    Arrays.setAll(x, i -> new double[] {1, i - 3.5});
    Arrays.setAll(y, i -> i % 2);
    var model = Glm.logistic(Dataset.of(x, y), Priors.normal(0, 5));
    var notes = new Notes();
    Account account = Sampling.run(model, EXACT.draws(20), notes).account();
    int heavy = account.exactly().heavyRows();
    assertThat(heavy).isGreaterThan(4);
    String text =
        heavy
            + " of 8 rows are read at every step, because they have no better bounds: nuts is as fast";
    assertThat(account.remarks()).containsExactly(text);
    assertThat(notes.remarks).containsExactly(text);
    var start = SamplerStart.of(model, Watcher.NONE);
    var automatic = Options.standard().draws(20);
    assertThat(ExactSampling.of(model, automatic, Watcher.NONE, start).run("x").account().remarks())
        .isEmpty();
  }

  /** Why models are refused, each in a phrase. */
  @Test
  void refusals_say_why() {
    assertThat(ExactSampling.refuse(coins(50))).isNull();
    assertThat(ExactSampling.refuse(Examples.model("own robust"))).isNull();
    assertThat(ExactSampling.refuse(Examples.model("horseshoe")))
        .isEqualTo("coefficients share an unknown scale, which a few rows do not determine");
    assertThat(ExactSampling.refuse(Examples.model("varying intercepts, linear")))
        .isEqualTo("nothing bounds the third derivatives of its rows");
    var prior = Independent.all(4, Priors.normal(0, 3));
    var median = ScaledGlm.of(new Quantile(0.5), Examples.real(50, 3), prior);
    assertThatThrownBy(() -> Sampling.run(median, EXACT, Watcher.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the exact sampler is not for this model: the ")
        .hasMessageEndingWith(
            "family has no bounds on its third derivatives; sample with nuts or natural instead");
  }

  /** Chains that a watcher ends early are not drawn again. */
  @Test
  void an_early_end_is_an_end() {
    var ending =
        new Watcher() {
          @Override
          public boolean block(Run run) {
            return false;
          }

          @Override
          public int blockSteps(long rows, long steps) {
            return 90;
          }
        };
    Posterior posterior = Sampling.run(coins(300), EXACT.draws(500), ending);
    assertThat(posterior.draws().coordinate(0)[0].length).isBetween(20, 60);
  }

  /** Saved between two blocks and resumed in another run: the same draws and counts, to the bit. */
  @Test
  void a_run_that_was_killed_is_resumed_to_the_same_bits() {
    var draws = new ByteArrayOutputStream();
    var saved = new AtomicReference<byte[]>();
    Watcher saving =
        new Resumable(
            run -> {},
            run -> {
              try {
                if (saved.get() == null) {
                  saved.set(run.save(draws));
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    var options = EXACT.draws(80).chains(2);
    Posterior whole = Sampling.run(coins(300), options, saving);
    var resumed = new ArrayList<Boolean>();
    Watcher resuming =
        new Resumable(
            run -> {
              resumed.add(run.wrote(saved.get()));
              run.restore(saved.get(), new ByteArrayInputStream(draws.toByteArray()));
            },
            run -> {});
    Posterior rest = Sampling.run(coins(300), options, resuming);
    assertThat(resumed).containsExactly(true);
    for (int c = 0; c < 2; c++) {
      assertThat(rest.draws().chains().get(c).values())
          .isEqualTo(whole.draws().chains().get(c).values());
    }
    assertThat(rest.account().rowsRead()).isEqualTo(whole.account().rowsRead());
    assertThat(rest.account().exactly()).isEqualTo(whole.account().exactly());
  }

  /** Does something when a run begins and between its blocks of 60 steps. */
  private record Resumable(Consumer<Run> first, Consumer<Run> then) implements Watcher {
    @Override
    public void begin(Run run) {
      first.accept(run);
    }

    @Override
    public boolean block(Run run) {
      then.accept(run);
      return true;
    }

    @Override
    public int blockSteps(long rows, long steps) {
      return 60;
    }
  }

  /** A pilot finds where a skewed posterior lies: draws are nearly independent all the same. */
  @Test
  void a_skewed_posterior_is_turned_around_where_it_lies() {
    double[][] x = new double[500][];
    double[] y = new double[500];
    Arrays.setAll(x, i -> new double[] {1});
    Arrays.setAll(y, i -> i < 2 ? 1 : 0);
    var model = Glm.logistic(Dataset.of(x, y), Priors.normal(0, 10));
    Posterior posterior = Sampling.run(model, EXACT.draws(300), Watcher.NONE);
    double[][] chains = posterior.draws().coordinate(0);
    assertThat(Convergence.essBulk(chains)).isGreaterThan(700);
    double total = 0;
    double mean = 0;
    for (double b = -16; b < -1; b += 0.001) {
      double p = Math.exp(-model.potential(new double[] {b}) + 14);
      total += p;
      mean += p * b;
    }
    // five standard errors
    assertThat(Convergence.mean(chains))
        .isCloseTo(mean / total, within(5 * Convergence.mcseMean(chains)));
  }

  /** Own models are guarded, and the report says how. */
  @Test
  void own_models_are_guarded() {
    var own = Differentiated.of(Examples.weighted(Examples.real(200, 3)), OwnModels.Robust::new);
    Account account = Sampling.run(own, EXACT.draws(20).chains(2), Watcher.NONE).account();
    assertThat(account.sampler()).isEqualTo("guarded");
    assertThat(account.exact()).isFalse();
    assertThat(account.exactly().guarded().audited()).isPositive();
    assertThat(account.remarks()).first().asString().contains("convexity");
  }
}
