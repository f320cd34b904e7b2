package org.perrin.bench.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
 * A third of times until an event are censored at a time of their own; successes are those of one
 * to ten trials.
 */
record FamilyWorld(Family family) implements World {
  private static final int D = RegressionWorld.COEFFICIENTS;
  private static final double SD = 0.4;
  private static final double MIDDLE = 0.5;

  /** Shares of less precision are rounded to 1 now and then. */
  private static final double PRECISE = 3;

  /** Families whose rows cost most. */
  private static final Set<String> COSTLY =
      Set.of(
          "beta", "zero-inflated-negative-binomial", "hurdle-negative-binomial", "ordinal-probit");

  @Override
  public String name() {
    return family.name();
  }

  @Override
  public boolean onlyLong() {
    return COSTLY.contains(family.name());
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
    double[] trials = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = RegressionWorld.row(random);
      trials[i] = trials(random);
      y[i] = censored(random, respond(random, x[i], trials[i], truth)) / trials[i];
    }
    double[] unseen = RegressionWorld.row(random);
    double n = trials(random);
    Dataset plain = Dataset.of(x, y);
    Dataset data = new Dataset(plain.x(), y, null, counted() ? trials : null, plain.names());
    return new Trial(
        truth,
        FamilyModels.of(family, data, new Independent(priors)),
        respond(random, unseen, n, truth),
        (theta, stream) -> respond(stream, unseen, n, theta));
  }

  private boolean counted() {
    return family.support() == Support.SHARE;
  }

  /** How many trials a row has: one where responses are not shares of trials. */
  private double trials(RandomStream random) {
    return counted() ? 1 + random.nextIndex(10) : 1;
  }

  private double censored(RandomStream random, double y) {
    boolean times = family.support() == Support.SURVIVAL;
    double end = times ? 2 * random.nextExponential() : Double.POSITIVE_INFINITY;
    return y > end ? -end : y;
  }

  private double respond(RandomStream random, double[] row, double trials, double[] theta) {
    double[] eta = new double[1 + theta.length - D];
    for (int k = 0; k < D; k++) {
      eta[0] += row[k] * theta[k];
    }
    System.arraycopy(theta, D, eta, 1, eta.length - 1);
    return (counted() ? family.among(trials, eta) : family.at(eta)).draw(random);
  }
}
