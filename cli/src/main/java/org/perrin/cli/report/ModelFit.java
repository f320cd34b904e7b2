package org.perrin.cli.report;

import java.util.List;
import java.util.Optional;
import org.perrin.draws.Draws;
import org.perrin.posterior.Trust.Finding;
import org.perrin.posterior.Trust.Level;
import org.perrin.regression.Fit;
import org.perrin.regression.PreparedFit;
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
  /** Of a fit. */
  public static ModelFit of(Fit fit) {
    return of(fit.prepared(), fit.inner().draws(), fit.options().seed());
  }

  /** Of the sampler's own draws; the seed is that of targets drawn again. */
  public static ModelFit of(PreparedFit prepared, Draws inner, long seed) {
    if (prepared.regression().own() || prepared.regression().censored()) {
      return new ModelFit(Verdict.unknownModel(), null, null);
    }
    return prepared.regression().classes()
        ? classes(ClassPredictions.of(prepared, inner))
        : numbers(
            InSamplePredictions.of(prepared, inner, seed), prepared.encoding().response().name());
  }

  private static ModelFit classes(ClassPredictions p) {
    List<Reliability> all = p.calibrations();
    return new ModelFit(Verdict.model(all), MisfitAdvice.TERMS, PredictiveJson.of(p, all));
  }

  private static ModelFit numbers(InSamplePredictions p, String target) {
    var calibration = Reliability.of(p);
    boolean logistic = p.regression().binary();
    var replicates = logistic ? null : Replicates.of(p);
    Finding finding =
        logistic
            ? Verdict.model(List.of(calibration))
            : p.regression().metric()
                ? Verdict.model(replicates, Replicates.ofResiduals(p))
                : Verdict.model(replicates);
    String remedy = MisfitAdvice.of(p, target);
    return new ModelFit(finding, remedy, PredictiveJson.of(p, calibration, replicates));
  }

  /** What is wrong and what to try, in a line; nothing if the model describes the data. */
  public Optional<String> warning() {
    return finding.level() == Level.CAUTION || finding.level() == Level.BAD
        ? Optional.of(finding.detail().replaceFirst("\\.$", ": ") + remedy)
        : Optional.empty();
  }
}
