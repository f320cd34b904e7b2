package org.perrin.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.perrin.diagnostics.GaussianDivergence;
import org.perrin.draws.Draws;
import org.perrin.model.GaussianMean;
import org.perrin.model.NormalPrior;

/**
 * Fig. 4(a): SGLD against SGLD-PS on the bivariate Gaussian at n = 1, 5 and 10 %, KL divergence of
 * a Gaussian fitted to the draws so far from the posterior. The figure of the paper has one
 * covariance in the gradients and another in the posterior it compares with; the second panel has
 * the paper's in both.
 */
final class DivergenceFigure implements Experiment {
  private static final int ROWS = 10_000;
  private static final int PASSES = 500;
  private static final int[] PERCENT = {1, 5, 10};

  /** Final values read from the paper's figure: SGLD and SGLD-PS at 1, 5, 10 %. */
  private static final double[][] PUBLISHED = {{2.493, 2.366}, {1.041, 0.916}, {0.549, 0.437}};

  @Override
  public String id() {
    return "4a";
  }

  @Override
  public double work(ReproductionSettings settings) {
    return 2 * 6 * 2.0 * PASSES * ROWS * settings.chains();
  }

  @Override
  public Figure run(Lab lab) {
    var x = ToyData.gaussian(105, ROWS);
    var code =
        GaussianMean.of(
            x, PseudoVarianceFigure.CODE_COVARIANCE, NormalPrior.isotropic(2, Lab.PRIOR_VARIANCE));
    var paper = GaussianMean.of(x, ToyData.covariance(), NormalPrior.isotropic(2, 1000));
    GaussianMean.ConjugatePosterior target = paper.posterior();
    List<Curve> drawn = new ArrayList<>();
    List<Curve> consistent = new ArrayList<>();
    var seconds = new TreeMap<String, Double>();
    for (int percent : PERCENT) {
      int n = ROWS * percent / 100;
      drawn.addAll(curves(ensemble(lab, code, 1e-4, n), target, percent, new TreeMap<>()));
      consistent.addAll(
          curves(ensemble(lab, paper, 3, n).centredAt(target.mean()), target, percent, seconds));
    }
    var passes = Panel.Axis.linear("passes over the data, less one");
    return new Figure(
        id(),
        "Figure 4(a): SGLD and SGLD-PS on the bivariate Gaussian",
        "N = 10,000, the authors' data; n = 1, 5, 10 %%, 500 passes, %d chains, after as many of Adam (of"
                .formatted(lab.settings().chains())
            + " burn-in for SGLD) from θ⁽⁰⁾ ~ N(0, 1,000·I). First panel as published (diamonds: read from the paper's figure): ε = 1e-4,"
            + " gradients with the covariance ((1, −½), (−½, 1½)) and prior N(0, 10·I), divergence"
            + " from the posterior with ((1, 0.6), (0.6, 2))·10⁵ and N(0, 1,000·I), which these"
            + " chains do not sample. Second panel: that posterior in both places, ε = 3, θ̂ its"
            + " mean.",
        List.of(
            Panel.of(
                "kl",
                "bivariate Gaussian: KL divergence, as published",
                passes,
                Panel.Axis.linear("KL divergence"),
                Published.beside(drawn, Published.of(id()))),
            Panel.of(
                "kl-consistent",
                "bivariate Gaussian: KL divergence from the chains' own posterior",
                passes,
                Panel.Axis.log("KL divergence"),
                consistent)),
        claims(drawn, consistent),
        List.of(),
        seconds);
  }

  private static Ensemble ensemble(Lab lab, GaussianMean model, double stepSize, int n) {
    var plan =
        new ExperimentSettings(
            model,
            stepSize,
            n,
            PASSES * (ROWS / n),
            1000,
            ExperimentSettings.withoutFirst(lab.settings().chains()),
            lab.settings().seed() + 100);
    return new Ensemble(plan, lab.progress());
  }

  /** SGLD and SGLD-PS; the first place is after one pass. */
  private static List<Curve> curves(
      Ensemble ensemble,
      GaussianMean.ConjugatePosterior target,
      int percent,
      Map<String, Double> seconds) {
    ExperimentSettings plan = ensemble.plan();
    int pass = ROWS / plan.n();
    int[] counts = IntStream.rangeClosed(1, PASSES).map(j -> j * pass).toArray();
    double[] x = IntStream.range(0, PASSES).asDoubleStream().toArray();
    List<Curve> curves = new ArrayList<>();
    for (PaperSampler kind : List.of(PaperSampler.SGLD, PaperSampler.PS)) {
      List<double[]> all = new ArrayList<>();
      var outcome = ensemble.run(kind).named("%s %d %%".formatted(kind.label(), percent));
      seconds.putAll(outcome.times());
      for (Draws.Chain chain : outcome.used(plan)) {
        all.add(GaussianDivergence.ofChain(chain, target.mean(), target.covariance(), counts));
      }
      curves.add(Curve.over(outcome.name(), x, all, 0));
    }
    return curves;
  }

  private List<PaperClaim> claims(List<Curve> drawn, List<Curve> consistent) {
    List<PaperClaim> claims = new ArrayList<>();
    for (int s = 0; s < PERCENT.length; s++) {
      for (int k = 0; k < 2; k++) {
        Curve curve = drawn.get(2 * s + k);
        double published = PUBLISHED[s][k];
        claims.add(
            PaperClaim.between(
                id(),
                String.format(Locale.ROOT, "final KL of %s (%.3f)", curve.name(), published),
                curve.last(),
                published - 0.06,
                published + 0.06));
      }
      claims.add(less("as published", drawn, s, 0.05));
      claims.add(less("own posterior", consistent, s, 0.02));
    }
    return claims;
  }

  private PaperClaim less(String which, List<Curve> curves, int s, double least) {
    return PaperClaim.atLeast(
        id(),
        "final KL, %s, SGLD less SGLD-PS at %d %%".formatted(which, PERCENT[s]),
        curves.get(2 * s).last() - curves.get(2 * s + 1).last(),
        least);
  }
}
