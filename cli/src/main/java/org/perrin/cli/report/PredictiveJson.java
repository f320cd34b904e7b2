package org.perrin.cli.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.perrin.diagnostics.AscendingOrder;
import org.perrin.family.PredictiveCheck;
import org.perrin.math.Scalars;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How well the model predicts what was observed, for the page. */
final class PredictiveJson {
  private static final int BINS = 20;

  private PredictiveJson() {}

  /** Calibration, the check that suits the family, and some scores. */
  static ObjectNode of(InSamplePredictions p, Reliability calibration, ObjectNode check) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    boolean shares = p.regression().binary();
    node.put("rows", p.rows()).put("draws", p.eta().length).put("shares", shares);
    ObjectNode only = node.putArray("curves").addObject().putNull("name");
    groups(only.putArray("groups"), calibration);
    node.set("check", check);
    if (shares) {
      probabilities(node.putObject("histogram"), p);
      logisticScores(node.putArray("scores"), p);
    } else {
      otherScores(node.putArray("scores"), p);
    }
    return node;
  }

  /** The shares of rows below a quantile, and scores that are about it. */
  static ObjectNode of(InSamplePredictions p, Reliability shares, double probability) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("rows", p.rows()).put("draws", p.eta().length).put("shares", true);
    node.put("quantile", probability);
    ObjectNode only = node.putArray("curves").addObject().putNull("name");
    groups(only.putArray("groups"), shares);
    node.putNull("check");
    quantileScores(node.putArray("scores"), p, probability);
    return node;
  }

  /** Calibration of each class, what was predicted where each was seen, and some scores. */
  static ObjectNode of(ClassPredictions p, List<Reliability> all) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("shares", true).put("rows", p.y().length).put("draws", p.draws());
    ArrayNode curves = node.putArray("curves");
    for (int c = 0; c < all.size(); c++) {
      ObjectNode curve = curves.addObject().put("name", p.names().get(c));
      groups(curve.putArray("groups"), all.get(c));
    }
    node.set("check", categories(p));
    ArrayNode expected = node.putObject("histogram").putArray("expected");
    for (double[] shares : p.expected()) {
      ReportData.put(expected.addArray(), shares);
    }
    classScores(node.putArray("scores"), p);
    return node;
  }

  /** Times until an event: the curves only. */
  static ObjectNode of(SurvivalCurves p) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("shares", false).put("rows", p.uniforms()[0].length).put("draws", p.draws());
    node.putArray("curves");
    ObjectNode check = check(PredictiveCheck.SURVIVAL);
    ReportData.put(check.putArray("at"), p.at());
    ReportData.put(check.putArray("observed"), p.seen());
    ReportData.put(check.putArray("low"), p.low());
    ReportData.put(check.putArray("high"), p.high());
    bands(check, p.bands());
    node.set("check", check);
    node.putArray("scores");
    return node;
  }

  private static ObjectNode check(PredictiveCheck kind) {
    return JsonNodeFactory.instance.objectNode().put("kind", kind.word());
  }

  /** Quantiles under the model, by their names. */
  private static void bands(ObjectNode node, double[][] bands) {
    for (int q = 0; q < bands.length; q++) {
      ReportData.put(node.putArray("q" + Math.round(100 * DensityCurves.PLACES[q])), bands[q]);
    }
  }

  static ObjectNode density(DensityCurves curves) {
    ObjectNode node = check(PredictiveCheck.DENSITY);
    ReportData.put(node.putArray("at"), curves.at());
    ReportData.put(node.putArray("observed"), curves.observed());
    bands(node, curves.bands());
    return node;
  }

  /** How often counts come, as numbers of rows. */
  static ObjectNode rootogram(Replicates replicates, int rows) {
    ObjectNode node = check(PredictiveCheck.ROOTOGRAM);
    ReportData.put(node.putArray("edges"), replicates.edges());
    ReportData.put(node.putArray("observed"), times(replicates.observed(), rows));
    ReportData.put(node.putArray("q5"), times(replicates.q5(), rows));
    ReportData.put(node.putArray("q50"), times(replicates.q50(), rows));
    ReportData.put(node.putArray("q95"), times(replicates.q95(), rows));
    return node;
  }

  private static double[] times(double[] shares, int rows) {
    return Arrays.stream(shares).map(s -> s * rows).toArray();
  }

  private static ObjectNode categories(ClassPredictions p) {
    ObjectNode node = check(PredictiveCheck.CATEGORIES);
    ReportData.put(node.putArray("observed"), p.shares(j -> (int) p.y()[j]));
    double[][] drawn = new double[p.draws()][];
    Arrays.setAll(drawn, t -> p.shares(j -> p.drawn()[t][j]));
    double[][] bands = new double[DensityCurves.PLACES.length][p.names().size()];
    for (int c = 0; c < p.names().size(); c++) {
      int own = c;
      double[] sorted = Arrays.stream(drawn).mapToDouble(d -> d[own]).sorted().toArray();
      for (int q = 0; q < bands.length; q++) {
        bands[q][c] = sorted[(int) Math.round(DensityCurves.PLACES[q] * (sorted.length - 1))];
      }
    }
    bands(node, bands);
    return node;
  }

  /** Residuals along columns. */
  static ObjectNode residuals(ColumnResiduals all) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("rows", all.rows());
    node.put("clear", ColumnResiduals.CLEAR);
    ArrayNode columns = node.putArray("columns");
    for (ColumnResiduals.Pattern pattern : all.columns()) {
      ObjectNode column = columns.addObject().put("name", pattern.name());
      column.put("number", pattern.number()).put("used", pattern.used());
      ArrayNode at = column.putArray("at");
      ArrayNode mean = column.putArray("mean");
      ArrayNode rows = column.putArray("rows");
      for (ColumnResiduals.Group group : pattern.groups()) {
        if (pattern.number()) {
          ReportData.put(at, group.value());
        } else {
          at.add(group.level());
        }
        ReportData.put(mean, group.mean());
        rows.add(group.rows());
      }
    }
    return node;
  }

  private static void groups(ArrayNode groups, Reliability calibration) {
    for (Reliability.Group g : calibration.groups()) {
      ObjectNode group = groups.addObject().put("rows", g.rows());
      number(group, "at", g.at());
      number(group, "predicted", g.predicted());
      number(group, "observed", g.observed());
      number(group, "low", g.low());
      number(group, "high", g.high());
      number(group, "errors", g.errors());
    }
  }

  private static void number(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, (float) value);
    } else {
      node.putNull(name);
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

  private static void quantileScores(ArrayNode scores, InSamplePredictions p, double probability) {
    double weights = Arrays.stream(p.weight()).sum();
    double alone = weightedQuantile(p, probability * weights);
    double below = 0;
    double loss = 0;
    double blind = 0;
    for (int j = 0; j < p.rows(); j++) {
      double w = p.weight()[j] / weights;
      below += p.y()[j] <= p.mean()[j] ? w : 0;
      loss += w * Scalars.pinball(probability, p.y()[j] - p.mean()[j]);
      blind += w * Scalars.pinball(probability, p.y()[j] - alone);
    }
    score(scores, "Rows below the predicted quantile", percent(below));
    score(scores, "Rows to be expected there", percent(probability));
    score(scores, "Pinball loss", number(loss));
    score(scores, "Pinball loss without columns", number(blind));
  }

  /** The least target up to which rows have that weight. */
  private static double weightedQuantile(InSamplePredictions p, double weight) {
    int[] order = AscendingOrder.of(p.y());
    double sum = 0;
    for (int j : order) {
      sum += p.weight()[j];
      if (sum >= weight) {
        return p.y()[j];
      }
    }
    return p.y()[order[order.length - 1]];
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
