package org.perrin.cli.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.perrin.draws.Draws;
import org.perrin.family.PredictiveCheck;
import org.perrin.family.Support;
import org.perrin.io.MessageText;
import org.perrin.posterior.Trust.Finding;
import org.perrin.posterior.Trust.Level;
import org.perrin.regression.Fit;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.model.ModelChoice;
import tools.jackson.databind.node.ObjectNode;

/**
 * How well a model describes the rows that it was fitted to, as page, terminal and {@code perrin
 * check} say it.
 *
 * @param finding the answer
 * @param remedy what to try if it is not good, or null
 * @param json for the page, or null if nothing is known of what the model predicts
 */
public record ModelFit(Finding finding, String remedy, ObjectNode json) {
  /** Of a fit, with its residuals along columns. */
  public static ModelFit of(Fit fit) {
    long seed = fit.options().seed();
    var own = of(fit.prepared(), fit.inner().draws(), seed);
    if (own.json() != null && !fit.priorOnly()) {
      var residuals = ColumnResiduals.of(fit.prepared(), fit.inner().draws(), seed);
      if (residuals != null) {
        own.json().set("residuals", PredictiveJson.residuals(residuals));
      }
    }
    return fit.priorOnly() ? new ModelFit(Verdict.priorOnly(), null, own.json()) : own;
  }

  /** Of the sampler's own draws; the seed is that of targets drawn again. */
  public static ModelFit of(PreparedFit prepared, Draws inner, long seed) {
    ModelChoice regression = prepared.regression();
    if (regression.own()) {
      return new ModelFit(Verdict.unknownModel(), null, null);
    }
    String terms = MisfitAdvice.terms(prepared.data().x().width());
    return switch (regression.family().check()) {
      case CATEGORIES -> classes(ClassPredictions.of(prepared, inner, seed), terms);
      case SURVIVAL -> times(SurvivalCurves.of(prepared, inner, seed), seed, terms);
      case QUANTILE ->
          quantile(
              InSamplePredictions.of(prepared, inner, seed),
              regression.family().quantile().orElseThrow(),
              terms);
      case CALIBRATION, DENSITY, ROOTOGRAM ->
          numbers(
              InSamplePredictions.of(prepared, inner, seed),
              prepared.encoding().response().name(),
              terms);
    };
  }

  private static ModelFit classes(ClassPredictions p, String terms) {
    List<Reliability> all = p.calibrations();
    return new ModelFit(Verdict.model(all), terms, PredictiveJson.of(p, all));
  }

  /** A right model has times whose distribution functions are uniform. */
  private static ModelFit times(SurvivalCurves p, long seed, String terms) {
    var residuals = ResidualCheck.of(p.uniforms(), seed);
    return new ModelFit(Verdict.model(residuals), terms, PredictiveJson.of(p));
  }

  /** Of the distribution only the share below the quantile is claimed. */
  private static ModelFit quantile(InSamplePredictions p, double probability, String terms) {
    var shares = Reliability.below(p, probability);
    return new ModelFit(
        Verdict.quantile(shares, probability), terms, PredictiveJson.of(p, shares, probability));
  }

  private static ModelFit numbers(InSamplePredictions p, String target, String terms) {
    if (p.regression().binary()) {
      var calibration = Reliability.of(p);
      return new ModelFit(
          Verdict.model(Reliability.all(p, calibration)),
          MisfitAdvice.of(p, target, terms),
          PredictiveJson.of(p, calibration, null));
    }
    double[][] drawn = Replicates.drawn(p);
    ObjectNode check =
        p.regression().family().check() == PredictiveCheck.ROOTOGRAM
            ? PredictiveJson.rootogram(Replicates.of(p, drawn), p.rows())
            : PredictiveJson.density(densities(p, drawn));
    return new ModelFit(
        Verdict.model(ResidualCheck.of(p)),
        MisfitAdvice.of(p, target, terms),
        PredictiveJson.of(p, Reliability.of(p, drawn), check));
  }

  private static DensityCurves densities(InSamplePredictions p, double[][] drawn) {
    Support support = p.regression().family().support();
    boolean above = support == Support.POSITIVE || support == Support.UNIT;
    return DensityCurves.of(
        p.y(),
        drawn,
        above ? 0 : Double.NEGATIVE_INFINITY,
        support == Support.UNIT ? 1 : Double.POSITIVE_INFINITY);
  }

  /** What is wrong and what to try, in a line; nothing if the model describes the data. */
  public Optional<String> warning() {
    return finding.level() == Level.CAUTION || finding.level() == Level.BAD
        ? Optional.of(finding.detail().replaceFirst("\\.$", ": ") + remedy)
        : Optional.empty();
  }

  /** The warning as a line of the terminal. */
  public Optional<String> warningLine() {
    return warning().map(text -> "misfit: " + MessageText.line(lower(text)));
  }

  /** The warning, or that there is none, as a line of the terminal. */
  public String line() {
    return warningLine()
        .orElseGet(() -> "fit: %s: %s".formatted(lower(finding.answer()), lower(finding.detail())));
  }

  /** A sentence as it goes on after a colon. */
  private static String lower(String sentence) {
    return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
  }
}
