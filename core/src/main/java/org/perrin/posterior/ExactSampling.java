package org.perrin.posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;
import org.perrin.dynamics.Corrected;
import org.perrin.dynamics.State;
import org.perrin.dynamics.Trajectories;
import org.perrin.gradient.Remote;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.Bounded;
import org.perrin.model.Estimated;
import org.perrin.model.Model;
import org.perrin.model.SharedScaleModel;
import org.perrin.posterior.KicksSearch.KicksTrial;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Run;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;

/**
 * The sampler that is exact and reads few rows: Hamiltonian trajectories on a {@link Division}'s
 * surrogate in the natural metric, put right by Poisson thinning over the rows that it leaves to a
 * polynomial. Nothing to tune: rows are divided by predicted cost, trajectories by a pilot.
 */
final class ExactSampling {
  /** Kicks that the search begins with. */
  private static final int FIRST = 2;

  private static final int PILOT_CHAINS = 4;
  private static final int TRIAL = 40;
  private static final int LONG_TRIAL = 200;
  private static final int BURN_IN = 50;
  private static final int MOST_CENTRES = 2;

  /** Moves accepted below which the rows' centre and metric are looked for again. */
  private static final double FEW = 0.5;

  /** By how much R-hat may exceed 1. */
  private static final double MOST_RHAT = 0.01;

  /** Draws of a chain below which R-hat says little. */
  private static final int FEWEST = 200;

  /** Steps to a draw are so many times more where chains disagree. */
  private static final int SLOWER = 8;

  /** Nanoseconds of one core that this may take. */
  private static final double AFFORDABLE = 60e9;

  /** Steps to a draw beyond which {@code auto} looks for another sampler. */
  private static final int MOST_STEPS = 12;

  private final Model model;
  private final Options options;
  private final Watcher watcher;
  private final Clock clock;
  private final List<String> remarks = new ArrayList<>();
  private final Guarding guarding;
  private Mode mode;
  private Bounded pulled;
  private DivisionPlan plan;
  private Division division;
  private @Nullable Metric reference;
  private KicksTrial cheapest;
  private int kicks;
  private double accepted;
  private double stepCost;
  private int slower = 1;
  private int passes;

  private ExactSampling(Model model, Options options, Watcher watcher, SamplerStart start) {
    this.model = model;
    this.options = options;
    this.watcher = watcher;
    this.clock = start.clock();
    this.guarding = new Guarding(model);
    this.mode = start.search().mode();
    this.passes = mode.passes();
    remarks.addAll(Sampling.remarks(model, start.search().rough()));
  }

  static Posterior sample(Model model, Options options, Watcher watcher, String reason) {
    String why = refuse(model);
    if (why != null) {
      throw new IllegalArgumentException(
          "the exact sampler is not for this model: %s; sample with nuts or natural instead"
              .formatted(why));
    }
    return of(model, options, watcher, SamplerStart.of(model, watcher)).run(reason);
  }

  /** Ready to run, and to say what that will cost. */
  static ExactSampling of(Model model, Options options, Watcher watcher, SamplerStart start) {
    var sampling = new ExactSampling(model, options, watcher, start);
    sampling.prepare();
    return sampling;
  }

  /** Nanoseconds of one core for the draws asked for, predicted; see {@link Prices}. */
  double price() {
    return plan.price(Prices.draws(options));
  }

  /** Why a model cannot be sampled this way, or null. */
  static @Nullable String refuse(Model model) {
    if (model instanceof SharedScaleModel) {
      return "coefficients share an unknown scale, which a few rows do not determine";
    }
    if (!(model instanceof Bounded) && !(model instanceof Estimated)) {
      return "nothing bounds the third derivatives of its rows";
    }
    if (model.dimension() > Newton.DENSE_LIMIT) {
      return "%,d parameters are more than %,d".formatted(model.dimension(), Newton.DENSE_LIMIT);
    }
    return model instanceof Bounded bounded ? bounded.unbounded() : null;
  }

  /** Samples. */
  Posterior run(String reason) {
    Run run = null;
    while (run == null) {
      divide();
      clock.time("pilot", this::tune);
      run = raised() ? null : sampled();
    }
    Draws draws = Sampling.inTheta(run, mode.metric()::toTheta, watcher);
    var account =
        new Account(
            guarding.needed() ? "guarded" : "exact",
            !guarding.needed(),
            reason,
            OptionalDouble.of(new Trajectories(kicks).step()),
            (int) Math.min(Integer.MAX_VALUE, rowsPerStep()),
            thin(),
            burnIn(),
            OptionalDouble.empty(),
            new double[0],
            passes,
            run.rowsRead(),
            clock.seconds(),
            remarks,
            List.of(),
            report(run));
    return new Posterior(model, draws, mode, account);
  }

  /** A run whose bounds held, or null. */
  private @Nullable Run sampled() {
    checkHeavy();
    if (options.automatic() && KicksSearch.thin(accepted) > MOST_STEPS) {
      throw new UnsuitableException(
          "few rows are not informative enough: %s %% of moves would be accepted"
              .formatted(Sampling.percent(accepted)));
    }
    Run run = clock.time("sampling", this::settled);
    guarding.note(counts(run.chains()).audit());
    return raised() ? null : run;
  }

  /** Whether a bound was exceeded: then all are raised, and rows are divided again. */
  private boolean raised() {
    String text = guarding.raise();
    if (text != null) {
      remarks.add(text);
      watcher.remark(text);
      slower = 1;
      reference = null;
      prepare();
    }
    return text != null;
  }

  private ExactReport report(Run run) {
    Corrected.Counts counts = counts(run.chains());
    return new ExactReport(
        division.order(),
        division.heavy().rows().length,
        kicks,
        (double) counts.lightRows() / counts.steps(),
        (double) counts.proposed() / counts.steps(),
        (double) counts.accepted() / Math.max(1, counts.proposed()),
        counts.passes(),
        guarding.report());
  }

  private static Corrected.Counts counts(List<RunningChain> chains) {
    return chains.stream()
        .map(RunningChain::state)
        .map(Corrected::counts)
        .reduce(Corrected.Counts::plus)
        .orElseThrow();
  }

  /** Rows in u, and how to divide them. */
  private void prepare() {
    clock.time(
        "weights",
        () -> {
          pulled = guarding.pulled(mode.metric());
          plan = DivisionPlan.of(pulled, Prices.draws(options));
          return null;
        });
    passes += 1 + plan.passes();
  }

  private void divide() {
    clock.time(
        "weights",
        () -> {
          try {
            division = plan.make(pulled);
          } catch (IllegalArgumentException e) {
            // what this sampler has no room or no bounds for another may sample
            throw options.automatic() ? new UnsuitableException(e.getMessage()) : e;
          }
          return null;
        });
  }

  /** What a user should know who thinks that few rows are read. */
  private void checkHeavy() {
    int heavy = division.heavy().rows().length;
    if (heavy > model.rows() / 2 && options.sampler().equals(Optional.of("exact"))) {
      String text =
          "%,d of %,d rows are read at every step, because they have no better bounds: nuts is as fast"
              .formatted(heavy, model.rows());
      remarks.add(text);
      watcher.remark(text);
    }
  }

  /** Samples, and again with steps farther between draws if tails make the chains slow. */
  private Run settled() {
    Run run = draw("exact 1");
    boolean cheap = SLOWER * thin() * stepCost * Prices.draws(options) < AFFORDABLE;
    boolean few = options.draws() < FEWEST;
    if (!run.finished() || options.thin().isPresent() || !cheap || few || mixed(run, MOST_RHAT)) {
      return run;
    }
    slower = SLOWER;
    String text = "the chains are slow: sampled again with %,d steps to a draw".formatted(thin());
    remarks.add(text);
    watcher.remark(text);
    Run again = draw("exact 2");
    if (again.finished() && options.automatic() && !mixed(again, 2 * MOST_RHAT)) {
      throw new UnsuitableException("the chains from few rows do not agree");
    }
    return again;
  }

  /** Whether R-hat exceeds 1 by no more than {@code most} everywhere. */
  private boolean mixed(Run run, double most) {
    return IntStream.range(0, model.dimension())
        .mapToObj(run.draws()::coordinate)
        .allMatch(chains -> Convergence.rhat(chains) <= 1 + most);
  }

  private double rowsPerStep() {
    return (double) kicks * division.heavy().rows().length + division.heavy().lightRate();
  }

  private Sampler sampler() {
    return division.sampler(new Trajectories(kicks).around(reference));
  }

  /**
   * What suits where the chains live: a normal density to turn around, kicks, and where few moves
   * are accepted another centre and metric for the rows, which takes passes.
   */
  private Void tune() {
    var search = new KicksSearch(number -> tried(number, TRIAL).summary());
    settle(search, FIRST);
    for (int round = 0; round < MOST_CENTRES; round++) {
      Trial longer = tried(kicks, LONG_TRIAL);
      search.note(longer.summary());
      // half of what the share of accepted moves says, for coordinates that mix slowly
      var moments = PilotMoments.of(longer.draws(), accepted / (2 - accepted) / 2);
      if (!moments.off()) {
        break;
      }
      if (accepted < FEW) {
        mode = moments.move(mode);
        reference = null;
        prepare();
        divide();
        search.forget();
      } else {
        if (reference == null) {
          search.forget();
        }
        reference = moments.metric();
      }
      settle(search, kicks);
    }
    enough(search);
    return null;
  }

  private void settle(KicksSearch search, int from) {
    cheapest = search.cheapest(from);
    kicks = cheapest.kicks();
    accepted = cheapest.share();
    stepCost = cheapest.stepCost();
  }

  private void enough(KicksSearch search) {
    double rest = cheapest.stepCost() - division.cost(cheapest.kicks(), 0);
    KicksSearch.Choice choice = search.enough(cheapest, more -> rest + division.cost(more, 0));
    kicks = choice.kicks();
    accepted = choice.share();
    stepCost = rest + division.cost(kicks, 0);
  }

  private Trial tried(int number, int steps) {
    kicks = number;
    return trial(steps);
  }

  /** What short chains did, and where they were. */
  private record Trial(KicksTrial summary, double[][] draws) {}

  private Trial trial(int steps) {
    Sampler sampler = sampler();
    int first = steps / 5;
    int kept = steps - first;
    double[][] starts = Natural.starts(PILOT_CHAINS, model.dimension(), options.seed());
    double[][] draws = new double[PILOT_CHAINS * kept][];
    RunningChain[] chains = new RunningChain[PILOT_CHAINS];
    // pilot chains take streams that no real chain has
    Arrays.setAll(chains, c -> new RunningChain(sampler, starts[c], ~options.seed(), 64 + c));
    sampler.ahead(Arrays.stream(chains).map(RunningChain::comingRows).toList(), steps, 0);
    Parallel.run(
        PILOT_CHAINS,
        c -> {
          State state = chains[c].state();
          for (int t = 0; t < steps; t++) {
            state.adapting(t < first);
            chains[c].step();
            if (t >= first) {
              draws[c * kept + t - first] = state.position().clone();
            }
          }
        });
    Corrected.Counts counts = counts(List.of(chains));
    guarding.note(counts.audit());
    double light = (double) counts.lightRows() / counts.steps();
    var summary =
        new KicksTrial(
            kicks,
            counts.steps(),
            counts.proposed(),
            counts.accepted(),
            division.cost(kicks, light));
    return new Trial(summary, draws);
  }

  private int thin() {
    return options.thin().orElseGet(() -> slower * KicksSearch.thin(accepted));
  }

  private int burnIn() {
    return options.burnIn().orElseGet(() -> BURN_IN * thin());
  }

  private Run draw(String label) {
    Chains plan = Sampling.plan(options, burnIn(), thin(), watcher);
    double[][] starts = Natural.starts(options.chains(), model.dimension(), options.seed());
    // of rows elsewhere the heavy ones are here already
    double rows = pulled instanceof Remote ? division.heavy().lightRate() : rowsPerStep();
    String name = guarding.raised() == 0 ? label : label + ", raised " + guarding.raised();
    return BlockwiseRun.run(Run.of(name, plan, sampler(), starts), (long) Math.ceil(rows), watcher);
  }
}
