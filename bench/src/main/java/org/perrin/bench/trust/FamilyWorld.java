package org.perrin.bench.trust;

import java.util.ArrayList;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.family.Family;
import org.perrin.family.Support;
import org.perrin.model.Density;
import org.perrin.model.FamilyModels;
import org.perrin.model.Independent;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;

/**
 * A family of the registry: coefficients are normal(0, 0.4), predictors of the other parameters
 * normal(0.5, 0.4), or (3, 0.4) for shares; responses are drawn from the family's own distribution.
 * A third of times until an event are censored at a time of their own.
 */
record FamilyWorld(Family family) implements World {
  private static final int D = RegressionWorld.COEFFICIENTS;
  private static final double SD = 0.4;
  private static final double MIDDLE = 0.5;

  /** Shares of less precision are rounded to 1 now and then. */
  private static final double PRECISE = 3;

  @Override
  public String name() {
    return family.name();
  }

  @Override
  public Trial draw(RandomStream random, int rows) {
    int shared = family.parameters().size() - 1;
    double[] truth = new double[D + shared];
    List<Density> priors = new ArrayList<>();
    for (int k = 0; k < truth.length; k++) {
      double middle = k < D ? 0 : family.support() == Support.UNIT ? PRECISE : MIDDLE;
      truth[k] = middle + SD * random.nextGaussian();
      priors.add(Priors.normal(middle, SD));
    }
    double[][] x = new double[rows][];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = RegressionWorld.row(random);
      y[i] = censored(random, respond(random, x[i], truth));
    }
    double[] unseen = RegressionWorld.row(random);
    return new Trial(
        truth,
        FamilyModels.of(family, Dataset.of(x, y), new Independent(priors)),
        respond(random, unseen, truth),
        (theta, stream) -> respond(stream, unseen, theta));
  }

  private double censored(RandomStream random, double y) {
    boolean times = family.support() == Support.SURVIVAL;
    double end = times ? 2 * random.nextExponential() : Double.POSITIVE_INFINITY;
    return y > end ? -end : y;
  }

  private double respond(RandomStream random, double[] row, double[] theta) {
    double[] eta = new double[1 + theta.length - D];
    for (int k = 0; k < D; k++) {
      eta[0] += row[k] * theta[k];
    }
    System.arraycopy(theta, D, eta, 1, eta.length - 1);
    return family.at(eta).draw(random);
  }
}
