package org.perrin.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.perrin.catalogue.ThresholdPilot;
import org.perrin.draws.Draws;
import org.perrin.model.Glm;
import org.perrin.model.Smooth;
import org.perrin.subsampling.SubsampleSize;

/**
 * Figs. 3 and 5: the adaptive size of Eq. (19) against a fixed one. The pilot for V₀ is the run of
 * fixed size: of chains 0 … 9 the 95th percentile q of ‖θ − θ̂‖², the bound {@code q Σᵢ Lᵢ²/pᵢ / n}
 * of Lemma 3.3, the largest. Lipschitz constants and weights cancel: the factor of Eq. (19) is n /
 * max q.
 */
final class AdaptiveFigure implements Experiment {
  private static final int ITERATIONS = 10_000;
  private static final int EVERY = 200;
  private static final double QUANTILE = 0.95;

  /** The chain whose sizes are shown; the authors show this one. */
  private static final int SHOWN = 2;

  /** A run of fixed size and its adaptive twin. */
  private record Twin(
      Ensemble.Outcome fixed, Ensemble.Outcome adaptive, double[] q, double factor) {
    String name() {
      return adaptive.name();
    }
  }

  private final String id;
  private final String number;
  private final Function<Lab, CaspFigure.Chains> chains;
  private final boolean casp;

  private AdaptiveFigure(
      String id, String number, Function<Lab, CaspFigure.Chains> chains, boolean casp) {
    this.id = id;
    this.number = number;
    this.chains = chains;
    this.casp = casp;
  }

  static AdaptiveFigure synthetic() {
    return new AdaptiveFigure("3", "Figure 3", AdaptiveFigure::balancedChains, false);
  }

  static AdaptiveFigure casp() {
    return new AdaptiveFigure("5", "Figure 5", CaspFigure::chains, true);
  }

  private static CaspFigure.Chains balancedChains(Lab lab) {
    var plan =
        new ExperimentSettings(
            lab.balanced(),
            1e-4,
            10,
            ITERATIONS,
            0,
            ExperimentSettings.withFirst(lab.settings().chains()),
            lab.settings().seed() + 11);
    var ensemble = new Ensemble(plan, lab.progress());
    return new CaspFigure.Chains(
        ensemble, ensemble.run(PaperSampler.CV), ensemble.run(PaperSampler.CV_PS));
  }

  @Override
  public String id() {
    return id;
  }

  private int exactPoints(ReproductionSettings settings) {
    return casp ? CaspFigure.exactPoints(settings) : settings.choose(1000, 200);
  }

  @Override
  public double work(ReproductionSettings settings) {
    int count = settings.chains();
    int d = casp ? 10 : 5;
    return (casp ? 2 : 5) * (count + 1.0) * ITERATIONS * (casp ? 45 : 10)
        + SamplerCurves.work(4 * count, ITERATIONS, d, casp ? 0 : exactPoints(settings) * 1e4)
        + SamplerCurves.work(4 * count, exactPoints(settings), 3 * d, 0);
  }

  @Override
  public Figure run(Lab lab) {
    CaspFigure.Chains pilot = chains.apply(lab);
    ExperimentSettings plan = pilot.ensemble().plan();
    List<Twin> twins =
        List.of(twin(pilot.ensemble(), pilot.cv()), twin(pilot.ensemble(), pilot.cvPs()));
    var comparison =
        new SamplerCurves(lab, casp ? "casp" : "reproduce-balanced", (Glm) plan.model());
    int[] counts = IntStream.rangeClosed(1, ITERATIONS / EVERY).map(j -> j * EVERY - 1).toArray();
    double[] x = Arrays.stream(counts).asDoubleStream().toArray();
    var grid = new SamplerCurves.Grid(counts, x, exactPoints(lab.settings()), 1, false);
    for (Twin twin : twins) {
      comparison.add(twin.fixed(), plan, grid);
    }
    for (Twin twin : twins) {
      comparison.add(twin.adaptive(), plan, grid);
    }
    String title = !casp ? "balanced data" : lab.realCasp() ? "CASP" : "CASP-like synthetic data";
    List<Panel> panels =
        new ArrayList<>(
            comparison.panels(
                title,
                Panel.Axis.linear("iteration"),
                casp && !lab.realCasp() ? List.of() : Published.of(id)));
    panels.add(1, passes(lab, title, plan, twins));
    panels.add(2, sizes(title, plan, twins));
    List<String> notes = new ArrayList<>(casp ? lab.dataNotes(true) : List.of());
    notes.addAll(comparison.notes());
    return new Figure(
        id,
        number + ": adaptive subsampling on " + title,
        caption(plan, twins, lab.settings()) + comparison.caption(),
        panels,
        claims(lab, plan, twins, comparison),
        notes,
        comparison.seconds());
  }

  private static Twin twin(Ensemble ensemble, Ensemble.Outcome fixed) {
    ExperimentSettings plan = ensemble.plan();
    int pilots = Math.min(10, Math.max(1, plan.chains().length - 1));
    double[] q = new double[pilots];
    Arrays.setAll(
        q,
        c ->
            ThresholdPilot.squaredReach(
                fixed.chains().get(c), fixed.prepared().get(c).centre(), QUANTILE));
    double most = Arrays.stream(q).max().orElseThrow();
    double factor = plan.n() / most;
    return new Twin(fixed, ensemble.adaptive(fixed, factor), q, factor);
  }

  /** Passes over the data after each iteration, mean over all chains; the line is a fixed size. */
  private Panel passes(Lab lab, String title, ExperimentSettings plan, List<Twin> twins) {
    int points = 100;
    int step = plan.iterations() / points;
    double[] x = IntStream.rangeClosed(1, points).mapToDouble(j -> j * step).toArray();
    List<Curve> curves = new ArrayList<>();
    double[] fixed = Arrays.stream(x).map(t -> t * plan.share()).toArray();
    curves.add(Curve.line("fixed, n = " + plan.n(), x, fixed));
    for (Twin twin : twins) {
      List<double[]> all =
          twin.adaptive().chains().stream().map(c -> passes(c, plan, points, step)).toList();
      curves.add(Curve.over(twin.name(), x, all, 1));
    }
    return Panel.of(
        "passes",
        title + ": passes over the data",
        Panel.Axis.linear("iteration"),
        Panel.Axis.linear("passes over the data"),
        casp && !lab.realCasp() ? curves : Published.beside(curves, Published.passes(id)));
  }

  private static double[] passes(Draws.Chain chain, ExperimentSettings plan, int points, int step) {
    double[] out = new double[points];
    double sum = 0;
    for (int t = 0; t < points * step; t++) {
      sum += t < chain.sizes().length ? chain.sizes()[t] : plan.model().rows();
      if ((t + 1) % step == 0) {
        out[t / step] = sum / plan.model().rows();
      }
    }
    return out;
  }

  private Panel sizes(String title, ExperimentSettings plan, List<Twin> twins) {
    double[] x = IntStream.range(0, plan.iterations() / 10).mapToDouble(t -> 10.0 * t).toArray();
    List<Curve> curves = new ArrayList<>();
    for (Twin twin : twins) {
      int[] own = twin.adaptive().chains().get(Math.min(SHOWN, plan.chains().length - 1)).sizes();
      double[] shown = new double[x.length];
      Arrays.setAll(shown, j -> 10 * j < own.length ? own[10 * j] : Double.NaN);
      curves.add(Curve.line(twin.name(), x, shown));
    }
    double[] fixed = new double[x.length];
    Arrays.fill(fixed, plan.n());
    curves.add(Curve.line("fixed, n = " + plan.n(), x, fixed));
    return Panel.of(
        "sizes",
        title + ": subsample sizes along one chain, every tenth step",
        Panel.Axis.linear("iteration"),
        casp ? Panel.Axis.log("n") : Panel.Axis.linear("n"),
        curves);
  }

  private String caption(ExperimentSettings plan, List<Twin> twins, ReproductionSettings settings) {
    return "N = %,d, d = %d, ε = %s, n = %d for fixed sizes, %d chains of 10,000 steps after as many of"
            .formatted(
                plan.model().rows(),
                plan.model().dimension(),
                PaperClaim.number(plan.stepSize()),
                plan.n(),
                settings.chains())
        + " Adam; fixed and adaptive chains of one number share θ̂ and noise. n(θ) = ⌈κ‖θ − θ̂‖²⌉"
        + " with κ = n / max q: "
        + String.join(
            "; ",
            twins.stream()
                .map(
                    t ->
                        "%s κ = %s, q from %s to %s"
                            .formatted(
                                t.name(),
                                PaperClaim.number(t.factor()),
                                PaperClaim.number(Arrays.stream(t.q()).min().orElseThrow()),
                                PaperClaim.number(Arrays.stream(t.q()).max().orElseThrow())))
                .toList())
        + ". ";
  }

  private List<PaperClaim> claims(
      Lab lab, ExperimentSettings plan, List<Twin> twins, SamplerCurves comparison) {
    List<PaperClaim> claims = new ArrayList<>();
    if (!casp) {
      claims.addAll(
          VarianceRatios.of(lab.balanced(), 50, lab.settings().seed()).claims(id, 0.75, 0.8));
    }
    for (Twin twin : twins) {
      claims.add(
          PaperClaim.atMost(
              id,
              "%s: Eq. (19) by Lemma 3.3 and n / max q differ by".formatted(twin.name()),
              identityGap(plan, twin),
              1e-10));
    }
    if (!casp) {
      claims.addAll(ownClaims(plan, twins, comparison));
    } else if (lab.realCasp()) {
      claims.addAll(caspClaims(lab.settings(), plan, twins, comparison));
    }
    return claims;
  }

  private List<PaperClaim> ownClaims(
      ExperimentSettings plan, List<Twin> twins, SamplerCurves comparison) {
    List<PaperClaim> claims = new ArrayList<>();
    for (Twin twin : twins) {
      String name = twin.name();
      double change =
          Math.abs(comparison.authors(name).last() - comparison.authors(name.substring(1)).last());
      claims.add(
          PaperClaim.atMost(
              id, name + ": passes / those of a fixed size", share(plan, twin.adaptive()), 0.6));
      claims.add(
          PaperClaim.atMost(
              id, name + ": log₁₀ KSD differs from that of a fixed size by", change, 0.12));
    }
    int least =
        twins.stream()
            .flatMap(t -> t.adaptive().chains().stream())
            .flatMapToInt(c -> Arrays.stream(c.sizes()))
            .min()
            .orElseThrow();
    claims.add(PaperClaim.between(id, "smallest n", least, 1, 1));
    return claims;
  }

  private List<PaperClaim> caspClaims(
      ReproductionSettings settings,
      ExperimentSettings plan,
      List<Twin> twins,
      SamplerCurves comparison) {
    String name = "ASGLD-CV-PS";
    double own = comparison.authors(name).last();
    return List.of(
        PaperClaim.atMost(
            id,
            name + ": passes / those of a fixed size",
            share(plan, twins.get(1).adaptive()),
            0.6),
        PaperClaim.atLeast(
            id,
            "log₁₀ KSD, ASGLD-CV less ASGLD-CV-PS",
            comparison.authors("ASGLD-CV").last() - own,
            // three chains instead of ten: 2.7 ± 0.9 over five seeds
            settings.quick() ? 0.3 : 1.5),
        PaperClaim.between(
            id,
            "log₁₀ KSD, ASGLD-CV-PS less SGLD-CV-PS",
            own - comparison.authors("SGLD-CV-PS").last(),
            -0.1,
            0.7));
  }

  private static double share(ExperimentSettings plan, Ensemble.Outcome outcome) {
    return outcome.chains().stream()
        .mapToDouble(c -> Arrays.stream(c.sizes()).average().orElseThrow() / plan.n())
        .average()
        .orElseThrow();
  }

  /** V₀ by the pilot and κ by Eq. (19), both with the Lipschitz constants and weights there are. */
  private static double identityGap(ExperimentSettings plan, Twin twin) {
    var rows = twin.fixed().prepared().getFirst();
    var smooth = (Smooth) plan.model();
    double sum = SubsampleSize.lipschitzSum(smooth, rows.scheme());
    double threshold = Arrays.stream(twin.q()).max().orElseThrow() * sum / plan.n();
    double factor =
        SubsampleSize.threshold(smooth, rows.centre(), rows.scheme(), threshold).factor();
    return Math.abs(factor / twin.factor() - 1);
  }
}
