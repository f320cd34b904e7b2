package org.perrin.cli.report;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.perrin.cli.fit.Fit;
import org.perrin.cli.fit.Regression;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;

/**
 * What the model says of some thousand rows that it was fitted to, under some hundred draws.
 *
 * @param regression the kind of model
 * @param seed for what is drawn anew
 * @param y the targets of the rows
 * @param weight their weights
 * @param eta linear predictors, an array for each draw
 * @param sigma noise of each draw, 0 where there is none
 * @param mean posterior mean of the expected target
 */
record Predictions(
    Regression regression,
    long seed,
    double[] y,
    double[] weight,
    double[][] eta,
    double[] sigma,
    double[] mean) {
  private static final int ROWS = 10_000;
  private static final int DRAWS = 100;

  static Predictions of(Fit fit) {
    Dataset data = fit.prepared().data();
    Regression regression = fit.prepared().regression();
    int count = Math.min(ROWS, data.count());
    int[] rows =
        IntStream.range(0, count).map(j -> (int) ((long) j * data.count() / count)).toArray();
    double[][] draws = some(fit.inner().draws());
    double[][] eta = new double[draws.length][];
    int[] groups = fit.prepared().groups();
    int tau = data.x().width() + (regression.scaled() ? 1 : 0);
    Parallel.run(
        draws.length,
        t -> {
          eta[t] = predictors(data, rows, draws[t]);
          if (groups != null) {
            addIntercepts(eta[t], rows, groups, draws[t], tau);
          }
        });
    double[] y = Arrays.stream(rows).mapToDouble(i -> data.responses().get(i)).toArray();
    double[] weight =
        Arrays.stream(rows)
            .mapToDouble(i -> data.weights() == null ? 1 : data.weights().get(i))
            .toArray();
    double[] sigma =
        Arrays.stream(draws)
            .mapToDouble(theta -> regression.scaled() ? Math.exp(theta[tau - 1]) : 0)
            .toArray();
    double[] mean = new double[count];
    for (double[] one : eta) {
      for (int j = 0; j < count; j++) {
        mean[j] += expected(regression, one[j]) / eta.length;
      }
    }
    return new Predictions(regression, fit.options().seed(), y, weight, eta, sigma, mean);
  }

  private static double[][] some(Draws all) {
    int each = Math.max(1, DRAWS / all.chains().size());
    return all.chains().stream()
        .flatMap(
            chain ->
                IntStream.range(0, Math.min(each, chain.count()))
                    .map(t -> (int) ((long) t * chain.count() / Math.min(each, chain.count())))
                    .mapToObj(chain::draw))
        .toArray(double[][]::new);
  }

  private static double[] predictors(Dataset data, int[] rows, double[] theta) {
    double[] point = new double[data.x().stride()];
    System.arraycopy(theta, 0, point, 0, data.x().width());
    double[] eta = new double[rows.length];
    data.x().dots(rows, 0, rows.length, point, eta);
    if (data.offsets() != null) {
      Arrays.setAll(eta, j -> eta[j] + data.offsets().get(rows[j]));
    }
    return eta;
  }

  /** {@code τ z} of each row's group; θ has log τ at {@code tau}, and then z. */
  private static void addIntercepts(
      double[] eta, int[] rows, int[] groups, double[] theta, int tau) {
    double scale = Math.exp(theta[tau]);
    for (int j = 0; j < eta.length; j++) {
      eta[j] += scale * theta[tau + 1 + groups[rows[j]]];
    }
  }

  private static double expected(Regression regression, double eta) {
    return switch (regression) {
      case LOGISTIC -> 1 / (1 + Math.exp(-eta));
      case POISSON, NEGATIVE_BINOMIAL -> Math.exp(eta);
      case LINEAR, ROBUST -> eta;
      case MULTINOMIAL, OWN -> throw new IllegalStateException("told before");
    };
  }

  int rows() {
    return y.length;
  }
}
