package org.perrin.posterior;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.perrin.catalogue.Recipe;
import org.perrin.diagnostics.KernelStein;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.math.Parallel;
import org.perrin.mode.Mode;
import org.perrin.model.Curved;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.sampler.RunningChain;
import org.perrin.subsampling.Preferential;
import org.perrin.subsampling.Subsampling;

/**
 * Step-size and subsample size by successive halving (MAMBA: Coullon, South and Nemeth, 2023).
 * Every pair of a grid gets a chain; all chains get the same number of rows to read, the better
 * half by kernel Stein discrepancy gets twice as many again, until one is left. Discrepancies are
 * taken in the metric of the mode, so that no direction hides behind another's scale.
 *
 * <p>The budget is counted in rows read (and a fixed charge a step), not in seconds: it is a time
 * budget up to the speed of the machine, and the answer does not depend on the machine.
 */
final class Halving {
  private static final int STEPS_EACH_WAY = 4;
  private static final int KEPT = 50;
  private static final int CHARGE = 100;
  private static final int SMALL = 20_000;
  private static final int PASSES = 40;
  private static final long LEAST_BUDGET = 4_000_000;

  /** A step-size and a subsample size. */
  record Arm(double stepSize, int subsample) {}

  /** What was found, among how many. */
  record Best(Arm arm, int trials) {}

  /** An arm on trial. */
  private static final class Trial {
    private final Arm arm;
    private final RunningChain chain;
    private double discrepancy = Double.POSITIVE_INFINITY;
    private boolean alive = true;

    Trial(Arm arm, RunningChain chain) {
      this.arm = arm;
      this.chain = chain;
    }
  }

  private final Recipe recipe;
  private final Model model;
  private final Mode mode;
  private final long seed;
  private final Gradient gradient;

  private Halving(Recipe recipe, Model model, Mode mode, long seed) {
    this.recipe = recipe;
    this.model = model;
    this.mode = mode;
    this.seed = seed;
    this.gradient = nearlyExact(model, mode);
  }

  /** The best pair around {@code middle}. */
  static Best of(Recipe recipe, Model model, Mode mode, Arm middle, long seed) {
    return new Halving(recipe, model, mode, seed).run(middle);
  }

  private Best run(Arm middle) {
    List<Trial> trials = new ArrayList<>();
    Subsampling rows = recipe.rows(model, mode, Preferential.MIXTURE);
    for (Arm arm : grid(middle)) {
      var settings = Recipe.Settings.of(arm.stepSize(), arm.subsample());
      var sampler = recipe.make(model, mode, rows, settings);
      trials.add(
          new Trial(arm, new RunningChain(sampler, mode.theta(), ~seed, 128 + trials.size())));
    }
    int started = trials.size();
    int rounds = Math.max(1, 32 - Integer.numberOfLeadingZeros(started - 1));
    long budget = Math.max(LEAST_BUDGET, (long) PASSES * model.rows()) / rounds;
    while (trials.size() > 1) {
      long share = budget / trials.size();
      List<Trial> now = trials;
      Parallel.run(now.size(), t -> advance(now.get(t), share));
      trials.sort(Comparator.comparingDouble((Trial t) -> t.discrepancy));
      trials = new ArrayList<>(trials.subList(0, (trials.size() + 1) / 2));
    }
    return new Best(trials.get(0).arm, started);
  }

  private List<Arm> grid(Arm middle) {
    var sizes = new TreeSet<Integer>();
    for (double factor : new double[] {0.25, 1, 4}) {
      sizes.add(Math.clamp(Math.round(middle.subsample() * factor), 1, model.rows()));
    }
    if (recipe.scheme() == null) {
      sizes.clear();
      sizes.add(model.rows());
    }
    List<Arm> arms = new ArrayList<>();
    for (int n : sizes) {
      for (int k = -STEPS_EACH_WAY; k <= STEPS_EACH_WAY; k++) {
        arms.add(new Arm(middle.stepSize() * Math.pow(10, k / 2.0), n));
      }
    }
    return arms;
  }

  /** Runs a chain for its share of rows and judges what it drew on the way. */
  private void advance(Trial trial, long share) {
    int d = model.dimension();
    long steps = Math.max(KEPT, share / (trial.arm.subsample() + CHARGE));
    double[] values = new double[KEPT * d];
    double[] gradients = new double[KEPT * d];
    var random = RandomStream.of(seed, 0);
    var workspace = new Workspace();
    gradient.start(mode.theta(), workspace);
    double[] g = new double[d];
    double[] pulled = new double[d];
    double[] u = new double[d];
    int kept = 0;
    for (long t = 1; t <= steps && trial.alive; t++) {
      trial.alive = trial.chain.step();
      if (trial.alive && t * KEPT / steps > (t - 1) * KEPT / steps) {
        mode.metric().toU(trial.chain.state().position(), u);
        gradient.estimate(trial.chain.state().position(), random, workspace, g);
        mode.metric().pull(g, pulled);
        System.arraycopy(u, 0, values, kept * d, d);
        System.arraycopy(pulled, 0, gradients, kept * d, d);
        kept++;
      }
    }
    trial.discrepancy = trial.alive ? discrepancy(values, gradients, d) : Double.POSITIVE_INFINITY;
  }

  private static double discrepancy(double[] values, double[] gradients, int d) {
    for (int k = 0; k < values.length; k++) {
      if (!Double.isFinite(values[k]) || !Double.isFinite(gradients[k])) {
        return Double.POSITIVE_INFINITY;
      }
    }
    return KernelStein.imq(1, -0.5).of(values, gradients, d).joint(KEPT);
  }

  /** The full gradient of a small table; else a control variate on many preferred rows. */
  private static Gradient nearlyExact(Model model, Mode mode) {
    if (model.rows() <= SMALL || !(model instanceof Curved curved)) {
      return new FullGradient(model);
    }
    return ControlVariate.at(mode, model, Preferential.byCurvature(curved, mode).size(SMALL / 4));
  }
}
