package org.perrin.bench.trust;

import java.util.Arrays;
import java.util.Collections;
import org.perrin.data.Dataset;
import org.perrin.model.Independent;
import org.perrin.model.Multinomial;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;

/**
 * Three classes. A model knows of those that it has seen, so worlds in which a class has no row are
 * drawn again, parameters and all: what depends on the data alone may be chosen, ranks stay
 * uniform.
 */
record ClassesWorld() implements World {
  private static final int CLASSES = 3;
  private static final int D = RegressionWorld.COEFFICIENTS;

  @Override
  public String name() {
    return "multinomial";
  }

  @Override
  public Trial draw(RandomStream random, int rows) {
    double[] truth = new double[(CLASSES - 1) * D];
    double[][] x = new double[rows][];
    double[] y = new double[rows];
    do {
      random.fillGaussian(truth, truth.length);
      for (int i = 0; i < rows; i++) {
        x[i] = RegressionWorld.row(random);
        y[i] = choose(random, x[i], truth);
      }
    } while (Arrays.stream(y).distinct().count() < CLASSES);
    double[] unseen = RegressionWorld.row(random);
    var prior = new Independent(Collections.nCopies(truth.length, Priors.normal(0, 1)));
    return new Trial(
        truth,
        Multinomial.of(Dataset.of(x, y), prior),
        choose(random, unseen, truth),
        (theta, stream) -> choose(stream, unseen, theta));
  }

  private static int choose(RandomStream random, double[] row, double[] theta) {
    double[] odds = new double[CLASSES];
    odds[0] = 1;
    for (int c = 1; c < CLASSES; c++) {
      double eta = 0;
      for (int k = 0; k < D; k++) {
        eta += row[k] * theta[(c - 1) * D + k];
      }
      odds[c] = Math.exp(eta);
    }
    double left = random.nextDouble() * Arrays.stream(odds).sum();
    int chosen = 0;
    while (chosen < CLASSES - 1 && left >= odds[chosen]) {
      left -= odds[chosen++];
    }
    return chosen;
  }
}
