package org.perrin.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.perrin.draws.Draws;
import org.perrin.model.Glm;

/**
 * Samplers beside each other on one posterior: the discrepancy as the authors compute it, the same
 * with exact gradients in both conventions, and the errors of means and standard deviations, each
 * against the number of draws so far.
 */
final class SamplerCurves {
  /** What a pair of draws costs, in rows read: for the estimate of the time left. */
  private static final double PAIR = 0.0033;

  /** A row read in order costs this part of a row read at random. */
  private static final double IN_ORDER = 0.3;

  private final Lab lab;
  private final Glm model;
  private final ExactMoments exact;
  private final ExactGradient gradient;
  private final List<Curve> authors = new ArrayList<>();
  private final List<Curve> joint = new ArrayList<>();
  private final List<Curve> byCoordinate = new ArrayList<>();
  private final List<Curve> means = new ArrayList<>();
  private final List<Curve> sds = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final SortedMap<String, Double> seconds = new TreeMap<>();
  private int thinnest = 1;

  /** On the model called {@code name}. */
  SamplerCurves(Lab lab, String name, Glm model) {
    this.lab = lab;
    this.model = model;
    this.exact = lab.exact(name, model);
    this.gradient = ExactGradient.of(model);
  }

  /** Work that {@link #add} does for chains of {@code draws} in {@code d} dimensions. */
  static double work(int chains, double draws, int d, double exactRows) {
    return chains * (PAIR * draws * draws * d + IN_ORDER * exactRows);
  }

  /**
   * Where to measure.
   *
   * @param counts numbers of draws to measure at
   * @param x places of these in the plot
   * @param points at most so many draws of a chain get an exact gradient
   * @param thin every how many draws enter the authors' discrepancy; 1 but in quick runs
   * @param aligned whether the authors pair a draw with the gradient at it
   */
  record Grid(int[] counts, double[] x, int points, int thin, boolean aligned) {}

  /** Measures a sampler. */
  void add(Ensemble.Outcome outcome, ExperimentSettings plan, Grid grid) {
    List<Draws.Chain> chains = outcome.used(plan);
    int thin = Math.max(1, plan.iterations() / grid.points());
    thinnest = Math.max(thinnest, thin);
    int[] counts = grid.counts();
    double[] x = grid.x();
    List<double[]> own = new ArrayList<>();
    List<double[]> one = new ArrayList<>();
    List<double[]> many = new ArrayList<>();
    List<double[]> mean = new ArrayList<>();
    List<double[]> sd = new ArrayList<>();
    for (Draws.Chain chain : chains) {
      own.add(
          grid.aligned()
              ? Discrepancy.aligned(chain, grid.thin(), counts)
              : Discrepancy.asAuthors(chain, grid.thin(), counts));
      var best = Discrepancy.exact(chain, gradient, thin, counts);
      one.add(best.joint());
      many.add(best.byCoordinate());
      var errors = exact.errors(chain, counts);
      mean.add(errors.mean());
      sd.add(errors.sd());
      lab.progress()
          .add(
              work(
                  1,
                  (double) chain.count() / grid.thin(),
                  chain.dimension(),
                  (double) gradient.rows() * chain.count() / thin));
    }
    authors.add(Curve.over(outcome.name(), x, own, 1));
    joint.add(Curve.over(outcome.name(), x, one, 1));
    byCoordinate.add(Curve.over(outcome.name(), x, many, 1));
    means.add(Curve.over(outcome.name(), x, mean, 1));
    sds.add(Curve.over(outcome.name(), x, sd, 1));
    account(outcome, plan, chains.size());
  }

  private void account(Ensemble.Outcome outcome, ExperimentSettings plan, int used) {
    seconds.putAll(outcome.times());
    long wanted = java.util.Arrays.stream(plan.chains()).filter(c -> c > 0).count();
    if (used < wanted) {
      notes.add(
          "%s: %d of %d chains left the finite numbers and are not in the curves."
              .formatted(outcome.name(), wanted - used, wanted));
    }
  }

  /** The curve of the authors' discrepancy for a sampler. */
  Curve authors(String name) {
    return authors.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  /** One plot for each measure; {@code title} begins theirs, the first has the paper's marks. */
  List<Panel> panels(String title, Panel.Axis x, List<Curve> published) {
    var ksd = Panel.Axis.linear("log₁₀ KSD");
    return List.of(
        Panel.of(
            "ksd",
            title + ": KSD, as the authors compute it",
            x,
            ksd,
            Published.beside(authors, published)),
        Panel.of("ksd-exact", title + ": KSD, exact gradients, one root", x, ksd, joint),
        Panel.of("ksd-paper", title + ": KSD, exact gradients, sum of roots", x, ksd, byCoordinate),
        Panel.of(
            "error-mean",
            title + ": error of posterior means",
            x,
            Panel.Axis.log("RMS error, posterior sd"),
            means),
        Panel.of(
            "error-sd",
            title + ": error of posterior sds",
            x,
            Panel.Axis.log("RMS of |ln(sd / exact sd)|"),
            sds));
  }

  /** How the measures were made, for the caption. */
  String caption() {
    return "Diamonds, where there are any: read from the paper's figure. KSD: IMQ kernel, c = 1, β = −½. As the authors compute it: the sampler's own stochastic"
        + " gradients with the sign of ∇f, each beside the draw that follows, one root over all"
        + " coordinates. Exact: the gradient of all %,d rows%s, right sign, in both conventions."
            .formatted(
                model.rows(),
                thinnest == 1 ? "" : " at every %d-th draw or fewer".formatted(thinnest))
        + " Errors are of a single chain's means and sds so far, against the exact posterior.";
  }

  List<String> notes() {
    return notes;
  }

  SortedMap<String, Double> seconds() {
    return seconds;
  }
}
