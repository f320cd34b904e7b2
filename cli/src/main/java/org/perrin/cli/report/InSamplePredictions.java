package org.perrin.cli.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.family.Distribution;
import org.perrin.math.Parallel;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.model.Predictors;
import org.perrin.regression.predict.GroupEffects;
import org.perrin.regression.predict.Targets;

/**
 * What the model says of some thousand rows that it was fitted to, under some hundred draws.
 *
 * @param regression the kind of model
 * @param seed for what is drawn again
 * @param y the targets of the rows
 * @param weight their weights
 * @param trials how many each row has, 1 where there are none
 * @param predictors where those of parameters come from
 * @param eta linear predictors: for each draw an array for each parameter that has columns
 * @param shared predictors of the other parameters, an array for each draw
 * @param fixed posterior mean of the first predictor without effects of groups; null without groups
 * @param mean posterior mean of the expected target, or of the quantile that a family is about
 */
record InSamplePredictions(
    ModelChoice regression,
    long seed,
    double[] y,
    double[] weight,
    double[] trials,
    Predictors predictors,
    double[][][] eta,
    double[][] shared,
    double @Nullable [] fixed,
    double[] mean) {
  private static final int ROWS = 10_000;
  private static final int DRAWS = 100;

  /** By the sampler's own draws. */
  static InSamplePredictions of(PreparedFit prepared, Draws inner, long seed) {
    Dataset data = prepared.data();
    ModelChoice regression = prepared.regression();
    int[] rows = rows(data);
    int count = rows.length;
    double[][] draws = some(inner);
    int width = data.x().width();
    Predictors predictors = regression.predictors(width);
    double[][][] eta = new double[draws.length][predictors.spans().size()][];
    int end = width + regression.shared().size();
    var effects = effects(prepared);
    double[][] without = new double[draws.length][];
    Parallel.run(
        draws.length,
        t -> {
          double[] coefficients = prepared.coefficients(draws[t]);
          for (int v = 0; v < eta[t].length; v++) {
            eta[t][v] = dots(data, rows, predictors.point(v, coefficients, data.x().stride()));
          }
          addOffsets(data, rows, eta[t][0]);
          if (effects != null) {
            without[t] = eta[t][0].clone();
            addEffects(prepared, effects, rows, draws[t], eta[t]);
          }
        });
    var targets = new Targets(regression, data);
    double[] y = Arrays.stream(rows).mapToDouble(targets::of).toArray();
    double[] weight = Arrays.stream(rows).mapToDouble(targets::weight).toArray();
    double[] trials = Arrays.stream(rows).mapToDouble(targets::trials).toArray();
    double[][] shared =
        Arrays.stream(draws)
            .map(theta -> Arrays.copyOfRange(theta, width, end))
            .toArray(double[][]::new);
    double[] mean = new double[count];
    var all =
        new InSamplePredictions(
            regression,
            seed,
            y,
            weight,
            trials,
            predictors,
            eta,
            shared,
            effects == null ? null : average(without),
            mean);
    Parallel.overRows(
        count,
        (from, to) -> {
          for (int t = 0; t < eta.length; t++) {
            for (int j = from; j < to; j++) {
              mean[j] += all.at(t, j).centre() / eta.length;
            }
          }
        });
    return all;
  }

  private static double[] average(double[]... arrays) {
    double[] average = new double[arrays[0].length];
    for (double[] array : arrays) {
      for (int j = 0; j < average.length; j++) {
        average[j] += array[j] / arrays.length;
      }
    }
    return average;
  }

  /** Some of the rows, evenly spread. */
  static int[] rows(Dataset data) {
    int count = Math.min(ROWS, data.count());
    return IntStream.range(0, count).map(j -> (int) ((long) j * data.count() / count)).toArray();
  }

  /** Some of the draws of each chain. */
  static double[][] some(Draws all) {
    int each = Math.max(1, DRAWS / all.chains().size());
    return all.chains().stream()
        .flatMap(
            chain ->
                IntStream.range(0, Math.min(each, chain.count()))
                    .map(t -> (int) ((long) t * chain.count() / Math.min(each, chain.count())))
                    .mapToObj(chain::draw))
        .toArray(double[][]::new);
  }

  /** Some of the draws in the user's parameters. */
  static Draws user(PreparedFit prepared, Draws inner) {
    double[][] some = some(inner);
    int width = prepared.names().size();
    double[] values = new double[some.length * width];
    for (int t = 0; t < some.length; t++) {
      double[] own = new double[width];
      prepared.toUser(some[t], own);
      System.arraycopy(own, 0, values, t * width, width);
    }
    return new Draws(prepared.names(), List.of(Draws.Chain.of(width, values)));
  }

  static double[] targets(Dataset data, int[] rows) {
    return Arrays.stream(rows).mapToDouble(i -> data.responses().get(i)).toArray();
  }

  static double[] weights(Dataset data, int[] rows) {
    return Arrays.stream(rows)
        .mapToDouble(i -> data.weights() == null ? 1 : data.weights().get(i))
        .toArray();
  }

  private static double[] dots(Dataset data, int[] rows, double[] point) {
    double[] eta = new double[rows.length];
    data.x().dots(rows, 0, rows.length, point, eta);
    return eta;
  }

  private static void addOffsets(Dataset data, int[] rows, double[] eta) {
    if (data.offsets() != null) {
      Arrays.setAll(eta, j -> eta[j] + data.offsets().get(rows[j]));
    }
  }

  /** What groups add to predictors; null where there are none. */
  static @Nullable GroupEffects effects(PreparedFit prepared) {
    return prepared.groups().isEmpty()
        ? null
        : GroupEffects.of(prepared.regression(), prepared.encoding(), prepared.data().x().width());
  }

  /** What the levels of groups add to each predictor. */
  static void addEffects(
      PreparedFit prepared, GroupEffects effects, int[] rows, double[] theta, double[][] eta) {
    double[] user = new double[prepared.names().size()];
    prepared.toUser(theta, user);
    for (int v = 0; v < eta.length; v++) {
      for (int j = 0; j < rows.length; j++) {
        eta[v][j] += effects.of(v, user, null, prepared.groups(), rows[j]);
      }
    }
  }

  /** What is expected of rows under some of the draws, an array for each. */
  double[][] some() {
    int[] draws = ResidualCheck.draws(eta.length);
    double[][] some = new double[draws.length][rows()];
    Parallel.run(draws.length, t -> Arrays.setAll(some[t], j -> at(draws[t], j).centre()));
    return some;
  }

  /** The distribution of a row's target under a draw. */
  Distribution at(int draw, int row) {
    double[] all = predictors.all(v -> eta[draw][v][row], shared[draw]);
    return regression.family().among(trials[row], all);
  }

  int rows() {
    return y.length;
  }
}
