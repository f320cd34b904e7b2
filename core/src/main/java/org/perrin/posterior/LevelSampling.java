package org.perrin.posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;
import org.perrin.gradient.FullGradient;
import org.perrin.levels.LevelSweep;
import org.perrin.math.Parallel;
import org.perrin.model.MixedModel;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.sampler.Run;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;

/**
 * Models with levels, sampled block by block ({@link LevelSweep}). A pilot measures how fast every
 * coefficient, scale and correlation mixes; sweeps between draws are chosen so that each has {@link
 * #ENOUGH} effective draws, or as many as a budget of work allows, and the account says which.
 */
final class LevelSampling {
  /** Effective draws, of all chains together. */
  private static final double ENOUGH = 400;

  /** So many where they cost little: logarithms of scales have long tails. */
  private static final double PLENTY = 1500;

  /** Numbers that all sweeps together may read for that: about a second of two cores. */
  private static final double LITTLE = 2e9;

  /** The pilot knows mixing only roughly. */
  private static final double MARGIN = 1.4;

  /** Where a sweep takes long half as much again is not run for an uncertain gain. */
  private static final double COSTLY_MARGIN = 1.1;

  /** Sweeps of a pilot at first; doubled until it knows enough. */
  private static final int FIRST = 50;

  /** Numbers a sweep above which the pilot begins sooner, and need not know so well. */
  private static final long COSTLY = 5_000_000;

  private static final int MOST_PILOT = 4800;

  /** Effective draws from which a pilot knows how fast a parameter mixes. */
  private static final double KNOWN = 100;

  /** Numbers that all sweeps together may read: some minutes. */
  private static final double BUDGET = 6e11;

  private static final int MOST_THIN = 1000;
  private static final double SPREAD = 0.3;

  /** Effective draws a sweep below which NUTS is better, and parameters for which it is at hand. */
  private static final double SLOW = 0.002;

  private static final int MOST_NUTS = 500;

  /** Effective draws a sweep with all effects integrated out, at least. */
  private static final double COLLAPSED = 0.5;

  private final MixedModel model;
  private final Options options;
  private final Watcher watcher;
  private final Clock clock;
  private final int head;
  private final List<String> remarks = new ArrayList<>();
  private LevelSweep sweep;
  private double[][] last;
  private double perSweep;

  private LevelSampling(MixedModel model, Options options, Watcher watcher) {
    this.model = model;
    this.options = options;
    this.watcher = watcher;
    this.clock = new Clock(watcher);
    this.head = model.layout().head();
  }

  static Posterior sample(Model model, Options options, Watcher watcher, String reason) {
    String why = LevelSweep.refuse(model);
    if (why != null) {
      throw new IllegalArgumentException(
          "the sampler of levels is not for this model: %s; sample with nuts instead"
              .formatted(why));
    }
    return new LevelSampling((MixedModel) model, options, watcher).run(reason);
  }

  private Posterior run(String reason) {
    sweep = clock.time("statistics", () -> LevelSweep.of(model));
    checkCentre();
    clock.time("pilot", () -> pilot(sampler()));
    LevelSweep other = clock.time("statistics", this::collapsed);
    if (other != null) {
      sweep = other;
      clock.time("pilot", () -> pilot(sampler()));
    }
    if (options.automatic()
        && options.thin().isEmpty()
        && perSweep < SLOW
        && model.dimension() <= MOST_NUTS) {
      throw new UnsuitableException("blocks by level mix too slowly here");
    }
    int thin = options.thin().orElseGet(this::thin);
    Run first = clock.time("sampling", () -> draw("levels", thin));
    int more = more(first, thin);
    Run run = more == thin ? first : clock.time("sampling", () -> draw("levels 2", more));
    Draws draws = run.draws();
    say(leastEffective(parameters(draws)), more);
    var account =
        new Account(
            "levels",
            true,
            reason,
            OptionalDouble.empty(),
            rowsPerSweep(run),
            more,
            burnIn(),
            OptionalDouble.empty(),
            new double[0],
            3,
            run.rowsRead(),
            clock.seconds(),
            remarks,
            List.of());
    return new Posterior(model, draws, DrawMoments.centre(draws), account);
  }

  /** Chains that all begin at a wrong place, and stay there, would agree with each other. */
  private void checkCentre() {
    if (sweep.blocks().centred()) {
      return;
    }
    if (options.automatic() && model.dimension() <= MOST_NUTS) {
      throw new UnsuitableException("no place to begin from was found for some level");
    }
    remarks.add(
        "the search for where levels lie did not come to its end: compare with --sampler nuts");
  }

  private Sampler sampler() {
    return Sampler.of(sweep, new FullGradient(model));
  }

  /** The sweep that integrates all effects out, where effective draws will cost it less. */
  private @Nullable LevelSweep collapsed() {
    double draw = sweep.blocks().work() / Math.max(perSweep, 1e-6);
    boolean plenty = options.thin().isPresent() || perSweep >= COLLAPSED;
    return plenty ? null : LevelSweep.collapsed(model, COLLAPSED * draw);
  }

  private int burnIn() {
    return options.burnIn().orElse(0);
  }

  private static int rowsPerSweep(Run run) {
    long sweeps = IntStream.range(0, run.chains().size()).mapToLong(run::steps).sum();
    return (int) (run.rowsRead() / Math.max(1, sweeps));
  }

  private Run draw(String label, int thin) {
    var plan = Sampling.plan(options, burnIn(), thin, watcher);
    return BlockwiseRun.run(
        Run.of(label, plan, sampler(), last), Math.max(1, sweep.blocks().work() / 20), watcher);
  }

  private List<double[][]> parameters(Draws draws) {
    return IntStream.range(0, head).mapToObj(draws::coordinate).toList();
  }

  /**
   * Sweeps between draws where a run had too few effective ones, in the middle or in the tails, and
   * more can be afforded; else as many as there were. A pilot does not know tails.
   */
  private int more(Run run, int thin) {
    if (!run.finished() || options.thin().isPresent() || thin == MOST_THIN) {
      return thin;
    }
    double middle = leastEffective(parameters(run.draws()));
    double tails =
        parameters(run.draws()).parallelStream()
            .mapToDouble(Convergence::essTail)
            .filter(Double::isFinite)
            .min()
            .orElse(middle);
    double least = Math.max(1, Math.min(middle, tails));
    int more = (int) Math.clamp(Math.ceil(thin * MARGIN * target() / least), 1, MOST_THIN);
    double draws = (double) options.draws() * options.chains();
    double work = more * draws * sweep.blocks().work();
    double left = BUDGET - thin * draws * sweep.blocks().work();
    if (least >= target() || work > (middle < target() ? left : LITTLE)) {
      return thin;
    }
    String text =
        "%,.0f effective draws were too few: sampled again with %,d sweeps to a draw"
            .formatted(least, more);
    remarks.add(text);
    watcher.remark(text);
    return more;
  }

  /** Chains from scattered starts, longer and longer until mixing is known. */
  private Void pilot(Sampler sampler) {
    double[][] starts = starts();
    RunningChain[] chains = new RunningChain[options.chains()];
    // pilot chains take streams that no real chain has
    Arrays.setAll(chains, c -> new RunningChain(sampler, starts[c], ~options.seed(), 64 + c));
    boolean costly = sweep.blocks().work() > COSTLY;
    int sweeps = FIRST;
    record(chains, costly ? sweeps / 2 : sweeps);
    while (options.thin().isEmpty()) {
      double least = leastEffective(record(chains, sweeps));
      perSweep = least / ((double) sweeps * chains.length);
      double work = (double) sweeps * chains.length * sweep.blocks().work();
      if (least >= (costly ? KNOWN / 2 : KNOWN) || 2 * sweeps > MOST_PILOT || 8 * work > BUDGET) {
        break;
      }
      sweeps *= 2;
    }
    last = Arrays.stream(chains).map(c -> c.state().position().clone()).toArray(double[][]::new);
    return null;
  }

  /** The head of every chain over some sweeps: for each parameter an array a chain. */
  private List<double[][]> record(RunningChain[] chains, int sweeps) {
    double[][][] seen = new double[head][chains.length][sweeps];
    Parallel.run(
        chains.length,
        c -> {
          for (int t = 0; t < sweeps; t++) {
            if (!chains[c].step()) {
              throw options.automatic()
                  ? new UnsuitableException("blocks by level left the finite numbers")
                  : new IllegalArgumentException(
                      "the sampler of levels left the finite numbers: sample with nuts instead");
            }
            for (int k = 0; k < head; k++) {
              seen[k][c][t] = chains[c].state().position()[k];
            }
          }
        });
    return List.of(seen);
  }

  private static double leastEffective(List<double[][]> parameters) {
    return parameters.parallelStream()
        .mapToDouble(Convergence::essBulk)
        .filter(Double::isFinite)
        .min()
        .orElse(0);
  }

  private double[][] starts() {
    double[][] starts = new double[options.chains()][];
    for (int c = 0; c < starts.length; c++) {
      starts[c] = sweep.blocks().start().clone();
      var random = RandomStream.of(~options.seed(), 32 + c);
      // effects and coefficients of smooths stay where rows say they are: far away all are read
      for (int g = 0; g < model.terms().size(); g++) {
        int width = model.terms().get(g).width();
        double[] b = new double[model.terms().get(g).levels() * width];
        model.layout().effects(starts[c], g, b);
        for (int i = 0; i < width; i++) {
          starts[c][model.layout().scales(g) + i] += SPREAD * random.nextGaussian();
        }
        model.layout().toZ(b, g, starts[c]);
      }
      model.layout().stretch(starts[c]);
      for (int s = 0; s < model.layout().smooths().size(); s++) {
        starts[c][model.layout().smoothScale(s)] += SPREAD * random.nextGaussian();
      }
      model.layout().relax(starts[c]);
    }
    return starts;
  }

  private double target() {
    return Math.min(ENOUGH, 0.5 * options.chains() * options.draws());
  }

  private int thin() {
    double draws = (double) options.draws() * options.chains();
    double work = sweep.blocks().work();
    double effective = Math.max(perSweep, 1e-6) / (work > COSTLY ? COSTLY_MARGIN : MARGIN);
    double needed = Math.min(target() / effective, BUDGET / work);
    // without a margin: fewer than that do no harm
    double plenty = Math.min(PLENTY, 0.5 * draws) / Math.max(perSweep, 1e-6);
    double more = Math.min(plenty, LITTLE / work);
    // short pilots of costly sweeps say rather too little than too much
    double less = work > COSTLY ? 0.3 : 0;
    double least = Math.ceil(needed / draws - less);
    return (int) Math.clamp(Math.max(least, Math.floor(more / draws)), 1, MOST_THIN);
  }

  private void say(double least, int thin) {
    String sweeps = thin == 1 ? "a sweep" : "%,d sweeps".formatted(thin);
    remarks.add(
        String.format(
            Locale.ROOT,
            least >= target()
                ? "every coefficient, scale and correlation has %,.0f effective draws or more (%s a"
                    + " draw)"
                : "the budget was spent at %,.0f effective draws of the slowest coefficient, scale"
                    + " or correlation (%s a draw): ask for more draws or --thin",
            least,
            sweeps));
  }
}
