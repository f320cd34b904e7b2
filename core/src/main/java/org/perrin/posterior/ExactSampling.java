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
  private static final int[] KICKS = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
  private static final int PILOT_CHAINS = 4;
  private static final int TRIAL = 75;
  private static final int LONG_TRIAL = 250;
  private static final int BURN_IN = 50;
  private static final int MOST_CENTRES = 2;

  /** How far the mean may be from the centre, in standard deviations, root mean square. */
  private static final double FAR = 0.2;

  /** Draws are thinned until so much of each is new. */
  private static final double FRESH = 0.75;

  private final Model model;
  private final Options options;
  private final Watcher watcher;
  private final Clock clock;
  private final List<String> remarks = new ArrayList<>();
  private Mode mode;
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
          "the exact sampler is not for this model: %s; use --sampler nuts or natural"
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
    Run run = clock.time("sampling", this::draw);
    Draws draws = Sampling.inTheta(run, mode.metric()::toTheta, watcher);
    var account =
        new Account(
            "exact",
            true,
            reason,
            Double.NaN,
            (int) Math.min(Integer.MAX_VALUE, rowsPerStep()),
            thin(),
            burnIn(),
            Double.NaN,
            new double[0],
            passes,
            run.rowsRead(),
            clock.seconds(),
            remarks,
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

  /** Rows in u, their bounds and statistics. */
  private void prepare() {
    division =
        clock.time(
            "weights",
            () ->
                Division.of(
                    (Bounded) model.in(mode.metric()),
                    (double) options.chains() * options.draws()));
    passes += 1 + division.order();
  }

  private double rowsPerStep() {
    return (double) kicks * division.heavy().rows().length + division.heavy().lightRate();
  }

  private Sampler sampler() {
    return division.sampler(new Trajectories(kicks));
  }

  private Void tune() {
    settle();
    for (int round = 0; round < MOST_CENTRES; round++) {
      double[] mean = new double[model.dimension()];
      trial(LONG_TRIAL, mean);
      double far = Math.sqrt(Arrays.stream(mean).map(v -> v * v).average().orElse(0));
      if (!(far > FAR)) {
        break;
      }
      double[] theta = new double[mean.length];
      mode.metric().toTheta(mean, theta);
      mode = Mode.at((Bounded) model, theta);
      passes++;
      prepare();
      settle();
    }
    return null;
  }

  /** As many kicks as make an effective draw cheapest. */
  private void settle() {
    double least = Double.POSITIVE_INFINITY;
    int best = KICKS[0];
    double share = 0;
    int d = model.dimension();
    int worse = 0;
    for (int tried : KICKS) {
      kicks = tried;
      Corrected.Counts counts = trial(TRIAL, new double[d]);
      double a = (counts.accepted() + 1.0) / (counts.steps() + 2.0);
      double evaluation =
          Division.heavyCost(d) * division.heavy().rows().length
              + Division.formCost(d, division.order());
      double light = (250 + 0.5 * d) * counts.lightRows() / counts.steps();
      double cost = (2000 + tried * evaluation + light) * (2 / a - 1);
      worse = cost < least ? 0 : worse + 1;
      if (cost < least) {
        least = cost;
        best = tried;
        share = a;
      } else if (worse == 2) {
        break;
      }
    }
    kicks = best;
    accepted = share;
  }

  /** Short chains; their mean is added to {@code mean}. */
  private Corrected.Counts trial(int steps, double[] mean) {
    Sampler sampler = sampler();
    int d = mean.length;
    double[][] starts = Natural.starts(PILOT_CHAINS, d, options.seed());
    double[][] sums = new double[PILOT_CHAINS][d];
    Chain[] chains = new Chain[PILOT_CHAINS];
    // pilot chains take streams that no real chain has
    Arrays.setAll(chains, c -> new Chain(sampler, starts[c], ~options.seed(), 64 + c));
    Parallel.run(PILOT_CHAINS, c -> advance(chains[c], steps, sums[c]));
    for (double[] sum : sums) {
      for (int k = 0; k < d; k++) {
        mean[k] += sum[k] / PILOT_CHAINS;
      }
    }
    return counts(List.of(chains));
  }

  private static void advance(Chain chain, int steps, double[] mean) {
    int first = steps / 5;
    State state = chain.state();
    state.adapting(true);
    for (int t = 0; t < steps; t++) {
      state.adapting(t < first);
      chain.step();
      for (int k = 0; t >= first && k < mean.length; k++) {
        mean[k] += state.position()[k] / (steps - first);
      }
    }
  }

  private int thin() {
    if (options.thin() > 0) {
      return options.thin();
    }
    double stale = (1 - FRESH) / (1 + FRESH);
    return Math.max(1, (int) Math.ceil(Math.log(stale) / Math.log1p(-Math.min(accepted, 0.999))));
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
