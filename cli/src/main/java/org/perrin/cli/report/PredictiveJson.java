package org.perrin.cli.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How well the model predicts what was observed, for the page. */
final class PredictiveJson {
  private static final int BINS = 20;

  private PredictiveJson() {}

  /** Calibration, a histogram and some scores; {@code replicates} is null for logistic models. */
  static ObjectNode of(InSamplePredictions p, Reliability calibration, Replicates replicates) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("counts", p.regression().counts());
    node.put("rows", p.rows()).put("draws", p.eta().length);
    node.put("shares", replicates == null);
    ObjectNode only = node.putArray("curves").addObject().putNull("name");
    groups(only.putArray("groups"), calibration);
    if (replicates == null) {
      probabilities(node.putObject("histogram"), p);
      logisticScores(node.putArray("scores"), p);
    } else {
      ObjectNode histogram = node.putObject("histogram");
      ReportData.put(histogram.putArray("edges"), replicates.edges());
      ReportData.put(histogram.putArray("observed"), replicates.observed());
      ReportData.put(histogram.putArray("q5"), replicates.q5());
      ReportData.put(histogram.putArray("q50"), replicates.q50());
      ReportData.put(histogram.putArray("q95"), replicates.q95());
      otherScores(node.putArray("scores"), p);
    }
    return node;
  }

  /** Calibration of each class, what was predicted where each was seen, and some scores. */
  static ObjectNode of(ClassPredictions p, List<Reliability> all) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("counts", false).put("shares", true);
    node.put("rows", p.y().length).put("draws", p.draws());
    ArrayNode curves = node.putArray("curves");
    for (int c = 0; c < all.size(); c++) {
      ObjectNode curve = curves.addObject().put("name", p.names().get(c));
      groups(curve.putArray("groups"), all.get(c));
    }
    ArrayNode expected = node.putObject("histogram").putArray("expected");
    for (double[] shares : p.expected()) {
      ReportData.put(expected.addArray(), shares);
    }
    classScores(node.putArray("scores"), p);
    return node;
  }

  private static void groups(ArrayNode groups, Reliability calibration) {
    for (Reliability.Group g : calibration.groups()) {
      groups
          .addObject()
          .put("predicted", (float) g.predicted())
          .put("observed", (float) g.observed())
          .put("low", (float) g.low())
          .put("high", (float) g.high())
          .put("rows", g.rows());
    }
  }

  private static void classScores(ArrayNode scores, ClassPredictions p) {
    double[] counts = new double[p.mean().length];
    double weights = 0;
    double right = 0;
    double loss = 0;
    for (int j = 0; j < p.y().length; j++) {
      double w = p.weight()[j];
      int seen = (int) p.y()[j];
      int likeliest = 0;
      for (int c = 1; c < counts.length; c++) {
        likeliest = p.mean()[c][j] > p.mean()[likeliest][j] ? c : likeliest;
      }
      weights += w;
      counts[seen] += w;
      right += likeliest == seen ? w : 0;
      loss -= w * Math.log(Math.max(1e-300, p.mean()[seen][j]));
    }
    double blind = 0;
    for (double count : counts) {
      blind -= count > 0 ? count / weights * Math.log(count / weights) : 0;
    }
    double commonest = Arrays.stream(counts).max().orElse(0) / weights;
    score(scores, "Accuracy", percent(right / weights));
    score(scores, "Always the commonest class", percent(commonest));
    score(scores, "Log-loss", number(loss / weights));
    score(scores, "Log-loss without columns", number(blind));
  }

  /** Predicted probabilities of rows that turned out one, and of those that did not. */
  private static void probabilities(ObjectNode node, InSamplePredictions p) {
    double[][] shares = new double[2][BINS];
    for (int j = 0; j < p.rows(); j++) {
      int bin = (int) Math.min(BINS - 1, p.mean()[j] * BINS);
      shares[p.y()[j] > 0.5 ? 1 : 0][bin] += 1.0 / p.rows();
    }
    ReportData.put(node.putArray("zeros"), shares[0]);
    ReportData.put(node.putArray("ones"), shares[1]);
  }

  private static void logisticScores(ArrayNode scores, InSamplePredictions p) {
    double weights = 0;
    double right = 0;
    double loss = 0;
    double ones = 0;
    for (int j = 0; j < p.rows(); j++) {
      double w = p.weight()[j];
      boolean one = p.y()[j] > 0.5;
      weights += w;
      ones += one ? w : 0;
      right += p.mean()[j] > 0.5 == one ? w : 0;
      loss -= w * Math.log(Math.max(1e-300, one ? p.mean()[j] : 1 - p.mean()[j]));
    }
    double base = ones / weights;
    double blind = -base * Math.log(base) - (1 - base) * Math.log1p(-base);
    score(scores, "Accuracy", percent(right / weights));
    score(scores, "Always the commoner answer", percent(Math.max(base, 1 - base)));
    score(scores, "Log-loss", number(loss / weights));
    score(scores, "Log-loss without columns", number(blind));
  }

  private static void otherScores(ArrayNode scores, InSamplePredictions p) {
    double weights = 0;
    double sum = 0;
    double squares = 0;
    double rest = 0;
    for (int j = 0; j < p.rows(); j++) {
      double w = p.weight()[j];
      weights += w;
      sum += w * p.y()[j];
      squares += w * p.y()[j] * p.y()[j];
      rest += w * (p.y()[j] - p.mean()[j]) * (p.y()[j] - p.mean()[j]);
    }
    double mean = sum / weights;
    double variance = squares / weights - mean * mean;
    score(scores, "Typical error (RMSE)", number(Math.sqrt(rest / weights)));
    score(scores, "Standard deviation of the target", number(Math.sqrt(variance)));
    if (p.regression().metric() && variance > 0) {
      score(scores, "Variance explained (R²)", percent(1 - rest / weights / variance));
    }
  }

  private static void score(ArrayNode scores, String name, String text) {
    scores.addObject().put("name", name).put("text", text);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
