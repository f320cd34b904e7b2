package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.data.Dataset;
import org.perrin.diagnostics.AscendingOrder;
import org.perrin.draws.Draws;
import org.perrin.family.Distribution;
import org.perrin.io.design.ColumnPlaces;
import org.perrin.io.design.Design;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.Table;
import org.perrin.math.Parallel;
import org.perrin.regression.predict.DrawPredictor;

/**
 * Averages under scenarios of many columns, cheaply: {@code A(θₛ) ≈ A(θ̄) + (1/m) Σⱼ (gⱼ(θₛ) −
 * gⱼ(θ̄))}, the first of all rows and the second of few, at even distances in the order of {@code
 * gᵢ(θ̄)}. As {@code Σₛ (θₛ − θ̄) = 0}, few rows move the mean over draws to second order only.
 * Predictors are computed once: where a column enters the design by itself, another value adds
 * {@code (x' − xᵢ)ᵀθ} over its own columns of the design, O(1) for a row and a draw. Other columns
 * need designs of their own, and are averaged over some of the rows.
 */
final class EffectSketch {
  private final FittedModel model;
  private final Table table;
  private final Expansion centre;
  private final Rows all;
  private final Rows few;
  private final Rows near;
  private final int[] someRows;
  private final int[] fewRows;

  private EffectSketch(FittedModel model, Table table, int fewer, int some) {
    this.model = model;
    this.table = table;
    this.centre = Expansion.of(model.draws(), 0);
    Design design = model.design(table);
    this.all = new Rows(design, centre.points());
    int[] order = order(design.data().count());
    this.fewRows = rows(design, even(order, fewer));
    this.someRows = rows(design, even(order, some));
    Design own = model.design(RowPicker.pick(table, fewRows));
    this.few = new Rows(own, model.draws());
    this.near = new Rows(own, centre.points());
  }

  static EffectSketch of(FittedModel model, Table table, int few, int some) {
    return new EffectSketch(model, table, few, some);
  }

  private int[] order(int count) {
    double[] predicted = new double[count];
    Arrays.setAll(predicted, i -> all.outcome(0, 0, all.eta[i]));
    return AscendingOrder.of(predicted);
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
    List<Scenario> scenarios = values.stream().map(v -> Scenario.at(column, v)).toList();
    int[] places = ColumnPlaces.of(model.encoding(), column);
    if (places == null) {
      return averages(scenarios);
    }
    Table first = RowPicker.pick(table, Arrays.copyOf(fewRows, 1));
    int outcomes = model.outcomes().size();
    double[][][] means = new double[values.size()][outcomes][];
    double[][] unknown = new double[values.size()][outcomes];
    Arrays.stream(unknown).forEach(one -> Arrays.fill(one, Double.NaN));
    List<Rows> without = List.of(all.without(places), few.without(places), near.without(places));
    Parallel.run(
        values.size(),
        q -> {
          Dataset changed = model.design(scenarios.get(q).apply(first)).data();
          double[] x = new double[changed.x().width()];
          changed.x().copy(0, x);
          double[][] whole = without.get(0).means(places, x);
          double[][] by = without.get(1).means(places, x);
          double[][] nearby = without.get(2).means(places, x);
          for (int c = 0; c < outcomes; c++) {
            double base = whole[c][0] - nearby[c][0];
            means[q][c] = Arrays.stream(by[c]).map(v -> v + base).toArray();
          }
        });
    return new ScenarioAverages(means, unknown, unknown);
  }

  /** Rows with their predictors under some draws. */
  private final class Rows {
    private final Design design;
    private final DrawPredictor by;

    /** {@code [row][predictor][draw]}. */
    private final double[][][] eta;

    private Rows(Design design, DrawPredictor by, double[][][] eta) {
      this.design = design;
      this.by = by;
      this.eta = eta;
    }

    Rows(Design design, Draws draws) {
      this(design, model.by(draws), new double[design.data().count()][][]);
      by.each(
          design.data(),
          design.groups(),
          0,
          eta.length,
          (i, own, _) -> eta[i] = Arrays.stream(own).map(double[]::clone).toArray(double[][]::new));
    }

    /** Without what these columns of the design add. */
    Rows without(int[] places) {
      double[][][] less = new double[eta.length][eta[0].length][];
      double[] x = new double[design.data().x().width()];
      for (int i = 0; i < less.length; i++) {
        design.data().x().copy(i, x);
        for (int v = 0; v < less[i].length; v++) {
          double[] own = eta[i][v].clone();
          for (int s = 0; s < own.length; s++) {
            own[s] -= share(places, x, v, s);
          }
          less[i][v] = own;
        }
      }
      return new Rows(design, by, less);
    }

    private double share(int[] places, double[] x, int v, int s) {
      double share = 0;
      for (int k : places) {
        share += x[k] * by.coefficient(s, v, k);
      }
      return share;
    }

    double outcome(int c, int s, double[][] predictors) {
      return model.outcome(c, s, predictors, by.distribution(predictors, s, 1));
    }

    /** Means over rows, for each outcome and draw, with what these columns add where they are x. */
    double[][] means(int[] places, double[] x) {
      double[][] sums = new double[model.outcomes().size()][by.draws()];
      double[][] moved = new double[eta[0].length][by.draws()];
      double[][] shares = new double[moved.length][by.draws()];
      for (int v = 0; v < shares.length; v++) {
        int vector = v;
        Arrays.setAll(shares[v], s -> share(places, x, vector, s));
      }
      for (double[][] own : eta) {
        for (int s = 0; s < by.draws(); s++) {
          for (int v = 0; v < moved.length; v++) {
            moved[v][s] = own[v][s] + shares[v][s];
          }
          Distribution given = by.distribution(moved, s, 1);
          for (int c = 0; c < sums.length; c++) {
            sums[c][s] += model.outcome(c, s, moved, given) / eta.length;
          }
        }
      }
      return sums;
    }
  }
}
