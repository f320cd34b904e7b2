package org.perrin.cli.report;

import java.util.List;
import org.perrin.cli.SummaryJson;
import org.perrin.cli.Version;
import org.perrin.cli.fit.Fit;
import org.perrin.cli.fit.Prepared;
import org.perrin.cli.fit.Regression;
import org.perrin.posterior.Trust.Finding;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the page shows, as JSON. */
final class ReportData {
  private ReportData() {}

  static ObjectNode of(Fit fit) {
    Prepared prepared = fit.prepared();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("version", Version.number()).put("complete", fit.complete());
    root.put("title", prepared.title()).put("effect", prepared.regression().effect());
    root.put("target", prepared.encoding().response().name());
    facts(root.putArray("facts"), fit);
    fit.notes().forEach(root.putArray("notes")::add);
    root.set("summary", SummaryJson.of(fit.summary()));
    prepared.priors().forEach(root.putArray("priors")::add);
    scales(root.putArray("scales"), prepared);
    root.set("draws", DrawsJson.of(fit));
    root.set("sampling", SamplingJson.of(fit));
    judged(root, fit);
    return root;
  }

  private static void judged(ObjectNode root, Fit fit) {
    if (!fit.prepared().predicts()) {
      root.putNull("predictive");
      tell(root, Verdict.of(fit, Verdict.unknownModel()));
      return;
    }
    var predictions = Predictions.of(fit);
    var calibration = Calibration.of(predictions);
    boolean logistic = predictions.regression() == Regression.LOGISTIC;
    var replicates = logistic ? null : Replicates.of(predictions);
    root.set("predictive", PredictiveJson.of(predictions, calibration, replicates));
    var model = logistic ? Verdict.model(calibration) : Verdict.model(replicates);
    tell(root, Verdict.of(fit, model));
  }

  private static void tell(ObjectNode root, Verdict verdict) {
    ObjectNode node = root.putObject("verdict");
    node.put("level", verdict.level().word());
    node.put("headline", verdict.headline()).put("advice", verdict.advice());
    ArrayNode findings = node.putArray("findings");
    for (Finding finding : verdict.findings()) {
      findings
          .addObject()
          .put("question", finding.question())
          .put("level", finding.level().word())
          .put("answer", finding.answer())
          .put("detail", finding.detail());
    }
  }

  /** What the head of the page says. */
  private static void facts(ArrayNode array, Fit fit) {
    double total = fit.seconds().values().stream().mapToDouble(s -> s).sum();
    List.of(
            fileName(fit.prepared().source()),
            "%,d rows".formatted(fit.prepared().data().count()),
            "%,d parameters".formatted(fit.draws().dimension()),
            "%,d draws in %d chains".formatted(fit.draws().count(), fit.draws().chains().size()),
            "%.1f s".formatted(total))
        .forEach(array::add);
  }

  /** Without the folders, which are nobody's business once the page travels. */
  private static String fileName(String source) {
    return source.replaceFirst("^[^ ]*/", "");
  }

  /** Standard deviations of the columns; null for what is not the coefficient of one. */
  private static void scales(ArrayNode array, Prepared prepared) {
    double[] scale = prepared.scaling().scale();
    for (int k = 0; k < prepared.names().size(); k++) {
      boolean slope = k < scale.length && !(k == 0 && prepared.scaling().intercept());
      if (slope) {
        array.add(scale[k]);
      } else {
        array.addNull();
      }
    }
  }

  /** Seven digits are enough for the eye. */
  static void put(ArrayNode array, double... values) {
    for (double value : values) {
      if (Double.isFinite(value)) {
        array.add((float) value);
      } else {
        array.addNull();
      }
    }
  }
}
