package org.perrin.bench.trust;

import java.util.function.ToDoubleFunction;
import org.perrin.data.Dataset;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * A regression on an intercept, three normals and a level that one row in twenty has, so that rows
 * differ in worth.
 *
 * @param name as in tables
 * @param coefficient draws a coefficient from its prior
 * @param scale draws the parameter beside them, or null if there is none
 * @param response draws a response from its linear predictor
 * @param claim the model
 */
record RegressionWorld(
    String name,
    ToDoubleFunction<RandomStream> coefficient,
    ToDoubleFunction<RandomStream> scale,
    Response response,
    Claim claim)
    implements World {
  static final int COEFFICIENTS = 5;
  private static final double RARE = 0.05;

  /** p(y | η, s). */
  @FunctionalInterface
  interface Response {
    /** One response. */
    double draw(RandomStream random, double eta, double s);
  }

  /** From data to posterior. */
  @FunctionalInterface
  interface Claim {
    /** The model of the data. */
    Model of(Dataset data);
  }

  @Override
  public Trial draw(RandomStream random, int rows) {
    double[] truth = new double[COEFFICIENTS + (scale == null ? 0 : 1)];
    for (int k = 0; k < COEFFICIENTS; k++) {
      truth[k] = coefficient.applyAsDouble(random);
    }
    if (scale != null) {
      truth[COEFFICIENTS] = scale.applyAsDouble(random);
    }
    double[][] x = new double[rows][];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = row(random);
      y[i] = respond(random, x[i], truth);
    }
    double[] unseen = row(random);
    return new Trial(
        truth,
        claim.of(Dataset.of(x, y)),
        respond(random, unseen, truth),
        (theta, stream) -> respond(stream, unseen, theta));
  }

  /** A row of the table. */
  static double[] row(RandomStream random) {
    double[] row = new double[COEFFICIENTS];
    random.fillGaussian(row, COEFFICIENTS);
    row[0] = 1;
    row[COEFFICIENTS - 1] = random.nextDouble() < RARE ? 1 : 0;
    return row;
  }

  private double respond(RandomStream random, double[] row, double[] theta) {
    double eta = 0;
    for (int k = 0; k < COEFFICIENTS; k++) {
      eta += row[k] * theta[k];
    }
    return response.draw(random, eta, theta[theta.length - 1]);
  }
}
