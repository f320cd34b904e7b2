package org.perrin.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.perrin.draws.Draws;
import org.perrin.dynamics.Langevin;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.PlainGradient;
import org.perrin.math.Parallel;
import org.perrin.mode.Adam;
import org.perrin.mode.Mode;
import org.perrin.model.Curved;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.SubsampleSize;
import org.perrin.subsampling.Subsampling;
import org.perrin.subsampling.Uniform;

/**
 * Chains of the paper's samplers as its authors run them: every chain finds its own θ̂ by Adam with
 * batches of its own size, computes its own weights there (without a mixture, α = 0) and starts
 * there; plain SGLD makes twice the steps and keeps the second half. Chains of one number share θ̂
 * and noise among samplers.
 */
final class Ensemble {
  private static final int BLOCK = 500;

  private final ExperimentSettings plan;
  private final ReproductionProgress progress;
  private double[][] centres;
  private double centreSeconds;
  private boolean given;

  Ensemble(ExperimentSettings plan, ReproductionProgress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  ExperimentSettings plan() {
    return plan;
  }

  /** With one θ̂ for all chains instead of Adam's. */
  Ensemble centredAt(double[] centre) {
    centres = new double[plan.chains().length][];
    Arrays.fill(centres, centre);
    given = true;
    return this;
  }

  /**
   * What one sampler left.
   *
   * @param name of the sampler
   * @param prepared θ̂ and weights of each chain
   * @param chains in the order of the plan
   * @param preparation passes over the data before the first draw
   * @param preparationSeconds for all chains
   * @param samplingSeconds for all chains
   */
  record Outcome(
      String name,
      List<Prepared> prepared,
      List<Draws.Chain> chains,
      double preparation,
      double preparationSeconds,
      double samplingSeconds) {
    /** The same under another name. */
    Outcome named(String other) {
      return new Outcome(other, prepared, chains, preparation, preparationSeconds, samplingSeconds);
    }

    /** What was spent on it, by name. */
    Map<String, Double> times() {
      return Map.of(
          name + " preparation",
          preparationSeconds,
          name + " sampling",
          samplingSeconds,
          name + " preparation passes",
          preparation);
    }

    /** The chains that curves are made of: not chain 0, and none that left the finite numbers. */
    List<Draws.Chain> used(ExperimentSettings plan) {
      List<Draws.Chain> kept = new ArrayList<>();
      for (int c = 0; c < chains.size(); c++) {
        if (plan.chains()[c] > 0 && chains.get(c).divergence() == null) {
          kept.add(chains.get(c));
        }
      }
      return kept;
    }
  }

  /**
   * What a chain needs before its first step.
   *
   * @param centre θ̂, or where burn-in ended
   * @param scheme the rows' probabilities
   * @param residuals for control variates, or null
   */
  record Prepared(double[] centre, Subsampling scheme, Model.Centre residuals) {
    Gradient gradient(Model model, SubsampleSize size) {
      var batches = new Batches(scheme, size);
      return residuals == null
          ? PlainGradient.of(model, batches)
          : new ControlVariate(model, residuals, batches);
    }
  }

  /** Runs a sampler with the plan's subsample size. */
  Outcome run(PaperSampler kind) {
    long start = System.nanoTime();
    List<Prepared> prepared = prepare(kind);
    double seconds = (System.nanoTime() - start) / 1e9 + (kind.centred() ? centreSeconds : 0);
    double search = given && kind.centred() ? 1 : plan.share() * plan.iterations();
    double passes = kind.passes() + search;
    var size = new SubsampleSize.Fixed(plan.n());
    return sample(kind.label(), prepared, centre -> size, passes, seconds);
  }

  /** Runs a sampler again from where it was prepared, with the adaptive size of Eq. (19). */
  Outcome adaptive(Outcome fixed, double factor) {
    return sample(
        "A" + fixed.name(),
        fixed.prepared(),
        centre -> new SubsampleSize.Adaptive(centre, factor, 1, plan.model().rows()),
        fixed.preparation(),
        fixed.preparationSeconds());
  }

  private List<Prepared> prepare(PaperSampler kind) {
    if (kind.centred() && centres == null) {
      long start = System.nanoTime();
      centres = centres();
      centreSeconds = (System.nanoTime() - start) / 1e9;
    }
    Prepared[] prepared = new Prepared[plan.chains().length];
    Parallel.run(prepared.length, c -> prepared[c] = prepare(kind, c));
    return List.of(prepared);
  }

  private double[][] centres() {
    double[][] found = new double[plan.chains().length][];
    var adam = new Adam(ExperimentSettings.ADAM_STEP, plan.n(), plan.iterations());
    Parallel.run(
        found.length,
        c -> {
          int chain = plan.chains()[c];
          var random = RandomStream.of(~plan.seed(), chain);
          found[c] = adam.find(plan.model(), plan.start(chain), random);
          progress.add((double) plan.n() * plan.iterations());
        });
    return found;
  }

  private Prepared prepare(PaperSampler kind, int c) {
    Model model = plan.model();
    if (!kind.centred()) {
      return new Prepared(plan.start(plan.chains()[c]), new Uniform(model.rows()), null);
    }
    double[] centre = centres[c];
    // only the paper's weights for control variates ask for Σ̂
    Mode mode =
        kind == PaperSampler.CV_PS
            ? Mode.at((Curved) model, centre)
            : Mode.standard(model.dimension()).movedTo(centre);
    return new Prepared(
        centre,
        kind.scheme().make(model, mode, 0),
        kind.controlVariate() ? model.centre(centre) : null);
  }

  private Outcome sample(
      String name,
      List<Prepared> prepared,
      Function<double[], SubsampleSize> size,
      double passes,
      double preparationSeconds) {
    boolean burnsIn = name.equals(PaperSampler.SGLD.label());
    RunningChain[] chains = new RunningChain[prepared.size()];
    long start = System.nanoTime();
    Parallel.run(
        chains.length,
        c -> {
          var own = prepared.get(c);
          chains[c] = chain(own, size.apply(own.centre()), plan.chains()[c]);
          if (burnsIn) {
            advance(chains[c], null);
          }
        });
    double burning = (System.nanoTime() - start) / 1e9;
    start = System.nanoTime();
    Draws.Chain[] draws = new Draws.Chain[chains.length];
    Parallel.run(chains.length, c -> draws[c] = advance(chains[c], new Record()));
    return new Outcome(
        name,
        prepared,
        List.of(draws),
        passes,
        preparationSeconds + burning,
        (System.nanoTime() - start) / 1e9);
  }

  private RunningChain chain(Prepared prepared, SubsampleSize size, int number) {
    var sampler = Sampler.of(new Langevin(plan.stepSize()), prepared.gradient(plan.model(), size));
    return new RunningChain(sampler, prepared.centre(), plan.seed(), number);
  }

  /** As many steps as the plan says; what they visit goes to {@code record} if there is one. */
  private Draws.Chain advance(RunningChain chain, Record record) {
    long rows = chain.rowsRead();
    boolean finite = true;
    for (int t = 1; t <= plan.iterations() && finite; t++) {
      finite = chain.step();
      if (record != null && finite) {
        record.keep(chain);
      }
      if (t % BLOCK == 0 || t == plan.iterations()) {
        progress.add(chain.rowsRead() - rows);
        rows = chain.rowsRead();
      }
    }
    return record == null ? null : record.chain(finite, chain);
  }

  /** Draws, beside each the gradient of the step that led to it, and sizes. */
  private final class Record {
    private final int d = plan.model().dimension();
    private final double[] values = new double[Math.multiplyExact(plan.iterations(), d)];
    private final double[] gradients = new double[values.length];
    private final int[] sizes = new int[plan.iterations()];
    private int kept;

    void keep(RunningChain chain) {
      System.arraycopy(chain.state().position(), 0, values, kept * d, d);
      System.arraycopy(chain.state().gradient(), 0, gradients, kept * d, d);
      sizes[kept++] = chain.state().rows();
    }

    Draws.Chain chain(boolean finite, RunningChain chain) {
      return new Draws.Chain(
          d,
          Arrays.copyOf(values, kept * d),
          Arrays.copyOf(gradients, kept * d),
          Arrays.copyOf(sizes, kept),
          chain.rowsRead(),
          finite ? null : "left the finite numbers at iteration " + (kept + 1));
    }
  }
}
