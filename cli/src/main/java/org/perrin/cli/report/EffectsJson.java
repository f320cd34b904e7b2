package org.perrin.cli.report;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.perrin.draws.Draws;
import org.perrin.io.table.Table;
import org.perrin.math.Parallel;
import org.perrin.regression.Fit;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.effects.Effect;
import org.perrin.regression.effects.EffectCurve;
import org.perrin.regression.effects.Effects;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What every column does to the response, for the page: {@link Effects#sketched averages} over the
 * sample of rows that a fit keeps, by some of the draws, and of wide tables of the columns that
 * matter most. How many rows these draws look at follows from what the columns cost together.
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

  /** Predictions of a row by the mean of the draws. */
  private static final double ROW_WORK = 1.2e5;

  private static final int LEAST_FEW = 40;
  private static final int MOST_FEW = 2000;
  private static final int LEAST_ROWS = 400;
  private static final int MOST_ROWS = 5000;
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
    Map<String, Integer> values = values(all);
    List<String> columns = all.columns().stream().filter(values::containsKey).toList();
    if (columns.isEmpty()) {
      return null;
    }
    List<List<String>> pairs =
        all.interactions().stream().filter(columns::containsAll).limit(MOST_INTERACTIONS).toList();
    int scenarios = columns.stream().mapToInt(values::get).sum() + pairs.size() * POINTS * 3;
    int few = (int) Math.clamp(WORK / draws.count() / scenarios, LEAST_FEW, MOST_FEW);
    int some = (int) Math.clamp(ROW_WORK / scenarios, LEAST_ROWS, MOST_ROWS);
    Effects effects = all.sketched(few, some);
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("rows", sample.total()).put("draws", draws.count());
    node.put("whole", sample.total() == prepared.data().count());
    node.put(
        "shares",
        prepared.regression().binary()
            || prepared.regression().classes()
            || prepared.regression().trials());
    if (columns.size() == MOST_COLUMNS && all.columns().size() > MOST_COLUMNS) {
      node.put("among", all.columns().size());
    }
    ArrayNode curves = node.putArray("columns");
    addAll(curves, columns, column -> json(effects.curve(column, POINTS)));
    addAll(node.putArray("interactions"), pairs, pair -> json(crossed(effects, pair, values)));
    return curves.isEmpty() ? null : node;
  }

  /** Charts are made side by side. */
  private static <T> void addAll(ArrayNode array, List<T> of, Function<T, ObjectNode> chart) {
    ObjectNode[] charts = new ObjectNode[of.size()];
    Parallel.run(charts.length, k -> charts[k] = chart.apply(of.get(k)));
    Arrays.stream(charts).filter(Objects::nonNull).forEach(array::add);
  }

  /**
   * How many values columns have, but for those with many levels, which are groups as a rule. Of a
   * wide table the columns that matter most.
   */
  private static Map<String, Integer> values(Effects effects) {
    boolean wide = effects.columns().size() > MOST_COLUMNS;
    Map<String, Integer> values = new HashMap<>();
    for (String column : wide ? effects.ranked() : effects.columns()) {
      int count = effects.values(column, POINTS);
      if (count > 1 && count <= MOST_LEVELS) {
        values.put(column, count);
      }
      if (values.size() == MOST_COLUMNS) {
        break;
      }
    }
    return values;
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

  /** Null where a prediction is not finite. */
  private static @Nullable ObjectNode json(EffectCurve curve) {
    for (Effect effect : curve.effects()) {
      for (double value : effect.draws()) {
        if (!Double.isFinite(value)) {
          return null;
        }
      }
    }
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("name", curve.column()).put("number", curve.number());
    node.put("other", curve.other());
    ArrayNode at = node.putArray("at");
    curve.at().forEach(at::add);
    ArrayNode lines = node.putArray("lines");
    for (int b = 0; b < curve.by().size(); b++) {
      for (int c = 0; c < curve.outcomes().size(); c++) {
        ObjectNode line = lines.addObject();
        line.put("by", curve.by().get(b)).put("outcome", curve.outcomes().get(c));
        double[] mean = new double[curve.at().size()];
        double[][] quantiles = new double[PLACES.length][mean.length];
        for (int v = 0; v < mean.length; v++) {
          Effect effect = curve.effect(b, v, c);
          mean[v] = effect.mean();
          double[] own = effect.quantiles(PLACES);
          for (int q = 0; q < own.length; q++) {
            quantiles[q][v] = own[q];
          }
        }
        ReportData.put(line.putArray("mean"), mean);
        for (int q = 0; q < PLACES.length; q++) {
          ReportData.put(line.putArray("q" + Math.round(100 * PLACES[q])), quantiles[q]);
        }
      }
    }
    return node;
  }
}
