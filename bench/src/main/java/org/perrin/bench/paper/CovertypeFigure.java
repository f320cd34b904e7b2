package org.perrin.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.diagnostics.Scores;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;
import org.perrin.model.Glm;

/**
 * Fig. 2(b): logistic regression on covertype, n = 0.1 %, the four samplers of fixed size: (i) KSD,
 * (ii) log-loss of the current draw on the 25 % of the rows held out.
 */
final class CovertypeFigure implements Experiment {
  static final double STEP = 1e-6;
  private static final int ROWS = 435_759;
  private static final int ITERATIONS = 10_000;
  private static final int EVERY = 200;

  @Override
  public String id() {
    return "2b";
  }

  /** A quick run puts every fourth draw into the discrepancy. */
  private static int thin(ReproductionSettings settings) {
    return settings.choose(1, 4);
  }

  private static int lossEvery(ReproductionSettings settings) {
    return settings.choose(10, 200);
  }

  static int exactPoints(ReproductionSettings settings) {
    return settings.choose(200, 100);
  }

  @Override
  public double work(ReproductionSettings settings) {
    int chains = settings.chains();
    double rows = settings.choose(ROWS, ROWS / 8);
    double losses = (double) ITERATIONS / lossEvery(settings) * rows / 3;
    return 4 * 2.0 * chains * ITERATIONS * rows / 1000
        + SamplerCurves.work(
            4 * chains, ITERATIONS / thin(settings), 55, exactPoints(settings) * rows + losses);
  }

  /** The authors' ε is about 1/N: a part of the data keeps ε·N. */
  static double step(Glm model, ReproductionSettings settings) {
    return settings.quick() ? STEP * ROWS / model.rows() : STEP;
  }

  @Override
  public Figure run(Lab lab) {
    ReproductionSettings settings = lab.settings();
    Glm model = lab.covertype();
    var plan =
        new ExperimentSettings(
            model,
            step(model, settings),
            model.rows() / 1000,
            ITERATIONS,
            0,
            ExperimentSettings.withoutFirst(settings.chains()),
            settings.seed() + 11);
    var ensemble = new Ensemble(plan, lab.progress());
    var comparison = new SamplerCurves(lab, name(lab), model);
    int[] counts =
        IntStream.rangeClosed(1, plan.iterations() / EVERY).map(j -> j * EVERY - 1).toArray();
    double[] x = Arrays.stream(counts).mapToDouble(k -> k * 0.001).toArray();
    var grid = new SamplerCurves.Grid(counts, x, exactPoints(settings), thin(settings), false);
    List<Curve> losses = new ArrayList<>();
    for (PaperSampler kind : PaperSampler.values()) {
      var outcome = ensemble.run(kind);
      comparison.add(outcome, plan, grid);
      losses.add(losses(lab, outcome, plan));
    }
    String title = lab.realCovertype() ? "covertype" : "covertype-like synthetic data";
    List<Panel> panels =
        new ArrayList<>(
            comparison.panels(
                title, Panel.Axis.linear("passes over the data"), lab.published(id())));
    panels.add(1, lossPanel(title, losses));
    List<String> notes = new ArrayList<>(lab.dataNotes(false));
    notes.addAll(comparison.notes());
    return new Figure(
        id(),
        "Figure 2(b): logistic regression on " + title + ", samplers of fixed size",
        "N = %,d, d = 55, prior N(0, 10·I); ε = %s, n = %d, %d chains of %,d steps after as many of"
                .formatted(
                    model.rows(),
                    PaperClaim.number(plan.stepSize()),
                    plan.n(),
                    settings.chains(),
                    plan.iterations())
            + " Adam (of burn-in for SGLD). "
            + comparison.caption()
            + " Log-loss is that of one draw, on %,d rows held out; the paper leaves SGLD's"
                .formatted(lab.covertypeTest().count())
            + " out.",
        panels,
        claims(lab, model, comparison, losses),
        notes,
        comparison.seconds());
  }

  /** Names the reference of this data set. */
  static String name(Lab lab) {
    return lab.realCovertype() ? "reproduce-covertype-split-0" : "reproduce-covertype-like";
  }

  /** Log-loss every few draws; of SGLD, which is not plotted, ten times more seldom. */
  private static Curve losses(Lab lab, Ensemble.Outcome outcome, ExperimentSettings plan) {
    int every = lossEvery(lab.settings()) * (outcome.name().equals("SGLD") ? 10 : 1);
    int count = plan.iterations() / every;
    double[] x = IntStream.rangeClosed(1, count).mapToDouble(j -> j * every * 0.001).toArray();
    List<double[]> all = new ArrayList<>();
    for (Draws.Chain chain : outcome.used(plan)) {
      double[] own = new double[count];
      Parallel.run(
          count,
          j -> {
            var scores = Scores.logistic(chain.draw((j + 1) * every - 1), lab.covertypeTest());
            own[j] = scores.logLoss();
          });
      all.add(own);
      lab.progress().add(0.3 * count * lab.covertypeTest().count());
    }
    return Curve.over(outcome.name(), x, all, 1);
  }

  private static Panel lossPanel(String title, List<Curve> losses) {
    return Panel.of(
        "log-loss",
        title + ": log-loss on held-out rows, mean over chains",
        Panel.Axis.linear("passes over the data"),
        Panel.Axis.linear("log-loss"),
        losses);
  }

  private List<PaperClaim> claims(
      Lab lab, Glm model, SamplerCurves comparison, List<Curve> losses) {
    double sgld = comparison.authors("SGLD").last();
    double ps = comparison.authors("SGLD-PS").last();
    double cv = comparison.authors("SGLD-CV").last();
    double cvPs = comparison.authors("SGLD-CV-PS").last();
    ReproductionSettings settings = lab.settings();
    boolean real = lab.realCovertype();
    List<PaperClaim> claims =
        new ArrayList<>(
            VarianceRatios.of(model, settings.choose(10, 4), settings.seed())
                .claims(id(), real ? 0.75 : 1, real ? 0.75 : 1));
    if (!real) {
      return claims;
    }
    // three chains on an eighth of the rows: 0.07 ± 0.06 over five seeds, which shows nothing
    if (!settings.quick()) {
      claims.add(
          PaperClaim.atLeast(
              id(),
              "log₁₀ KSD at the end, SGLD less the worst of the others",
              sgld - Math.max(ps, Math.max(cv, cvPs)),
              0.2));
    }
    claims.add(
        PaperClaim.atMost(
            id(),
            "log₁₀ KSD at the end, SGLD-CV-PS and SGLD-CV differ by",
            Math.abs(cvPs - cv),
            0.1));
    if (!settings.quick()) {
      claims.addAll(lossClaims(losses));
    }
    return claims;
  }

  private List<PaperClaim> lossClaims(List<Curve> losses) {
    double[] mean =
        losses.stream().mapToDouble(c -> Arrays.stream(c.mean()).average().orElseThrow()).toArray();
    double least = Math.min(mean[1], Math.min(mean[2], mean[3]));
    double most = Math.max(mean[1], Math.max(mean[2], mean[3]));
    return List.of(
        PaperClaim.atLeast(id(), "log-loss, least of SGLD-PS, -CV and -CV-PS", least, 0.514),
        PaperClaim.atMost(id(), "log-loss, most of SGLD-PS, -CV and -CV-PS", most, 0.5148),
        PaperClaim.atLeast(id(), "log-loss, SGLD-PS less SGLD-CV", mean[1] - mean[2], 0),
        PaperClaim.atLeast(id(), "log-loss of SGLD", mean[0], 0.515));
  }
}
