package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;
import org.perrin.io.design.Design;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.Table;
import org.perrin.random.RandomStream;
import org.perrin.regression.predict.DrawPredictor;

/**
 * Averages over the rows of a table under several scenarios, one number for each draw: {@code A(θₛ)
 * = (1/N) Σᵢ gᵢ(θₛ)}. Of few rows all are looked at by all draws. Of many, all are looked at at the
 * mean θ̄ of the draws and one step off it along each parameter, which gives {@code A(θ̄) + J(θₛ −
 * θ̄)}, and the mean of what is left, {@code gᵢ(θₛ) − gᵢ(θ̄) − Jᵢ(θₛ − θ̄)}, is taken over some
 * rows, more and more of them until its error is below a tenth of the Monte Carlo error. Unbiased;
 * O(N d²) once and O(S d) a row looked at. Of more than {@value #MOST_STEPS} parameters J is left
 * out.
 *
 * @param values {@code [scenario][outcome][draw]}
 * @param errors {@code [scenario][outcome]}: standard errors of the means over draws from looking
 *     at some rows
 * @param differences the same of the differences from the first scenario
 * @param looked rows that all draws looked at
 * @param rows N
 */
record ScenarioAverages(
    double[][][] values, double[][] errors, double[][] differences, int looked, int rows) {
  private static final int WHOLE = 5_000;
  private static final int FIRST = 1_000;
  private static final int MOST_LOOKED = 64_000;
  private static final int MOST_STEPS = 120;
  private static final int CHUNK = 128;
  private static final int BLOCK = 1 << 14;
  private static final double TENTH = 0.1;

  /** Of these rows of a table. */
  static ScenarioAverages of(FittedModel model, Table table, int[] rows, List<Scenario> scenarios) {
    if (rows.length <= WHOLE) {
      var sums = new Sums(model, scenarios, model.draws(), null);
      sums.add(RowPicker.pick(table, rows));
      double[][] none = new double[scenarios.size()][model.outcomes().size()];
      return new ScenarioAverages(sums.means(), none, none, sums.count, sums.count);
    }
    return sampled(model, table, rows, scenarios);
  }

  private static ScenarioAverages sampled(
      FittedModel model, Table table, int[] rows, List<Scenario> scenarios) {
    var expansion = Expansion.of(model.draws(), MOST_STEPS);
    var all = new Sums(model, scenarios, expansion.points(), null);
    for (int from = 0; from < rows.length; from += BLOCK) {
      all.add(
          RowPicker.pick(
              table, Arrays.copyOfRange(rows, from, Math.min(rows.length, from + BLOCK))));
    }
    double[][][] base = all.means();
    var rest = new Sums(model, scenarios, model.draws(), expansion);
    int[] order = shuffled(rows);
    int next = 0;
    for (int target = FIRST; ; target = Math.min(2 * target, order.length)) {
      rest.add(RowPicker.pick(table, Arrays.copyOfRange(order, next, target)));
      next = target;
      var result = combined(base, expansion, rest, rows.length);
      if (next == order.length || next >= MOST_LOOKED || result.precise(model.draws())) {
        return result;
      }
    }
  }

  private static int[] shuffled(int[] rows) {
    int[] order = rows.clone();
    var random = RandomStream.of(rows.length);
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextIndex(i + 1);
      int swap = order[i];
      order[i] = order[other];
      order[other] = swap;
    }
    return order;
  }

  private static ScenarioAverages combined(
      double[][][] base, Expansion expansion, Sums rest, int rows) {
    double[][][] values = rest.means();
    for (int q = 0; q < values.length; q++) {
      for (int c = 0; c < values[q].length; c++) {
        for (int s = 0; s < values[q][c].length; s++) {
          values[q][c][s] += expansion.linear(base[q][c], s);
        }
      }
    }
    return new ScenarioAverages(
        values,
        rest.own.errors(rest.count, rows),
        rest.paired.errors(rest.count, rows),
        rest.count,
        rows);
  }

  private boolean precise(Draws draws) {
    for (int q = 0; q < values.length; q++) {
      for (int c = 0; c < values[q].length; c++) {
        double[] gap = new double[draws.count()];
        for (int s = 0; s < gap.length; s++) {
          gap[s] = values[q][c][s] - values[0][c][s];
        }
        if (!(errors[q][c] <= TENTH * monteCarlo(draws, values[q][c]))
            || q > 0 && !(differences[q][c] <= TENTH * monteCarlo(draws, gap))) {
          return false;
        }
      }
    }
    return true;
  }

  /** {@code sd/√ESS} of numbers that stand beside draws. */
  static double monteCarlo(Draws draws, double[] numbers) {
    double[][] chains = chains(draws, numbers);
    double ess = Convergence.essMean(chains);
    return Convergence.sd(chains) / Math.sqrt(Double.isNaN(ess) ? numbers.length : ess);
  }

  /** Cut as the draws are, to the shortest chain. */
  static double[][] chains(Draws draws, double[] numbers) {
    int length = draws.chains().stream().mapToInt(Draws.Chain::count).min().orElseThrow();
    double[][] chains = new double[draws.chains().size()][];
    int at = 0;
    for (int c = 0; c < chains.length; c++) {
      chains[c] = Arrays.copyOfRange(numbers, at, at + length);
      at += draws.chains().get(c).count();
    }
    return chains;
  }

  /** Sums over rows; what an expansion explains is taken off, if there is one. */
  private static final class Sums {
    private final FittedModel model;
    private final List<Scenario> scenarios;
    private final DrawPredictor by;
    private final @Nullable Expansion expansion;
    private final @Nullable DrawPredictor steps;
    private final int draws;
    private final double[][][] sum;
    private final Spread own;
    private final Spread paired;
    private int count;

    Sums(FittedModel model, List<Scenario> scenarios, Draws draws, @Nullable Expansion expansion) {
      this.model = model;
      this.scenarios = scenarios;
      this.by = model.by(draws);
      this.expansion = expansion;
      this.steps = expansion == null ? null : model.by(expansion.points());
      this.draws = draws.count();
      int outcomes = model.outcomes().size();
      this.sum = new double[scenarios.size()][outcomes][this.draws];
      this.own = new Spread(scenarios.size(), outcomes);
      this.paired = new Spread(scenarios.size(), outcomes);
    }

    void add(Table some) {
      double[][] first = null;
      int taken = 0;
      for (int q = 0; q < scenarios.size(); q++) {
        Design design = model.design(scenarios.get(q).apply(some));
        taken = design.data().count();
        double[][] totals = new double[taken][];
        for (int from = 0; from < taken; from += CHUNK) {
          int to = Math.min(taken, from + CHUNK);
          double[][][] seen = outcomes(by, design, from, to);
          double[][][] near = steps == null ? null : outcomes(steps, design, from, to);
          for (int j = 0; j < seen.length; j++) {
            totals[from + j] = add(q, seen[j], near == null ? null : near[j]);
          }
        }
        first = q == 0 ? totals : first;
        for (int j = 0; j < taken; j++) {
          own.add(q, totals[j], null);
          paired.add(q, totals[j], first[j]);
        }
      }
      count += taken;
    }

    private double[][][] outcomes(DrawPredictor predictor, Design design, int from, int to) {
      int outcomes = sum[0].length;
      double[][][] out = new double[to - from][outcomes][predictor.draws()];
      predictor.each(
          design.data(),
          design.groups(),
          from,
          to,
          (i, eta, given) -> {
            for (int c = 0; c < outcomes; c++) {
              for (int s = 0; s < given.length; s++) {
                out[i - from][c][s] = model.outcome(c, s, eta, given);
              }
            }
          });
      return out;
    }

    /** The row's own mean over draws, for each outcome. */
    private double[] add(int q, double[][] seen, double @Nullable [][] near) {
      double[] totals = new double[seen.length];
      for (int c = 0; c < seen.length; c++) {
        double[] to = sum[q][c];
        double[] slopes = near == null ? null : expansion.slopes(near[c]);
        for (int s = 0; s < draws; s++) {
          double left = near == null ? seen[c][s] : seen[c][s] - expansion.at(near[c], slopes, s);
          to[s] += left;
          totals[c] += left / draws;
        }
      }
      return totals;
    }

    double[][][] means() {
      return Arrays.stream(sum)
          .map(
              one ->
                  Arrays.stream(one)
                      .map(v -> Arrays.stream(v).map(x -> x / count).toArray())
                      .toArray(double[][]::new))
          .toArray(double[][][]::new);
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
