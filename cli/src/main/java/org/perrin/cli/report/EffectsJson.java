package org.perrin.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.draws.Draws;
import org.perrin.io.design.CheckedDesign;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.Table;
import org.perrin.regression.Fit;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.effects.EffectCurve;
import org.perrin.regression.effects.Effects;
import org.perrin.regression.predict.TablePredictor;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What every column does to the response, for the page: averages over some rows, by some of the
 * draws. Rows are spread evenly over what the model predicts of them, so that few stand for all;
 * how many there are follows from what the columns cost together.
 */
final class EffectsJson {
  private static final int DRAWS = 150;
  private static final int POINTS = 11;
  private static final int MOST_LEVELS = 30;
  private static final int MOST_LINES = 5;
  private static final int MOST_INTERACTIONS = 20;
  private static final int MOST_COLUMNS = 200;

  /** Predictions, of a row by a draw, of all charts together. */
  private static final double WORK = 1.2e6;

  private static final int LEAST_ROWS = 40;
  private static final int MOST_ROWS = 2000;
  private static final int DRAWS_TO_SORT = 20;
  private static final double[] PLACES = {0.05, 0.25, 0.75, 0.95};

  private EffectsJson() {}

  /** Null where it is not known what the model predicts, or rows are elsewhere. */
  static @Nullable ObjectNode of(Fit fit) {
    PreparedFit prepared = fit.prepared();
    Table sample = prepared.sample();
    if (prepared.regression().own() || sample == null || sample.total() == 0) {
      return null;
    }
    Draws draws = some(fit.draws());
    Effects all = Effects.of(prepared.regression(), prepared.encoding(), draws, sample);
    Map<String, Integer> values = new LinkedHashMap<>();
    all.columns().forEach(column -> values.put(column, all.values(column, POINTS)));
    List<String> columns = shown(values);
    if (columns.isEmpty()) {
      return null;
    }
    List<List<String>> pairs =
        all.interactions().stream().filter(columns::containsAll).limit(MOST_INTERACTIONS).toList();
    int scenarios = columns.stream().mapToInt(values::get).sum() + pairs.size() * POINTS * 3;
    int rows = (int) Math.clamp(WORK / draws.count() / scenarios, LEAST_ROWS, MOST_ROWS);
    Table few = spread(prepared, draws, sample, rows);
    Effects effects = Effects.of(prepared.regression(), prepared.encoding(), draws, few);
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("rows", few.total()).put("draws", draws.count());
    node.put("shares", prepared.regression().binary() || prepared.regression().classes());
    ArrayNode curves = node.putArray("columns");
    columns.forEach(column -> add(curves, effects.curve(column, POINTS)));
    ArrayNode crossed = node.putArray("interactions");
    pairs.forEach(pair -> add(crossed, crossed(effects, pair, values)));
    return curves.isEmpty() ? null : node;
  }

  /** Columns but those with many levels, which are groups as a rule. */
  private static List<String> shown(Map<String, Integer> values) {
    return values.keySet().stream()
        .filter(column -> values.get(column) > 1 && values.get(column) <= MOST_LEVELS)
        .limit(MOST_COLUMNS)
        .toList();
  }

  /** Along the one that is a number, or has more levels. */
  private static EffectCurve crossed(
      Effects effects, List<String> pair, Map<String, Integer> values) {
    String first = pair.getFirst();
    String second = pair.getLast();
    boolean turned = values.get(second) > values.get(first);
    return turned
        ? effects.curve(second, first, POINTS, MOST_LINES)
        : effects.curve(first, second, POINTS, MOST_LINES);
  }

  /** Some draws, evenly spread over all. */
  private static Draws some(Draws all) {
    var used = new Draws(all.names(), all.usable());
    int count = Math.min(DRAWS, used.count());
    double[] values = new double[count * used.dimension()];
    for (int s = 0; s < count; s++) {
      double[] draw = used.draw((int) ((long) s * used.count() / count));
      System.arraycopy(draw, 0, values, s * draw.length, draw.length);
    }
    return new Draws(all.names(), List.of(Draws.Chain.of(used.dimension(), values)));
  }

  /** Rows in the order of what is predicted of them, at even distances. */
  private static Table spread(PreparedFit prepared, Draws draws, Table sample, int rows) {
    if (sample.total() <= rows) {
      return sample;
    }
    var predictor =
        TablePredictor.of(prepared.regression(), prepared.encoding(), draws, DRAWS_TO_SORT, 0.5);
    CheckedDesign judged = predictor.judgeEach(sample);
    record Predicted(int row, double mean) {}
    List<Predicted> means = new ArrayList<>();
    predictor.each(
        judged,
        row -> {
          boolean first = means.isEmpty() || means.getLast().row() != row.row();
          if (row.problem() == null && first) {
            means.add(new Predicted(row.row(), row.mean()));
          }
        });
    if (means.size() <= rows) {
      return sample;
    }
    means.sort(Comparator.comparingDouble(Predicted::mean));
    int[] chosen =
        IntStream.range(0, rows)
            .map(j -> means.get((int) ((j + 0.5) * means.size() / rows)).row())
            .toArray();
    return RowPicker.pick(sample, chosen);
  }

  private static void add(ArrayNode array, EffectCurve curve) {
    boolean finite =
        curve.effects().stream()
            .flatMapToDouble(e -> DoubleStream.of(e.draws()))
            .allMatch(Double::isFinite);
    if (!finite) {
      return;
    }
    ObjectNode node = array.addObject().put("name", curve.column()).put("number", curve.number());
    node.put("other", curve.other());
    ArrayNode at = node.putArray("at");
    curve.at().forEach(at::add);
    ArrayNode lines = node.putArray("lines");
    for (int b = 0; b < curve.by().size(); b++) {
      for (int c = 0; c < curve.outcomes().size(); c++) {
        ObjectNode line = lines.addObject();
        line.put("by", curve.by().get(b)).put("outcome", curve.outcomes().get(c));
        int level = b;
        int outcome = c;
        int points = curve.at().size();
        ReportData.put(
            line.putArray("mean"),
            IntStream.range(0, points)
                .mapToDouble(v -> curve.effect(level, v, outcome).mean())
                .toArray());
        for (double p : PLACES) {
          ReportData.put(
              line.putArray("q" + Math.round(100 * p)),
              IntStream.range(0, points)
                  .mapToDouble(v -> curve.effect(level, v, outcome).quantile(p))
                  .toArray());
        }
      }
    }
  }
}
