package org.perrin.posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.perrin.autodiff.Differentiated;
import org.perrin.catalogue.Catalogue;
import org.perrin.catalogue.Estimator;
import org.perrin.catalogue.Recipe;
import org.perrin.dynamics.StepSize;
import org.perrin.mode.Mode;
import org.perrin.mode.Search;
import org.perrin.model.Model;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Run;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Preferential;

/**
 * A sampler of the catalogue by its name: in θ with the paper's settings where none are given, or,
 * if the name begins with {@code natural-}, in the natural metric with steps that suit it.
 */
final class CatalogueSampling {
  private final Model model;
  private final String name;
  private final Options options;
  private final Watcher watcher;
  private final Clock clock;
  private final boolean natural;
  private final Recipe recipe;
  private final List<String> remarks = new ArrayList<>();

  private CatalogueSampling(Model model, String name, Options options, Watcher watcher) {
    this.model = model;
    this.name = name;
    this.options = options;
    this.watcher = watcher;
    this.clock = new Clock(watcher);
    this.natural = name.startsWith(Catalogue.NATURAL);
    this.recipe = Catalogue.sampler(name);
  }

  static Posterior sample(Model model, String name, Options options, Watcher watcher) {
    return new CatalogueSampling(model, name, options, watcher).run();
  }

  private Posterior run() {
    var search = clock.time("mode", () -> Search.of(model));
    Mode mode = search.mode();
    remarks.addAll(Sampling.remarks(model, search.rough()));
    Model known = model instanceof Differentiated own ? own.around(mode.metric()) : model;
    Model seen = natural ? clock.time("metric", () -> model.in(mode.metric())) : known;
    Mode centre = natural ? Mode.standard(model.dimension()) : mode;
    Halving.Arm arm = clock.time("tuning", () -> arm(seen, centre));
    StepSize step =
        options.cycle().isPresent()
            ? new StepSize.Cyclical(arm.stepSize(), options.cycle().getAsInt(), 0)
            : new StepSize.Constant(arm.stepSize());
    var settings =
        new Recipe.Settings(
            step,
            arm.subsample(),
            OptionalDouble.empty(),
            Preferential.MIXTURE,
            options.temperature(),
            options.seed());
    Sampler sampler = clock.time("weights", () -> recipe.make(seen, centre, settings));
    int rows = recipe.scheme() == null ? model.rows() : arm.subsample();
    Run run = clock.time("sampling", () -> BlockwiseRun.run(begin(sampler, centre), rows, watcher));
    var account =
        new Account(
            name,
            recipe.dynamics().exact() && options.temperature() == 1,
            "asked for",
            OptionalDouble.of(arm.stepSize()),
            rows,
            thin(),
            burnIn(),
            OptionalDouble.empty(),
            new double[0],
            mode.passes() + 2,
            run.rowsRead(),
            clock.seconds(),
            remarks,
            List.of());
    var draws = natural ? Sampling.inTheta(run, mode.metric()::toTheta, watcher) : run.draws();
    return new Posterior(model, draws, mode, account);
  }

  private Run begin(Sampler sampler, Mode centre) {
    Chains plan = Sampling.plan(options, burnIn(), thin(), watcher);
    double[][] starts = new double[options.chains()][];
    Arrays.fill(starts, centre.theta());
    return Run.of(plan, sampler, starts);
  }

  /** One draw a cycle, at its end; else every tenth step. */
  private int thin() {
    return options.thin().orElse(options.cycle().orElse(10));
  }

  private int burnIn() {
    return options.burnIn().orElse(natural ? 200 : 0);
  }

  private Halving.Arm arm(Model seen, Mode centre) {
    double step =
        natural ? recipe.dynamics().naturalStep() : recipe.dynamics().plainStep(model.rows());
    var arm = new Halving.Arm(options.stepSize().orElse(step), subsample());
    if (!options.tuned()) {
      return arm;
    }
    var best = Halving.of(recipe, seen, centre, arm, options.seed());
    String text =
        "tuned by discrepancy over %d trials: step-size %.3g, %d rows a step"
            .formatted(best.trials(), best.arm().stepSize(), best.arm().subsample());
    remarks.add(text);
    watcher.remark(text);
    return best.arm();
  }

  /** What the tolerance asks for in the natural metric; a thousandth of the rows in θ. */
  private int subsample() {
    if (options.subsample().isPresent()) {
      return options.subsample().getAsInt();
    }
    int paper = Math.max(1, model.rows() / 1000);
    boolean bounded = natural && recipe.estimator() == Estimator.CONTROL_VARIATE;
    return bounded
        ? Math.min(
            model.rows(),
            Natural.subsample(
                model.dimension(), recipe.dynamics().naturalStep(), options.tolerance()))
        : paper;
  }
}
