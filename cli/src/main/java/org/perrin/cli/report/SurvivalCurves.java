package org.perrin.cli.report;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.diagnostics.AscendingOrder;
import org.perrin.draws.Draws;
import org.perrin.random.RandomStream;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.predict.DrawPredictor;
import org.perrin.regression.predict.FittedRows;

/**
 * The share of rows whose event has not happened yet, as seen and as the model has it.
 *
 * @param at times
 * @param seen Kaplan and Meier's estimate (1958)
 * @param low lower end of its 90 % interval, by Greenwood's variance of its log of minus the log
 * @param high upper end
 * @param bands quantiles of the mean survival of the rows over draws, as {@link
 *     DensityCurves#PLACES}
 * @param uniforms {@code F(t)} of each row under some draws, an array for each: drawn between F(t)
 *     and 1 where the time is censored, uniform under the model
 * @param draws that went into it
 */
record SurvivalCurves(
    double[] at,
    double[] seen,
    double[] low,
    double[] high,
    double[][] bands,
    double[][] uniforms,
    int draws) {
  private static final int TIMES = 101;
  private static final int MOST_ROWS = 200;
  private static final double Z90 = 1.645;

  static SurvivalCurves of(PreparedFit prepared, Draws inner, long seed) {
    int[] rows = InSamplePredictions.rows(prepared.data());
    FittedRows fitted = prepared.fitted(InSamplePredictions.user(prepared, inner));
    Dataset data = fitted.rows(rows);
    double[] y = data.y();
    double most = Arrays.stream(y).map(Math::abs).max().orElse(1);
    double[] at = new double[TIMES];
    Arrays.setAll(at, k -> most * k / (TIMES - 1));
    DrawPredictor by = fitted.predictive(Integer.MAX_VALUE);
    int step = (rows.length - 1) / MOST_ROWS + 1;
    int used = (rows.length - 1) / step + 1;
    double[][][] survival = new double[used][][];
    int[] draws = ResidualCheck.draws(by.draws());
    double[][] uniforms = new double[draws.length][rows.length];
    by.each(
        data,
        fitted.groups(rows),
        0,
        rows.length,
        (i, _, given) -> {
          double t = Math.abs(y[i]);
          var random = RandomStream.of(seed + 31L * i);
          for (int s = 0; s < draws.length; s++) {
            double u = given[draws[s]].cumulative(t);
            uniforms[s][i] = y[i] < 0 ? u + (1 - u) * random.nextDouble() : u;
          }
          if (i % step == 0) {
            survival[i / step] = new double[given.length][TIMES];
            for (int s = 0; s < given.length; s++) {
              for (int k = 0; k < TIMES; k++) {
                survival[i / step][s][k] = 1 - given[s].cumulative(at[k]);
              }
            }
          }
        });
    double[][] curves = kaplanMeier(y, at);
    return new SurvivalCurves(
        at, curves[0], curves[1], curves[2], bands(survival, by.draws()), uniforms, by.draws());
  }

  private static double[][] bands(double[][][] survival, int draws) {
    double[][] means = new double[draws][TIMES];
    for (double[][] row : survival) {
      for (int s = 0; s < draws; s++) {
        for (int k = 0; k < TIMES; k++) {
          means[s][k] += row[s][k] / survival.length;
        }
      }
    }
    double[][] bands = new double[DensityCurves.PLACES.length][TIMES];
    for (int k = 0; k < TIMES; k++) {
      int time = k;
      double[] own = Arrays.stream(means).mapToDouble(m -> m[time]).sorted().toArray();
      for (int q = 0; q < bands.length; q++) {
        bands[q][k] = own[(int) Math.round(DensityCurves.PLACES[q] * (own.length - 1))];
      }
    }
    return bands;
  }

  /** The estimate and the ends of its interval, at times in order; times below 0 are censored. */
  static double[][] kaplanMeier(double[] y, double... at) {
    int[] order = AscendingOrder.of(Arrays.stream(y).map(Math::abs).toArray());
    double[][] out = new double[3][at.length];
    double survival = 1;
    double greenwood = 0;
    int next = 0;
    for (int k = 0; k < at.length; k++) {
      while (next < order.length && Math.abs(y[order[next]]) <= at[k]) {
        double time = Math.abs(y[order[next]]);
        int risk = order.length - next;
        int events = 0;
        for (; next < order.length && Math.abs(y[order[next]]) == time; next++) {
          events += y[order[next]] > 0 ? 1 : 0;
        }
        survival *= 1 - (double) events / risk;
        greenwood += events == risk ? 0 : (double) events / risk / (risk - events);
      }
      out[0][k] = survival;
      boolean inside = survival > 0 && survival < 1;
      double se = inside ? Math.sqrt(greenwood) / Math.abs(Math.log(survival)) : 0;
      out[1][k] = inside ? Math.pow(survival, Math.exp(Z90 * se)) : survival;
      out[2][k] = inside ? Math.pow(survival, Math.exp(-Z90 * se)) : survival;
    }
    return out;
  }
}
