package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.diagnostics.AscendingOrder;
import org.perrin.io.design.Design;
import org.perrin.io.design.OwnTerms;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.Table;
import org.perrin.math.Parallel;

/**
 * Averages under scenarios of many columns, cheaply: {@code A(θₛ) ≈ A(θ̄) + (1/m) Σⱼ (gⱼ(θₛ) −
 * gⱼ(θ̄))}, the first of all rows and the second of few, at even distances in the order of {@code
 * gᵢ(θ̄)}. As {@code Σₛ (θₛ − θ̄) = 0}, few rows move the mean over draws to second order only.
 * Predictors are computed once: where a column enters the design by itself, another value adds
 * {@code (x' − xᵢ)ᵀθ} over its own columns of the design, which alone are encoded: O(1) for a row
 * and a draw, however wide the design is. Other columns need whole designs, and are averaged over
 * some of the rows.
 */
final class EffectSketch {
  private final FittedModel model;
  private final Table table;
  private final Expansion centre;
  private final PredictedRows all;
  private final PredictedRows few;
  private final PredictedRows near;
  private final Map<String, OwnTerms> own;
  private final int @Nullable [] complete;
  private final int[] someRows;
  private final int[] fewRows;

  private EffectSketch(FittedModel model, Table table, int fewer, int some) {
    this.model = model;
    this.table = table;
    this.centre = Expansion.of(model.draws(), 0);
    this.own = OwnTerms.of(model.encoding());
    Design design = model.design(table);
    this.complete = design.rows();
    this.all = PredictedRows.of(model, design, centre.points());
    int[] order = AscendingOrder.of(all.first());
    this.fewRows = rows(design, even(order, fewer));
    this.someRows = rows(design, even(order, some));
    Design looked = model.design(RowPicker.pick(table, fewRows));
    this.few = PredictedRows.of(model, looked, model.draws());
    this.near = PredictedRows.of(model, looked, centre.points());
  }

  static EffectSketch of(FittedModel model, Table table, int few, int some) {
    return new EffectSketch(model, table, few, some);
  }

  private static int[] even(int[] order, int most) {
    int count = Math.min(most, order.length);
    return IntStream.range(0, count)
        .map(j -> order[(int) ((j + 0.5) * order.length / count)])
        .toArray();
  }

  /** Rows of the table, by their places in its design. */
  private static int[] rows(Design design, int[] places) {
    int[] kept = design.rows();
    return kept == null ? places : Arrays.stream(places).map(i -> kept[i]).toArray();
  }

  /** Under scenarios of any kind. */
  ScenarioAverages averages(List<Scenario> scenarios) {
    var base = new ScenarioSums(model, scenarios, centre.points(), null);
    base.add(table, someRows, someRows.length);
    var rest = new ScenarioSums(model, scenarios, model.draws(), centre);
    rest.add(table, fewRows, fewRows.length);
    return ScenarioAverages.combined(base.means(), centre, rest, someRows.length);
  }

  /** With a column at these values. */
  ScenarioAverages averages(String column, List<String> values) {
    OwnTerms terms = own.get(column);
    if (terms == null) {
      return averages(values.stream().map(v -> Scenario.at(column, v)).toList());
    }
    Table alone = Table.of(table.source(), List.of(table.column(column)));
    Table seen = RowPicker.pick(alone, fewRows);
    double[][] whole = terms.values(complete == null ? alone : RowPicker.pick(alone, complete));
    double[][] some = terms.values(seen);
    int[] places = terms.places();
    List<PredictedRows> without =
        List.of(all.without(places, whole), few.without(places, some), near.without(places, some));
    Column along = Scenario.along(alone.column(column), values);
    double[][] x = terms.values(Table.of(table.source(), List.of(along)));
    int outcomes = model.outcomes().size();
    double[][][] means = new double[values.size()][outcomes][];
    double[][] unknown = new double[values.size()][outcomes];
    Arrays.stream(unknown).forEach(one -> Arrays.fill(one, Double.NaN));
    Parallel.run(
        values.size(),
        q -> {
          double[][] base = without.get(0).means(places, x[q]);
          double[][] by = without.get(1).means(places, x[q]);
          double[][] nearby = without.get(2).means(places, x[q]);
          for (int c = 0; c < outcomes; c++) {
            double more = base[c][0] - nearby[c][0];
            means[q][c] = Arrays.stream(by[c]).map(v -> v + more).toArray();
          }
        });
    return new ScenarioAverages(means, unknown, unknown);
  }
}
