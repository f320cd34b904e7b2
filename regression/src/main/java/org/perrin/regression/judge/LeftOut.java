package org.perrin.regression.judge;

import java.util.Arrays;
import java.util.List;
import org.perrin.diagnostics.Convergence;
import org.perrin.diagnostics.MeanError;
import org.perrin.diagnostics.ParetoSmoothing;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;
import org.perrin.math.Scalars;
import org.perrin.regression.predict.DrawPredictor;
import org.perrin.regression.predict.FittedRows;

/**
 * Some rows, each predicted as if it had been left out, by Pareto smoothed importance sampling:
 * draws weighted by {@code 1/p(yᵢ | θ)}.
 *
 * @param elpd log predictive density of each row, left out
 * @param complexity of each row: by how much that is less than with the row
 * @param shape k̂ of each row
 * @param monteCarlo standard error of Σ elpd from having so many draws and no more; all rows share
 *     the draws, so their errors are not independent: {@code Σᵢ w̄ᵢₛ (pᵢₛ/p̂ᵢ − 1)} is the share of
 *     draw s
 */
record LeftOut(double[] elpd, double[] complexity, double[] shape, double monteCarlo) {
  private static final int BLOCK = 256;

  /** O(S (d + log S)) a row. */
  static LeftOut of(FittedRows fit, int[] rows) {
    DrawPredictor by = fit.predictive(Integer.MAX_VALUE);
    double efficiency = efficiency(fit.draws());
    int n = rows.length;
    double[] elpd = new double[n];
    double[] complexity = new double[n];
    double[] shape = new double[n];
    double[] influence = new double[by.draws()];
    for (int from = 0; from < n; from += BLOCK) {
      int first = from;
      int[] some = Arrays.copyOfRange(rows, from, Math.min(n, from + BLOCK));
      double[][] log = fit.logLikelihood(by, some);
      Parallel.run(
          some.length,
          j -> {
            var smoothing = new ParetoSmoothing(log[j].length, efficiency);
            double[] weights = Arrays.stream(log[j]).map(v -> -v).toArray();
            shape[first + j] = smoothing.smooth(weights);
            elpd[first + j] = expected(weights, log[j]);
            complexity[first + j] = mean(log[j]) - elpd[first + j];
            influence(weights, log[j], elpd[first + j]);
          });
      for (double[] one : log) {
        for (int s = 0; s < influence.length; s++) {
          influence[s] += one[s];
        }
      }
    }
    return new LeftOut(elpd, complexity, shape, error(fit.draws(), influence));
  }

  /** {@code log Σ w p}. */
  private static double expected(double[] logWeights, double[] log) {
    double[] both = new double[log.length];
    Arrays.setAll(both, s -> logWeights[s] + log[s]);
    return Scalars.logSumExp(both);
  }

  /** {@code log (1/S) Σ p}. */
  private static double mean(double[] log) {
    return Scalars.logMeanExp(log);
  }

  /** In place of the log likelihoods: what each draw adds to the row's elpd. */
  private static void influence(double[] logWeights, double[] log, double elpd) {
    for (int s = 0; s < log.length; s++) {
      log[s] = Math.exp(logWeights[s] + log[s] - elpd) - Math.exp(logWeights[s]);
    }
  }

  /** The share of draws that are effective, over all parameters. */
  static double efficiency(Draws draws) {
    List<Draws.Chain> chains = draws.chains();
    if (chains.size() < 2) {
      return 1;
    }
    int length = chains.stream().mapToInt(Draws.Chain::count).min().orElseThrow();
    double[] sizes = new double[draws.dimension()];
    Parallel.run(
        sizes.length,
        k ->
            sizes[k] =
                Convergence.essMean(
                    chains.stream().map(c -> c.coordinate(k, length)).toArray(double[][]::new)));
    double mean =
        Arrays.stream(sizes).filter(Double::isFinite).average().orElse(length * chains.size());
    return mean / (length * chains.size());
  }

  private static double error(Draws draws, double[] influence) {
    int length = draws.chains().stream().mapToInt(Draws.Chain::count).min().orElseThrow();
    double[][] chains = new double[draws.chains().size()][];
    int at = 0;
    for (int c = 0; c < chains.length; c++) {
      chains[c] = Arrays.copyOfRange(influence, at, at + length);
      at += draws.chains().get(c).count();
    }
    return influence.length * MeanError.of(chains).error();
  }
}
