package org.perrin.posterior;

import java.util.ArrayList;
import java.util.List;
import org.perrin.draws.Draws;
import org.perrin.dynamics.LeimkuhlerMatthews;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Remote;
import org.perrin.metric.ArrowMetric;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.mode.Search;
import org.perrin.model.Arrowed;
import org.perrin.model.Curved;
import org.perrin.model.Model;
import org.perrin.model.Predicted;
import org.perrin.model.Smooth;
import org.perrin.random.RandomStream;
import org.perrin.sampler.Chain;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Run;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Preferential;
import org.perrin.subsampling.SubsampleSize;

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

  /**
   * Expected weights are taken over a Gaussian this much wider, for rows that matter in the tails.
   */
  private static final double WIDEN = 1.5;

  /** Below this step chains would crawl: better to say that the posterior is not fit for them. */
  private static final double LEAST_STEP = 1.0 / 32;

  /** The scale of fewer is too skew for a step of ½: with 3 groups sds were 6 % short. */
  private static final int LEAST_GROUPS = 5;

  /** By how many τ of its standard deviations the scale of groups may be off. */
  private static final double MOST_SHIFT = 5;

  private static final int PILOT_CHAINS = 4;
  private static final int PILOT_STEPS = 250;
  private static final int MOST_TRIALS = 8;
  private static final int MOST_CENTRES = 3;

  private final Model model;
  private final Options options;
  private final Watcher watcher;
  private final Clock clock;
  private final List<String> remarks = new ArrayList<>();
  private double tolerance;
  private Search search;
  private Mode mode;
  private Straight straight;
  private Model pulled;
  private Preferential scheme;
  private Model.Centre centre;
  private double h;
  private int n;
  private int passes;

  private Natural(Model model, Options options, Watcher watcher) {
    this.model = model;
    this.options = options;
    this.watcher = watcher;
    this.clock = new Clock(watcher);
  }

  static Posterior sample(Model model, Options options, Watcher watcher, String reason) {
    return new Natural(model, options, watcher).run(reason);
  }

  /** The subsample size that keeps the inflation below τ, by the bound that does not know N. */
  static int subsample(int d, double h, double tolerance) {
    return (int) Math.ceil(h * d / (8 * tolerance * (1 - Preferential.MIXTURE)));
  }

  /**
   * τ as asked for, and less where there are many groups. Noise that widens every one of J by a
   * share δ moves what they have in common: with ω the share of a group that data leave open, the
   * logarithm of their scale by ωδ, which is known to 1/√(2J), and that of the noise of N rows by
   * (1 − ω)δJ/N, known to 1/√(2N). Both shifts are held to {@link #MOST_SHIFT} of τ in standard
   * deviations (measured with δ = 1 %, J = 2,000: 0.6 with ω near 1, 0.1 with N = 40,000 and ω near
   * 0).
   */
  private double tolerance() {
    if (!(mode.metric() instanceof ArrowMetric arrow)) {
      return options.tolerance();
    }
    double groups = mode.dimension() - arrow.shared();
    double open = arrow.pooled();
    double ofScale = open * Math.sqrt(2 * groups);
    double ofNoise = (1 - open) * groups * Math.sqrt(2.0 / model.rows());
    return options.tolerance() * Math.min(1, MOST_SHIFT / Math.max(ofScale, ofNoise));
  }

  /** The posterior is not of the kind that the sampler is for. */
  static final class Unfit extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Search search;
    private final transient Clock clock;

    Unfit(String message, Search search, Clock clock) {
      super(message);
      this.search = search;
      this.clock = clock;
    }

    /** What is known of the mode all the same. */
    Search search() {
      return search;
    }

    /** The time that it took. */
    Clock clock() {
      return clock;
    }
  }

  private Posterior run(String reason) {
    search = clock.time("mode", () -> Search.of(model));
    if (search.rough()) {
      throw unfit("the search found no point of positive curvature");
    }
    remarks.addAll(Sampling.remarks(model, false));
    mode = search.mode();
    passes = mode.passes();
    tolerance = tolerance();
    h = Double.isNaN(options.stepSize()) ? STEP : options.stepSize();
    n = options.subsample() > 0 ? options.subsample() : subsample(model.dimension(), h, tolerance);
    checkGroups();
    prepare();
    clock.time("pilot", this::tune);
    Run run = clock.time("sampling", this::draw);
    Draws draws = Sampling.inTheta(run, straight::toTheta, watcher);
    double[] inflation = inflation(run.chains());
    var account =
        new Account(
            "natural",
            false,
            reason == null ? reason() : reason,
            h,
            all() ? model.rows() : n,
            thin(),
            burnIn(),
            tolerance,
            inflation,
            passes,
            run.rowsRead(),
            clock.seconds(),
            remarks);
    if (account.meanInflation() > 1.2 * tolerance) {
      remark(
          "gradient noise widens standard deviations by %.1f %%, more than the %.1f %% asked for"
              .formatted(100 * account.meanInflation(), 100 * tolerance));
      account = account.with(remarks);
    }
    return new Posterior(model, draws, mode, account);
  }

  /** Only the mode of groups tells how many rows a step needs, and whether that is worth it. */
  private void checkGroups() {
    if (!(mode.metric() instanceof ArrowMetric arrow)) {
      return;
    }
    int groups = model.dimension() - arrow.shared();
    if (groups < LEAST_GROUPS) {
      throw unfit("the scale of %d groups is far from Gaussian".formatted(groups));
    }
    if (all() && options.sampler().equals("auto") && !Sampling.manyGroups(model)) {
      throw unfit(
          "%,d rows are too few to subsample (a step would read %,d)".formatted(model.rows(), n));
    }
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
    return options.sampler().equals("auto")
        ? new Unfit(why, search, clock)
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
    clock.time(
        "weights",
        () -> {
          straight = Straight.of(model, mode);
          pulled = straight.pulled();
          int d = model.dimension();
          double[] zero = new double[d];
          scheme =
              Preferential.of(
                  Preferential.scores(
                      model.rows(),
                      model.storage(),
                      (from, to, out) -> {
                        if (pulled instanceof Predicted predicted) {
                          predicted.expectedScores(zero, null, WIDEN, from, to, out);
                        } else {
                          ((Curved) pulled).curvatureScores(zero, null, from, to, out);
                        }
                      }),
                  Preferential.MIXTURE,
                  model.storage());
          centre = pulled.centre(zero);
          passes++;
          return null;
        });
  }

  private Sampler sampler() {
    return Sampler.of(new LeimkuhlerMatthews(h), gradient());
  }

  /** Whether so many rows are asked for that all are as cheap. */
  private boolean all() {
    return 2L * n >= model.rows();
  }

  private Gradient gradient() {
    int d = model.dimension();
    if (all()) {
      return new FullGradient(pulled);
    }
    SubsampleSize size =
        switch (options.sizing()) {
          case FIXED -> new SubsampleSize.Fixed(n);
          case ADAPTIVE ->
              new SubsampleSize.Adaptive(
                  new double[d], (double) n / d, Math.max(1, n / 8), model.rows());
          case GUARANTEED -> guaranteed(d);
        };
    return pulled instanceof Remote remote
        ? remote.controlVariate(centre, scheme.size(size))
        : new ControlVariate(pulled, centre, scheme.size(size));
  }

  private SubsampleSize guaranteed(int d) {
    if (!(pulled instanceof Smooth smooth)) {
      throw new IllegalArgumentException(
          "a guaranteed size needs Lipschitz constants, which this model does not have");
    }
    double threshold = 8 * tolerance * d / h;
    return SubsampleSize.threshold(smooth, new double[d], scheme, threshold);
  }

  /** Short chains that settle h, n and whether θ̂ is in the middle of things. */
  private Void tune() {
    int centres = 0;
    boolean multimodal = model instanceof Curved curved && curved.multimodal();
    for (int trial = 0; trial < MOST_TRIALS; trial++) {
      var pilot = Pilot.of(sampler(), PILOT_CHAINS, PILOT_STEPS, options.seed(), h);
      boolean groups = model instanceof Arrowed && !Sampling.manyGroups(model);
      if (pilot.unstable() && groups && options.sampler().equals("auto")) {
        throw unfit("the scale of the groups is far from Gaussian, as it is where it may be 0");
      } else if (pilot.unstable() && Double.isNaN(options.stepSize()) && h > LEAST_STEP) {
        h /= 2;
        n = options.subsample() > 0 ? n : Math.max(model.dimension(), n / 2);
      } else if (pilot.wandered() && centres < MOST_CENTRES) {
        centres++;
        recentre(pilot);
      } else if (pilot.inflation() > tolerance && options.subsample() == 0 && !all()) {
        int raised = (int) Math.ceil(1.05 * n * pilot.inflation() / tolerance);
        remark(
            "the pilot measured %.2f %% inflation, above %.2f %%: n raised from %d to %d"
                .formatted(100 * pilot.inflation(), 100 * tolerance, n, raised));
        n = raised;
      } else if (multimodal && (pilot.unstable() || pilot.wandered())) {
        throw unfit("the posterior is far from Gaussian around the mode that was found");
      } else {
        break;
      }
    }
    if (Double.isNaN(options.stepSize()) && h < STEP) {
      remark(
          "the posterior is far from Gaussian: the step is reduced from h = %s to %s; %s"
              .formatted(STEP, h, "check the draws, and whether a prior is too weak to hold them"));
    }
    return null;
  }

  private void recentre(Pilot pilot) {
    double[] theta = new double[model.dimension()];
    straight.toTheta(pilot.mean(), theta);
    mode =
        model.dimension() > Newton.DENSE_LIMIT || model instanceof Arrowed
            ? mode.movedTo(theta)
            : spread((Curved) model, theta);
    passes++;
    remark("the chains live away from the mode: centred anew at their mean");
    prepare();
  }

  private Mode spread(Curved curved, double[] theta) {
    try {
      return Mode.at(curved, theta);
    } catch (IllegalArgumentException flat) {
      if (curved.multimodal()) {
        throw unfit("the chains live where the curvature is not positive");
      }
      throw flat;
    }
  }

  private int thin() {
    return options.thin() > 0 ? options.thin() : (int) Math.ceil(8 / h);
  }

  private int burnIn() {
    return options.burnIn() >= 0 ? options.burnIn() : (int) Math.ceil(100 / h);
  }

  private Run draw() {
    var plan =
        Chains.of(options.chains())
            .iterations(Math.multiplyExact(options.draws(), thin()))
            .burnIn(burnIn())
            .thin(thin())
            .seed(options.seed())
            .storage(watcher.storage());
    double[][] starts = starts(options.chains(), model.dimension(), options.seed());
    return Blocks.run(Run.of(plan, sampler(), starts), all() ? model.rows() : n, watcher);
  }

  /**
   * {@code (h/8) V_k / (1 − h/4)}: the share by which noise of variance V_k widens coordinate k.
   */
  private double[] inflation(List<Chain> chains) {
    double[] sum = new double[model.dimension()];
    long steps = 0;
    for (Chain chain : chains) {
      double[] noise = chain.workspace().noise();
      steps += chain.workspace().measured();
      for (int k = 0; k < noise.length; k++) {
        sum[k] += noise[k];
      }
    }
    if (steps == 0) {
      return new double[0];
    }
    for (int k = 0; k < sum.length; k++) {
      sum[k] *= h / 8 / (1 - h / 4) / steps;
    }
    return sum;
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
