package org.perrin.bench.paper;

import java.util.stream.IntStream;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * The settings of an experiment, one row of the authors' table.
 *
 * @param model the posterior
 * @param stepSize ε
 * @param n rows a step
 * @param iterations of burn-in or of Adam, and again of sampling
 * @param startVariance of the normal that θ⁽⁰⁾ is drawn from; 0 to start at 0
 * @param chains numbers of the chains; the authors run 0 … 10 and drop chain 0 from the curves
 * @param seed of all of them
 */
record ExperimentSettings(
    Model model,
    double stepSize,
    int n,
    int iterations,
    double startVariance,
    int[] chains,
    long seed) {
  /** Adam's step-size in all experiments. */
  static final double ADAM_STEP = 1e-3;

  /** Chains 1 … count: where chain 0 would be dropped and nothing else depends on it. */
  static int[] withoutFirst(int count) {
    return IntStream.rangeClosed(1, count).toArray();
  }

  /** Chains 0 … count, of which the first counts for the pilot only. */
  static int[] withFirst(int count) {
    return IntStream.rangeClosed(0, count).toArray();
  }

  /** θ⁽⁰⁾ of a chain. */
  double[] start(int chain) {
    double[] theta = new double[model.dimension()];
    if (startVariance > 0) {
      var random = RandomStream.of(seed ^ 0x7374617274L, chain);
      random.fillGaussian(theta, theta.length);
      for (int k = 0; k < theta.length; k++) {
        theta[k] *= Math.sqrt(startVariance);
      }
    }
    return theta;
  }

  /** The share of the data that one step reads. */
  double share() {
    return (double) n / model.rows();
  }

  /** Rows that a sampler reads in all, preparation and sampling. */
  double work() {
    return 2.0 * chains.length * iterations * n;
  }
}
