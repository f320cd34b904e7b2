package org.perrin.diagnostics;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.family.Likelihood;
import org.perrin.family.Logistic;
import org.perrin.math.Parallel;

/**
 * How well one parameter vector of a logistic regression predicts rows it has not seen. One pass
 * over them on all cores, the same bits on any number.
 *
 * @param logLoss the mean of {@code −log p(yᵢ | xᵢ, θ)}
 * @param accuracy the share of rows whose likelier class is theirs; a tie counts for class 1
 */
public record Scores(double logLoss, double accuracy) {
  private static final int BLOCK = 256;

  /** The scores of θ on rows with classes 0 and 1; offsets and weights count if there are any. */
  public static Scores logistic(double[] theta, Dataset test) {
    if (theta.length != test.x().width()) {
      throw new IllegalArgumentException(
          "%d parameters for %d columns".formatted(theta.length, test.x().width()));
    }
    Likelihood family = new Logistic();
    test.checkResponses(family::refuse);
    double[] point = Arrays.copyOf(theta, test.x().stride());
    double[] sum =
        Parallel.sum(test.count(), 3, (s, from, to) -> addRows(test, family, point, from, to, s));
    return new Scores(sum[0] / sum[2], sum[1] / sum[2]);
  }

  /** Adds losses, hits and weights of a range of rows. */
  private static void addRows(
      Dataset test, Likelihood family, double[] point, int from, int to, double[] sum) {
    double[] eta = new double[BLOCK];
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      test.x().dots(first, count, point, eta);
      for (int j = 0; j < count; j++) {
        int i = first + j;
        double predictor = test.offsets() == null ? eta[j] : eta[j] + test.offsets().get(i);
        double weight = test.weight(i);
        double y = test.responses().get(i);
        sum[0] += weight * family.loss(predictor, y);
        sum[1] += (predictor >= 0) == (y == 1) ? weight : 0;
        sum[2] += weight;
      }
    }
  }
}
