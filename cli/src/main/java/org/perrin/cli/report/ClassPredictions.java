package org.perrin.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.io.design.Response;
import org.perrin.random.RandomStream;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.predict.DrawPredictor;
import org.perrin.regression.predict.FittedRows;

/**
 * What a model of classes says of some thousand rows that it was fitted to.
 *
 * @param names of the classes
 * @param y the class of each row
 * @param weight how often it counts
 * @param mean posterior mean of its probability of each class: an array for each class
 * @param some the probability under some draws: for each class an array over rows for each draw
 * @param drawn replicated classes: an array over rows for each draw
 * @param seed for what is drawn again
 */
record ClassPredictions(
    List<String> names,
    double[] y,
    double[] weight,
    double[][] mean,
    double[][][] some,
    int[][] drawn,
    long seed) {
  /** Probabilities that are kept beside their means. */
  private static final long MOST_KEPT = 4_000_000;

  static ClassPredictions of(PreparedFit prepared, Draws inner, long seed) {
    int[] rows = InSamplePredictions.rows(prepared.data());
    List<String> names = ((Response.Classes) prepared.encoding().response()).levels();
    FittedRows fitted = prepared.fitted(InSamplePredictions.user(prepared, inner));
    Dataset data = fitted.rows(rows);
    DrawPredictor by = fitted.predictive(Integer.MAX_VALUE);
    double[][] mean = new double[names.size()][rows.length];
    long fit = Math.max(1, MOST_KEPT / Math.max(1, (long) names.size() * rows.length));
    int kept = (int) Math.min(fit, Math.min(ResidualCheck.DRAWS, by.draws()));
    int apart = by.draws() / kept;
    double[][][] some = new double[names.size()][kept][rows.length];
    int[][] drawn = new int[by.draws()][rows.length];
    by.each(
        data,
        fitted.groups(rows),
        0,
        rows.length,
        (j, _, given) -> {
          var random = RandomStream.of(seed + 31L * j);
          for (int t = 0; t < given.length; t++) {
            double place = random.nextDouble();
            int own = 0;
            double below = 0;
            for (int c = 0; c < mean.length; c++) {
              double p = Math.exp(given[t].logDensity(c));
              mean[c][j] += p / given.length;
              if (t % apart == 0 && t / apart < kept) {
                some[c][t / apart][j] = p;
              }
              below += p;
              own += place >= below && c + 1 < mean.length ? 1 : 0;
            }
            drawn[t][j] = own;
          }
        });
    return new ClassPredictions(
        names,
        InSamplePredictions.targets(data, range(rows.length)),
        InSamplePredictions.weights(data, range(rows.length)),
        mean,
        some,
        drawn,
        seed);
  }

  private static int[] range(int count) {
    return IntStream.range(0, count).toArray();
  }

  /** How many draws there are. */
  int draws() {
    return drawn.length;
  }

  /** Shares of the classes among targets, or among replicated ones, rows by their weights. */
  double[] shares(IntUnaryOperator classOf) {
    double[] shares = new double[names.size()];
    double all = Arrays.stream(weight).sum();
    for (int j = 0; j < y.length; j++) {
      shares[classOf.applyAsInt(j)] += weight[j] / all;
    }
    return shares;
  }

  /** Predicted against seen, for each class. */
  List<Reliability> calibrations() {
    List<Reliability> all = new ArrayList<>();
    for (int c = 0; c < mean.length; c++) {
      int own = c;
      double[] is = Arrays.stream(y).map(seen -> seen == own ? 1 : 0).toArray();
      all.add(Reliability.shares(is, some[c], weight, seed));
    }
    return List.copyOf(all);
  }

  /** For each class seen the mean probability of each class, rows by their weights. */
  double[][] expected() {
    double[][] shares = new double[mean.length][mean.length];
    double[] counts = new double[mean.length];
    for (int j = 0; j < y.length; j++) {
      int seen = (int) y[j];
      counts[seen] += weight[j];
      for (int c = 0; c < mean.length; c++) {
        shares[seen][c] += weight[j] * mean[c][j];
      }
    }
    for (int s = 0; s < counts.length; s++) {
      for (int c = 0; c < counts.length; c++) {
        shares[s][c] = counts[s] > 0 ? shares[s][c] / counts[s] : Double.NaN;
      }
    }
    return shares;
  }
}
