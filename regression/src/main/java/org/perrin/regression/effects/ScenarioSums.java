package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.draws.Draws;
import org.perrin.io.design.Design;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.Table;
import org.perrin.math.Parallel;
import org.perrin.regression.predict.DrawPredictor;

/**
 * Sums over rows of what some draws predict of them under several scenarios; what an {@link
 * Expansion} explains is taken off, if there is one. Blocks of rows are summed on all cores and
 * added in their order, so that the bits are the same on any number.
 */
final class ScenarioSums {
  private static final int CHUNK = 128;
  private static final int MOST_PARTS = 64;

  /** Numbers that the blocks under way may hold together. */
  private static final int PARTS_BUDGET = 4_000_000;

  private final FittedModel model;
  private final List<Scenario> scenarios;
  private final DrawPredictor by;
  private final @Nullable Expansion expansion;
  private final @Nullable DrawPredictor steps;
  private final int outcomes;
  private final Part total;

  ScenarioSums(
      FittedModel model, List<Scenario> scenarios, Draws draws, @Nullable Expansion expansion) {
    this.model = model;
    this.scenarios = scenarios;
    this.by = model.by(draws);
    this.expansion = expansion;
    this.steps = expansion == null ? null : model.by(expansion.points());
    this.outcomes = model.outcomes().size();
    this.total = new Part(scenarios.size(), outcomes, draws.count());
  }

  /** Adds these rows of a table, so many at once. */
  void add(Table table, int[] rows, int block) {
    int blocks = (rows.length + block - 1) / block;
    int size = scenarios.size() * outcomes * by.draws();
    int most = Math.clamp(PARTS_BUDGET / size, 1, MOST_PARTS);
    for (int first = 0; first < blocks; first += most) {
      var parts = new Part[Math.min(most, blocks - first)];
      int start = first;
      Parallel.run(
          parts.length,
          b -> {
            int from = (start + b) * block;
            int[] some = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + block));
            parts[b] = part(RowPicker.pick(table, some));
          });
      for (Part one : parts) {
        total.add(one);
      }
    }
  }

  private Part part(Table some) {
    var part = new Part(scenarios.size(), outcomes, by.draws());
    double[][] first = null;
    for (int q = 0; q < scenarios.size(); q++) {
      Design design = model.design(scenarios.get(q).apply(some));
      int taken = design.data().count();
      double[][] totals = new double[taken][];
      for (int from = 0; from < taken; from += CHUNK) {
        int to = Math.min(taken, from + CHUNK);
        double[][][] seen = outcomes(by, design, from, to);
        double[][][] near = steps == null ? null : outcomes(steps, design, from, to);
        for (int j = 0; j < seen.length; j++) {
          totals[from + j] = add(part.sum[q], seen[j], near == null ? null : near[j]);
        }
      }
      first = q == 0 ? totals : first;
      for (int j = 0; j < taken; j++) {
        part.own.add(q, totals[j], null);
        part.paired.add(q, totals[j], first[j]);
      }
      part.count = taken;
    }
    return part;
  }

  private double[][][] outcomes(DrawPredictor predictor, Design design, int from, int to) {
    double[][][] out = new double[to - from][outcomes][predictor.draws()];
    predictor.each(
        design.data(),
        design.groups(),
        from,
        to,
        (i, eta, given) -> {
          for (int c = 0; c < outcomes; c++) {
            for (int s = 0; s < given.length; s++) {
              out[i - from][c][s] = model.outcome(c, s, eta, given[s]);
            }
          }
        });
    return out;
  }

  /** The row's own mean over draws, for each outcome. */
  private double[] add(double[][] sum, double[][] seen, double @Nullable [][] near) {
    double[] totals = new double[seen.length];
    for (int c = 0; c < seen.length; c++) {
      double[] to = sum[c];
      double[] slopes = near == null ? null : expansion.slopes(near[c]);
      for (int s = 0; s < to.length; s++) {
        double left = near == null ? seen[c][s] : seen[c][s] - expansion.at(near[c], slopes, s);
        to[s] += left;
        totals[c] += left / to.length;
      }
    }
    return totals;
  }

  /** How many rows were added. */
  int count() {
    return total.count;
  }

  /** {@code [scenario][outcome][draw]}. */
  double[][][] means() {
    return Arrays.stream(total.sum)
        .map(
            one ->
                Arrays.stream(one)
                    .map(v -> Arrays.stream(v).map(x -> x / total.count).toArray())
                    .toArray(double[][]::new))
        .toArray(double[][][]::new);
  }

  /** Standard errors, of means over draws, from having so many of {@code rows} rows. */
  double[][] errors(int rows) {
    return total.own.errors(total.count, rows);
  }

  /** The same of the differences from the first scenario. */
  double[][] differences(int rows) {
    return total.paired.errors(total.count, rows);
  }

  /** Of some rows. */
  private static final class Part {
    private final double[][][] sum;
    private final Spread own;
    private final Spread paired;
    private int count;

    Part(int scenarios, int outcomes, int draws) {
      this.sum = new double[scenarios][outcomes][draws];
      this.own = new Spread(scenarios, outcomes);
      this.paired = new Spread(scenarios, outcomes);
    }

    void add(Part other) {
      for (int q = 0; q < sum.length; q++) {
        for (int c = 0; c < sum[q].length; c++) {
          plus(sum[q][c], other.sum[q][c]);
        }
      }
      own.add(other.own);
      paired.add(other.paired);
      count += other.count;
    }
  }

  private static void plus(double[] to, double[] more) {
    for (int k = 0; k < to.length; k++) {
      to[k] += more[k];
    }
  }

  /** How far numbers of rows, or differences of two, are apart. */
  private static final class Spread {
    private final double[][] mean;
    private final double[][] square;

    Spread(int scenarios, int outcomes) {
      this.mean = new double[scenarios][outcomes];
      this.square = new double[scenarios][outcomes];
    }

    void add(int q, double[] numbers, double @Nullable [] less) {
      for (int c = 0; c < numbers.length; c++) {
        double v = numbers[c] - (less == null ? 0 : less[c]);
        mean[q][c] += v;
        square[q][c] += v * v;
      }
    }

    void add(Spread other) {
      for (int q = 0; q < mean.length; q++) {
        plus(mean[q], other.mean[q]);
        plus(square[q], other.square[q]);
      }
    }

    /** Of the mean of {@code count} of {@code rows} numbers, drawn without replacement. */
    double[][] errors(int count, int rows) {
      double share = Math.max(0, 1 - (double) count / rows);
      double[][] errors = new double[mean.length][mean[0].length];
      for (int q = 0; q < errors.length; q++) {
        for (int c = 0; c < errors[q].length; c++) {
          double m = mean[q][c] / count;
          double variance = Math.max(0, square[q][c] / count - m * m);
          errors[q][c] = Math.sqrt(share * variance / (count - 1));
        }
      }
      return errors;
    }
  }
}
