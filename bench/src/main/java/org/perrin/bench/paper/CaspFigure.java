package org.perrin.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Fig. 2(a): linear regression on CASP, n = 0.1 %, the four samplers of fixed size. */
final class CaspFigure implements Experiment {
  private static final double STEP = 1e-5;
  private static final int ITERATIONS = 10_000;
  private static final int EVERY = 200;

  static final String KEY = "casp chains";

  /** Chains of both control-variate samplers, which Fig. 5 goes on with. */
  record Chains(Ensemble ensemble, Ensemble.Outcome cv, Ensemble.Outcome cvPs) {}

  @Override
  public String id() {
    return "2a";
  }

  @Override
  public double work(ReproductionSettings settings) {
    int chains = settings.chains();
    return 4 * 2.0 * (chains + 1) * ITERATIONS * 45
        + SamplerCurves.work(4 * chains, ITERATIONS, 10, 0)
        + SamplerCurves.work(4 * chains, exactPoints(settings), 25, 0);
  }

  /** Gradients are affine here, so all draws can have one; a quick run has fewer. */
  static int exactPoints(ReproductionSettings settings) {
    return settings.choose(ITERATIONS, 2000);
  }

  static ExperimentSettings plan(Lab lab) {
    return new ExperimentSettings(
        lab.casp(),
        STEP,
        lab.casp().rows() / 1000,
        ITERATIONS,
        0,
        ExperimentSettings.withFirst(lab.settings().chains()),
        lab.settings().seed() + 11);
  }

  /** 199, 399, …, 9,999. */
  static int[] counts() {
    return IntStream.rangeClosed(1, ITERATIONS / EVERY).map(j -> j * EVERY - 1).toArray();
  }

  static Chains chains(Lab lab) {
    return lab.once(
        KEY,
        () -> {
          var ensemble = new Ensemble(plan(lab), lab.progress());
          return new Chains(
              ensemble, ensemble.run(PaperSampler.CV), ensemble.run(PaperSampler.CV_PS));
        });
  }

  @Override
  public Figure run(Lab lab) {
    Chains chains = chains(lab);
    var ensemble = chains.ensemble();
    ExperimentSettings plan = ensemble.plan();
    var comparison = new SamplerCurves(lab, "casp", lab.casp());
    int[] counts = counts();
    double[] x = Arrays.stream(counts).mapToDouble(k -> k * 0.001).toArray();
    var grid = new SamplerCurves.Grid(counts, x, exactPoints(lab.settings()), 1, false);
    for (var outcome :
        List.of(
            ensemble.run(PaperSampler.SGLD),
            ensemble.run(PaperSampler.PS),
            chains.cv(),
            chains.cvPs())) {
      comparison.add(outcome, plan, grid);
    }
    String title = lab.realCasp() ? "CASP" : "CASP-like synthetic data";
    List<String> notes = new ArrayList<>(lab.dataNotes(true));
    notes.addAll(comparison.notes());
    return new Figure(
        id(),
        "Figure 2(a): linear regression on " + title + ", samplers of fixed size",
        "N = %,d, d = 10, prior N(0, 10·I), unit noise; ε = 1e-5, n = %d, %d chains of 10,000 steps"
                .formatted(plan.model().rows(), plan.n(), lab.settings().chains())
            + " after as many of Adam (of burn-in for SGLD). "
            + comparison.caption()
            + " SGLD and SGLD-CV draw the one row with ‖x‖² of some 2,600 now and then and are thrown"
            + " off course, so their curves depend on the seed.",
        comparison.panels(
            title,
            Panel.Axis.linear("passes over the data"),
            lab.realCasp() ? Published.of(id()) : List.of()),
        claims(lab, comparison),
        notes,
        comparison.seconds());
  }

  private List<PaperClaim> claims(Lab lab, SamplerCurves comparison) {
    double sgld = comparison.authors("SGLD").last();
    double ps = comparison.authors("SGLD-PS").last();
    double cv = comparison.authors("SGLD-CV").last();
    double cvPs = comparison.authors("SGLD-CV-PS").last();
    boolean real = lab.realCasp();
    List<PaperClaim> claims =
        new ArrayList<>(
            VarianceRatios.of(lab.casp(), 20, lab.settings().seed())
                .claims(id(), real ? 0.6 : 1, real ? 0.15 : 1));
    if (real) {
      claims.add(
          PaperClaim.between(id(), "log₁₀ KSD of SGLD-CV-PS at 10 passes (1.44)", cvPs, 1.1, 1.7));
      claims.add(
          PaperClaim.between(id(), "log₁₀ KSD of SGLD-PS at 10 passes (3.09)", ps, 2.9, 3.25));
      claims.add(PaperClaim.atLeast(id(), "log₁₀ KSD, SGLD-PS less SGLD-CV-PS", ps - cvPs, 1));
      claims.add(PaperClaim.atLeast(id(), "log₁₀ KSD, SGLD-CV less SGLD-CV-PS", cv - cvPs, 0.7));
      claims.add(PaperClaim.atLeast(id(), "log₁₀ KSD, SGLD less SGLD-PS", sgld - ps, 0.3));
    }
    return claims;
  }
}
