package org.perrin.posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.draws.Draws;
import org.perrin.dynamics.Corrected;
import org.perrin.dynamics.State;
import org.perrin.dynamics.Trajectories;
import org.perrin.math.Parallel;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.mode.Search;
import org.perrin.model.Bounded;
import org.perrin.model.Model;
import org.perrin.sampler.Chain;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Run;
import org.perrin.sampler.Sampler;

/**
 * The sampler that is exact and reads few rows: Hamiltonian trajectories on a {@link Division}'s
 * surrogate in the natural metric, put right by Poisson thinning over the rows that it leaves to a
 * polynomial. Nothing to tune: rows are divided by predicted cost, trajectories by a pilot.
 */
final class ExactSampling {
  private static final int[] KICKS = {1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32};
  private static final int PILOT_CHAINS = 4;
  private static final int TRIAL = 75;
  private static final int LONG_TRIAL = 250;
  private static final int BURN_IN = 50;
  private static final int MOST_CENTRES = 2;

  /** Draws are thinned until so much of each is new. */
  private static final double FRESH = 0.8;

  private final Model model;
  private final Options options;
  private final Watcher watcher;
  private final Clock clock;
  private final List<String> remarks = new ArrayList<>();
  private Mode mode;
  private Bounded pulled;
  private Division division;
  private int kicks;
  private double accepted;
  private int passes;

  private ExactSampling(Model model, Options options, Watcher watcher) {
    this.model = model;
    this.options = options;
    this.watcher = watcher;
    this.clock = new Clock(watcher);
  }

  static Posterior sample(Model model, Options options, Watcher watcher, String reason) {
    String why = refuse(model);
    if (why != null) {
      throw new IllegalArgumentException(
          "the exact sampler is not for this model: %s; sample with nuts or natural instead"
              .formatted(why));
    }
    return new ExactSampling(model, options, watcher).run(reason);
  }

  /** Why a model cannot be sampled this way, or null. */
  static String refuse(Model model) {
    if (!(model instanceof Bounded bounded)) {
      return "nothing bounds the third derivatives of its rows";
    }
    return model.dimension() > Newton.DENSE_LIMIT
        ? "%,d parameters are more than %,d".formatted(model.dimension(), Newton.DENSE_LIMIT)
        : bounded.unbounded();
  }

  private Posterior run(String reason) {
    Search search = clock.time("mode", () -> Search.of(model));
    mode = search.mode();
    passes = mode.passes();
    remarks.addAll(Sampling.remarks(model, search.rough()));
    prepare();
    clock.time("pilot", this::tune);
    checkHeavy();
    Run run = clock.time("sampling", this::draw);
    Draws draws = Sampling.inTheta(run, mode.metric()::toTheta, watcher);
    var account =
        new Account(
            "exact",
            true,
            reason,
            new Trajectories(kicks).step(),
            (int) Math.min(Integer.MAX_VALUE, rowsPerStep()),
            thin(),
            burnIn(),
            Double.NaN,
            new double[0],
            passes,
            run.rowsRead(),
            clock.seconds(),
            remarks,
            List.of(),
            report(run));
    return new Posterior(model, draws, mode, account);
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
        counts.passes());
  }

  private static Corrected.Counts counts(List<Chain> chains) {
    return chains.stream()
        .map(Chain::state)
        .map(Corrected::counts)
        .reduce(Corrected.Counts::plus)
        .orElseThrow();
  }

  /** Rows in u, divided in the simplest way. */
  private void prepare() {
    clock.time(
        "weights",
        () -> {
          pulled = (Bounded) model.in(mode.metric());
          return divide(Division.quadratic(pulled));
        });
    passes++;
  }

  /** Takes a division; bounds, spreads and statistics took a pass each. */
  private Void divide(Division made) {
    division = made;
    passes += 1 + made.order();
    return null;
  }

  /** What a user should know who thinks that few rows are read. */
  private void checkHeavy() {
    int heavy = division.heavy().rows().length;
    if (heavy > model.rows() / 2) {
      String text =
          "%,d of %,d rows are read at every step, as nothing better bounds them: nuts is as fast"
              .formatted(heavy, model.rows());
      remarks.add(text);
      watcher.remark(text);
    }
  }

  private double rowsPerStep() {
    return (double) kicks * division.heavy().rows().length + division.heavy().lightRate();
  }

  private Sampler sampler() {
    return division.sampler(new Trajectories(kicks));
  }

  /** A centre and a metric that suit where the chains live, the best division there, and kicks. */
  private Void tune() {
    int place = settle(0);
    for (int round = 0; round < MOST_CENTRES; round++) {
      // half of what the share of accepted moves says, for coordinates that mix slowly
      var moments = Moments.of(trial(LONG_TRIAL).draws(), accepted / (2 - accepted) / 2);
      if (!moments.far()) {
        break;
      }
      mode = moments.move(mode);
      prepare();
      place = settle(Math.max(0, place - 1));
    }
    double draws = (double) options.chains() * options.draws();
    Division best = clock.time("weights", () -> division.orCubic(pulled, draws));
    if (best.order() > division.order()) {
      divide(best);
      settle(Math.max(0, place - 1));
    }
    return null;
  }

  /** As many kicks as make a kept draw cheapest, from a place in the list on; its place. */
  private int settle(int from) {
    double least = Double.POSITIVE_INFINITY;
    int best = from;
    for (int place = from; place < KICKS.length && place <= best + 2; place++) {
      kicks = KICKS[place];
      Corrected.Counts counts = trial(TRIAL).counts();
      double share = (counts.accepted() + 1.0) / (counts.steps() + 2.0);
      double light = (double) counts.lightRows() / counts.steps();
      double cost = division.cost(kicks, light) * thin(share) * (2 / share - 1);
      if (cost < least) {
        least = cost;
        best = place;
        accepted = share;
      }
    }
    kicks = KICKS[best];
    return best;
  }

  /** What short chains did, and where they were. */
  private record Trial(Corrected.Counts counts, double[][] draws) {}

  private Trial trial(int steps) {
    Sampler sampler = sampler();
    int first = steps / 5;
    int kept = steps - first;
    double[][] starts = Natural.starts(PILOT_CHAINS, model.dimension(), options.seed());
    double[][] draws = new double[PILOT_CHAINS * kept][];
    Chain[] chains = new Chain[PILOT_CHAINS];
    // pilot chains take streams that no real chain has
    Arrays.setAll(chains, c -> new Chain(sampler, starts[c], ~options.seed(), 64 + c));
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
    return new Trial(counts(List.of(chains)), draws);
  }

  private int thin() {
    return options.thin() > 0 ? options.thin() : thin(accepted);
  }

  /**
   * Steps from draw to draw if a share of moves is accepted. Then a step keeps {@code ρ = 1 −
   * share} of the last and k steps ρᵏ, so a draw is worth {@code (1 − ρᵏ)/(1 + ρᵏ)} independent
   * ones.
   */
  static int thin(double share) {
    double stale = (1 - FRESH) / (1 + FRESH);
    double steps = Math.log(stale) / Math.log1p(-Math.min(share, 0.999));
    return (int) Math.max(1, Math.ceil(steps));
  }

  private int burnIn() {
    return options.burnIn() >= 0 ? options.burnIn() : BURN_IN * thin();
  }

  private Run draw() {
    Chains plan = Sampling.plan(options, burnIn(), thin(), watcher);
    double[][] starts = Natural.starts(options.chains(), model.dimension(), options.seed());
    return Blocks.run(Run.of(plan, sampler(), starts), (long) Math.ceil(rowsPerStep()), watcher);
  }
}
