package org.perrin.posterior;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.perrin.draws.Draws;
import org.perrin.dynamics.LeimkuhlerMatthews;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.mode.Search;
import org.perrin.model.Curved;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.sampler.Run;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Preferential;

/**
 * The sampler that needs no tuning: preferential subsampling in the natural metric. With {@code θ =
 * θ̂ + Lu}, {@code LLᵀ = Σ̂}, it runs Leimkuhler–Matthews dynamics on u with a control variate at 0
 * and expected weights. The user gives a tolerance τ, by how much gradient noise may widen a
 * standard deviation; {@code n₀ = ⌈h d / (8 τ (1−α))⌉} follows, and a pilot measures whether it
 * holds.
 *
 * <p>Biased, by about τ in the standard deviations and by the curvature that a step of h does not
 * see; {@link Check} measures what is left.
 */
final class Natural {
  /** The step to begin with: an autocorrelation time of about 7 steps. */
  static final double STEP = 0.5;

  /** Below this step chains would crawl: better to say that the posterior is not fit for them. */
  private static final double LEAST_STEP = 1.0 / 32;

  /** Shorter steps than this are not tried again: a draw would take hundreds of them. */
  private static final double SHORT_STEP = STEP / 8;

  private static final int PILOT_CHAINS = 4;
  private static final int PILOT_STEPS = 250;
  private static final int MOST_TRIALS = 8;
  private static final int MOST_CENTRES = 3;
  private static final int MOST_ATTEMPTS = 3;

  private final Model model;
  private final Options options;
  private final Watcher watcher;
  private final Clock clock;
  private final List<String> remarks = new ArrayList<>();
  private final List<String> doubts = new ArrayList<>();
  private String instead = "";
  private double tolerance;
  private final Search search;
  private Mode mode;
  private NaturalGradient gradients;
  private double h;
  private int n;
  private int passes;

  private Natural(Model model, Options options, Watcher watcher, SamplerStart start) {
    this.model = model;
    this.options = options;
    this.watcher = watcher;
    this.clock = start.clock();
    this.search = start.search();
  }

  static Posterior sample(Model model, Options options, Watcher watcher, String reason) {
    return new Natural(model, options, watcher, SamplerStart.of(model, watcher)).run(reason);
  }

  /** For {@code auto}: says itself why, and {@code instead} of what. */
  static Posterior sample(
      Model model, Options options, Watcher watcher, SamplerStart start, String instead) {
    var natural = new Natural(model, options, watcher, start);
    natural.instead = instead;
    return natural.run(null);
  }

  /** The rows of a step that a user asks for, or that a tolerance takes. */
  static int subsample(Model model, Options options) {
    return options
        .subsample()
        .orElseGet(() -> subsample(model.dimension(), STEP, options.tolerance()));
  }

  /** The subsample size that keeps the inflation below τ, by the bound that does not know N. */
  static int subsample(int d, double h, double tolerance) {
    return (int) Math.ceil(h * d / (8 * tolerance * (1 - Preferential.MIXTURE)));
  }

  private Posterior run(@Nullable String reason) {
    if (search.rough()) {
      throw unfit("the search found no point of positive curvature");
    }
    try {
      return sampled(reason);
    } catch (IllegalArgumentException e) {
      // what this sampler cannot do another may
      throw options.automatic() ? unfit(e.getMessage()) : e;
    }
  }

  private Posterior sampled(@Nullable String reason) {
    remarks.addAll(Sampling.remarks(model, false));
    mode = search.mode();
    passes = mode.passes();
    tolerance = options.tolerance();
    h = options.stepSize().orElse(STEP);
    n = options.subsample().orElse(subsample(model.dimension(), h, tolerance));
    prepare();
    clock.time("pilot", this::tune);
    Run run = settle();
    Draws draws = Sampling.inTheta(run, gradients.coordinates()::toTheta, watcher);
    var account =
        new Account(
            "natural",
            false,
            reason == null ? reason() + instead : reason,
            OptionalDouble.of(h),
            all() ? model.rows() : n,
            thin(),
            burnIn(),
            OptionalDouble.of(tolerance),
            Inflation.of(run.chains(), h).shares(),
            passes,
            run.rowsRead(),
            clock.seconds(),
            remarks,
            doubts);
    return new Posterior(model, draws, mode, account);
  }

  /**
   * Samples, and believes the outcome only if it does not speak against itself. Else another
   * sampler is at hand where all rows can be read at every step; where they cannot, smaller steps
   * on more rows are tried, and what is left is a doubt.
   */
  private Run settle() {
    for (int attempt = 1; ; attempt++) {
      String label = "natural " + attempt;
      Run run = clock.time("sampling", () -> draw(label));
      String trouble = run.finished() ? trouble(run) : null;
      if (trouble == null) {
        return run;
      }
      leave(trouble);
      if (attempt == MOST_ATTEMPTS || all() || options.stepGiven() || h / 2 < SHORT_STEP) {
        doubt(trouble);
        return run;
      }
      h /= 2;
      n = (int) Math.min(model.rows(), 2L * n);
      remark(
          "%s: sampled again with h = %s and %,d rows a step"
              .formatted(trouble, h, all() ? model.rows() : n));
    }
  }

  /** What a finished run says against itself, or null. */
  private @Nullable String trouble(Run run) {
    String diverged =
        run.draws().chains().stream()
            .map(Draws.Chain::divergence)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (diverged != null) {
      return "a chain left the finite numbers";
    }
    String noise = Inflation.of(run.chains(), h).trouble(tolerance, model.dimension());
    return noise == null ? Excursions.of(run, h).trouble() : noise;
  }

  /** For {@code auto}, if there is a sampler to go to that will end. */
  private void leave(String why) {
    if (options.automatic() && Sampling.affordable(model, options)) {
      throw unfit(why);
    }
  }

  private void doubt(String text) {
    doubts.add(text);
    remark(text);
  }

  private String reason() {
    return all()
        ? "natural: all %,d rows at every step, as %,d parameters make long trajectories"
            .formatted(model.rows(), model.dimension())
        : "natural: a step reads %,d of %,d rows at a tolerance of %s %%"
            .formatted(n, model.rows(), Sampling.percent(tolerance));
  }

  /** For {@code auto} a reason to do otherwise, for who asked for it an error. */
  private RuntimeException unfit(String why) {
    return options.automatic()
        ? new UnsuitableException(why)
        : new IllegalArgumentException(
            "the natural sampler is not for this posterior: %s; use the sampler nuts"
                .formatted(why));
  }

  private void remark(String text) {
    remarks.add(text);
    watcher.remark(text);
  }

  /** Rows in u, weights and the centre: one pass. */
  private void prepare() {
    boolean free = gradients == null && options.stepSize().isEmpty();
    gradients = clock.time("weights", () -> NaturalGradient.of(model, mode, options, h, n, free));
    h = gradients.step();
    n = gradients.rows();
    passes++;
  }

  private Sampler sampler() {
    return Sampler.of(
        new LeimkuhlerMatthews(h), all() ? gradients.full() : gradients.subsampled(h, n));
  }

  /** Whether so many rows are asked for that all are as cheap. */
  private boolean all() {
    return 2L * n >= model.rows();
  }

  /** Short chains that settle h, n and whether θ̂ is in the middle of things. */
  private Void tune() {
    int centres = 0;
    boolean free = options.stepSize().isEmpty();
    for (int trial = 0; trial < MOST_TRIALS; trial++) {
      var pilot =
          Pilot.of(sampler(), PILOT_CHAINS, PILOT_STEPS, options.seed(), h, model.dimension());
      if (pilot.unstable()) {
        leave("the posterior is far from Gaussian around its mode");
      }
      if (pilot.unstable() && free && h > LEAST_STEP) {
        h /= 2;
        n = options.subsample().isPresent() ? n : Math.max(model.dimension(), n / 2);
      } else if (pilot.wandered() && centres < MOST_CENTRES && recentre(pilot)) {
        centres++;
      } else if (raised(pilot) > n && options.subsample().isEmpty() && !all()) {
        int more = raised(pilot);
        if (Prices.natural(model, options.subsample(more)) > Prices.nuts(model, options)) {
          leave("rows are too unlike each other to read a few of them at a step");
        }
        remark(
            "the pilot measured %s %% inflation (%s %% at worst), above %s %%: n raised from %d to %d"
                .formatted(
                    Sampling.percent(pilot.inflation()),
                    Sampling.percent(pilot.worst()),
                    Sampling.percent(tolerance),
                    n,
                    more));
        n = more;
      } else {
        if (pilot.unstable() || pilot.wandered()) {
          leave("the posterior is far from Gaussian around its mode");
          doubt("the posterior is far from Gaussian, and steps of any length overshoot or drift");
        }
        break;
      }
    }
    if (free && h < STEP) {
      doubt(
          "the posterior is far from Gaussian: the step is reduced from h = %s to %s; %s"
              .formatted(STEP, h, "check the draws, and whether a prior is too weak to hold them"));
      if (Prices.natural(model, options.subsample(n)) * STEP / h > Prices.nuts(model, options)) {
        remark("steps are so short that all rows at every step would take less: nuts does that");
      }
    }
    return null;
  }

  /** The rows that would bring the noise of a pilot to the tolerance. */
  private int raised(Pilot pilot) {
    double over =
        Math.max(
            pilot.inflation() / tolerance, pilot.worst() / (Inflation.MOST_WORST / 2 * tolerance));
    return over > 1 ? (int) Math.min(model.rows(), Math.ceil(1.05 * n * over)) : n;
  }

  /** Moves the centre to where the chains live; false if there is no metric there. */
  private boolean recentre(Pilot pilot) {
    leave("the chains are far from the mode");
    double[] theta = new double[model.dimension()];
    gradients.coordinates().toTheta(pilot.mean(), theta);
    Mode moved =
        model.dimension() > Newton.DENSE_LIMIT
            ? mode.movedTo(theta)
            : Mode.atOrNull((Curved) model, theta);
    passes++;
    if (moved == null) {
      return false;
    }
    mode = moved;
    doubt("the chains are far from the mode, and were centred again at their mean");
    prepare();
    return true;
  }

  private int thin() {
    return options.thin().orElse((int) Math.ceil(8 / h));
  }

  private int burnIn() {
    return options.burnIn().orElse((int) Math.ceil(100 / h));
  }

  private Run draw(String label) {
    var plan = Sampling.plan(options, burnIn(), thin(), watcher);
    double[][] starts = starts(options.chains(), model.dimension(), options.seed());
    return BlockwiseRun.run(
        Run.of(label, plan, sampler(), starts), all() ? model.rows() : n, watcher);
  }

  /** Normal starting points: the Gaussian approximation itself. */
  static double[][] starts(int chains, int d, long seed) {
    double[][] starts = new double[chains][d];
    for (int c = 0; c < chains; c++) {
      RandomStream.of(~seed, c).fillGaussian(starts[c], d);
    }
    return starts;
  }
}
