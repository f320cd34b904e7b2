package org.perrin.mode;

import org.perrin.data.Batch;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * Adam (Kingma and Ba, 2015) on minibatches drawn uniformly with replacement, as the paper finds
 * its θ̂: β₁ = 0.9, β₂ = 0.999, a constant step-size, the last iterate. It ends near the mode, not
 * on it: within {@code O(√stepSize)} of noise.
 *
 * @param stepSize of every iteration
 * @param batchSize rows an iteration
 * @param iterations how many
 */
public record Adam(double stepSize, int batchSize, int iterations) {
  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;

  /** Checks the settings. */
  public Adam {
    if (!(stepSize > 0)) {
      throw new IllegalArgumentException("a step-size must be positive, not " + stepSize);
    }
    if (batchSize < 1 || iterations < 1) {
      throw new IllegalArgumentException(
          "batch size and iterations must be at least 1, not %d and %d"
              .formatted(batchSize, iterations));
    }
  }

  /** The last iterate of a run from {@code start}. */
  public double[] find(Model model, double[] start, RandomStream random) {
    int d = model.dimension();
    double[] theta = start.clone();
    double[] mean = new double[d];
    double[] square = new double[d];
    double[] gradient = new double[d];
    var batch = new Batch();
    for (int t = 1; t <= iterations; t++) {
      draw(model, batch, random);
      java.util.Arrays.fill(gradient, 0);
      model.prior().addGradient(theta, gradient);
      model.addGradient(theta, batch, 0, batchSize, gradient);
      double correct1 = 1 - Math.pow(BETA1, t);
      double correct2 = 1 - Math.pow(BETA2, t);
      for (int k = 0; k < d; k++) {
        mean[k] = BETA1 * mean[k] + (1 - BETA1) * gradient[k];
        square[k] = BETA2 * square[k] + (1 - BETA2) * gradient[k] * gradient[k];
        theta[k] -= stepSize * (mean[k] / correct1) / (Math.sqrt(square[k] / correct2) + EPSILON);
      }
    }
    return theta;
  }

  private void draw(Model model, Batch batch, RandomStream random) {
    batch.resize(batchSize);
    for (int j = 0; j < batchSize; j++) {
      batch.rows()[j] = random.nextIndex(model.rows());
      batch.weights()[j] = (double) model.rows() / batchSize;
    }
  }
}
