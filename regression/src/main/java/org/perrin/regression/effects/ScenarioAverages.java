package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;
import org.perrin.io.table.Table;
import org.perrin.random.RandomStream;

/**
 * Averages over the rows of a table under several scenarios, one number for each draw: {@code A(θₛ)
 * = (1/N) Σᵢ gᵢ(θₛ)}. Of few rows all are looked at by all draws. Of many, {@code A(θₛ) = A(θ̄) +
 * J(θₛ − θ̄) + rest}: all rows are looked at at the mean θ̄ of the draws, up to {@value
 * #MOST_LOOKED} one step off it along each parameter for J, and the mean of what is left, {@code
 * gᵢ(θₛ) − gᵢ(θ̄) − Jᵢ(θₛ − θ̄)}, is taken over some rows, more and more of them until its error is
 * below a quarter of the Monte Carlo error, to which it adds 3 %. Unbiased; as {@code Σₛ (θₛ − θ̄)
 * = 0}, an error of J moves no mean over draws. O(N d) and O(S d) a row looked at. Of more than
 * {@value #MOST_STEPS} parameters J is left out.
 *
 * @param values {@code [scenario][outcome][draw]}
 * @param errors {@code [scenario][outcome]}: standard errors of the means over draws from looking
 *     at some rows
 * @param differences the same of the differences from the first scenario
 */
record ScenarioAverages(double[][][] values, double[][] errors, double[][] differences) {
  private static final int WHOLE = 5_000;
  private static final int FIRST = 1_000;
  private static final int MOST_LOOKED = 1 << 16;
  private static final int MOST_STEPS = 120;
  private static final int BLOCK = 1 << 12;
  private static final int SMALL_BLOCK = 1 << 8;
  private static final double QUARTER = 0.25;

  /** Of these rows of a table. */
  static ScenarioAverages of(FittedModel model, Table table, int[] rows, List<Scenario> scenarios) {
    if (rows.length <= WHOLE) {
      var sums = new ScenarioSums(model, scenarios, model.draws(), null);
      sums.add(table, rows, SMALL_BLOCK);
      double[][] none = new double[scenarios.size()][model.outcomes().size()];
      return new ScenarioAverages(sums.means(), none, none);
    }
    int[] order = shuffled(rows);
    var expansion = Expansion.of(model.draws(), MOST_STEPS);
    double[][][] base = base(model, table, rows, order, scenarios, expansion);
    var rest = new ScenarioSums(model, scenarios, model.draws(), expansion);
    int next = 0;
    for (int target = FIRST; ; target = Math.min(2 * target, order.length)) {
      rest.add(table, Arrays.copyOfRange(order, next, target), SMALL_BLOCK);
      next = target;
      var result = combined(base, expansion, rest, rows.length);
      if (next == order.length || result.precise(model.draws())) {
        return result;
      }
    }
  }

  /**
   * Means at the points of an expansion: the first over all rows, differences from it over some.
   */
  private static double[][][] base(
      FittedModel model,
      Table table,
      int[] rows,
      int[] order,
      List<Scenario> scenarios,
      Expansion expansion) {
    var steps = new ScenarioSums(model, scenarios, expansion.points(), null);
    if (rows.length <= MOST_LOOKED) {
      steps.add(table, rows, BLOCK);
      return steps.means();
    }
    var all = new ScenarioSums(model, scenarios, expansion.centre(), null);
    all.add(table, rows, BLOCK);
    steps.add(table, order, BLOCK);
    double[][][] base = steps.means();
    double[][][] centre = all.means();
    for (int q = 0; q < base.length; q++) {
      for (int c = 0; c < base[q].length; c++) {
        double moved = centre[q][c][0] - base[q][c][0];
        for (int k = 0; k < base[q][c].length; k++) {
          base[q][c][k] += moved;
        }
      }
    }
    return base;
  }

  /** As many rows in random order as may be needed. */
  private static int[] shuffled(int[] rows) {
    int[] order = rows.clone();
    var random = RandomStream.of(rows.length);
    int count = Math.min(rows.length, MOST_LOOKED);
    for (int i = 0; i < count; i++) {
      int other = i + random.nextIndex(rows.length - i);
      int swap = order[i];
      order[i] = order[other];
      order[other] = swap;
    }
    return Arrays.copyOf(order, count);
  }

  static ScenarioAverages combined(
      double[][][] base, Expansion expansion, ScenarioSums rest, int rows) {
    double[][][] values = rest.means();
    for (int q = 0; q < values.length; q++) {
      for (int c = 0; c < values[q].length; c++) {
        double[] slopes = expansion.slopes(base[q][c]);
        for (int s = 0; s < values[q][c].length; s++) {
          values[q][c][s] += expansion.at(base[q][c], slopes, s);
        }
      }
    }
    return new ScenarioAverages(values, rest.errors(rows), rest.differences(rows));
  }

  private boolean precise(Draws draws) {
    List<Integer> counts = counts(draws);
    for (int q = 0; q < values.length; q++) {
      for (int c = 0; c < values[q].length; c++) {
        double[] gap = new double[draws.count()];
        for (int s = 0; s < gap.length; s++) {
          gap[s] = values[q][c][s] - values[0][c][s];
        }
        if (!(errors[q][c] <= QUARTER * monteCarlo(counts, values[q][c]))
            || q > 0 && !(differences[q][c] <= QUARTER * monteCarlo(counts, gap))) {
          return false;
        }
      }
    }
    return true;
  }

  /** How many draws each chain has. */
  static List<Integer> counts(Draws draws) {
    return draws.chains().stream().map(Draws.Chain::count).toList();
  }

  /** {@code sd/√ESS} of numbers that stand beside draws, so many of each chain. */
  static double monteCarlo(List<Integer> counts, double[] numbers) {
    double[][] chains = chains(counts, numbers);
    double ess = Convergence.essMean(chains);
    return Convergence.sd(chains) / Math.sqrt(Double.isNaN(ess) ? numbers.length : ess);
  }

  /** Cut as the draws are, to the shortest chain. */
  private static double[][] chains(List<Integer> counts, double[] numbers) {
    int length = Collections.min(counts);
    double[][] chains = new double[counts.size()][];
    int at = 0;
    for (int c = 0; c < chains.length; c++) {
      chains[c] = Arrays.copyOfRange(numbers, at, at + length);
      at += counts.get(c);
    }
    return chains;
  }
}
