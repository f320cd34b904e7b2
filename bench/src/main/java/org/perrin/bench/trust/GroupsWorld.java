package org.perrin.bench.trust;

import org.perrin.data.Dataset;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * Varying intercepts: an intercept, a normal column, and a group for some fifteen rows each; what
 * is to come is a row of one of the groups. Scales are exponential.
 *
 * @param name as in tables
 * @param scaled whether the response has a scale of its own
 * @param response draws a response from its linear predictor
 * @param claim the model
 */
record GroupsWorld(String name, boolean scaled, RegressionWorld.Response response, Claim claim)
    implements World {
  private static final int ROWS_A_GROUP = 15;
  private static final int LEAST_GROUPS = 4;

  /** From data and the group of each row to posterior. */
  @FunctionalInterface
  interface Claim {
    /** The model of the data. */
    Model of(Dataset data, int[] group);
  }

  /** A scale drawn from its prior may be next to 0, where {@code natural} is of no use. */
  @Override
  public boolean onlyAuto() {
    return true;
  }

  @Override
  public Trial draw(RandomStream random, int rows) {
    int groups = Math.max(LEAST_GROUPS, rows / ROWS_A_GROUP);
    int shared = shared();
    double[] truth = new double[shared + groups];
    random.fillGaussian(truth, truth.length);
    for (int k = 2; k < shared; k++) {
      truth[k] = Math.log(-Math.log(1 - random.nextDouble()));
    }
    double[][] x = new double[rows][];
    double[] y = new double[rows];
    int[] group = new int[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = new double[] {1, random.nextGaussian()};
      group[i] = i % groups;
      y[i] = respond(random, x[i], group[i], truth);
    }
    double[] unseen = {1, random.nextGaussian()};
    int among = random.nextIndex(groups);
    return new Trial(
        truth,
        claim.of(Dataset.of(x, y), group),
        respond(random, unseen, among, truth),
        (theta, stream) -> respond(stream, unseen, among, theta));
  }

  /** Two coefficients, the scale of the response if any, and that of the groups. */
  private int shared() {
    return scaled ? 4 : 3;
  }

  private double respond(RandomStream random, double[] row, int group, double[] theta) {
    double eta = theta[0] * row[0] + theta[1] * row[1];
    eta += Math.exp(theta[shared() - 1]) * theta[shared() + group];
    return response.draw(random, eta, theta[2]);
  }
}
