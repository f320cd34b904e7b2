package org.perrin.bench.trust;

import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * One draw of a world: parameters from the prior, data from the parameters, and an observation that
 * the model has not seen.
 *
 * @param truth θ*
 * @param model the posterior given the data
 * @param future y*, drawn at θ*
 * @param predictive draws another y* at any θ
 */
record Trial(double[] truth, Model model, double future, Predictive predictive) {
  /** The distribution of the observation to come. */
  @FunctionalInterface
  interface Predictive {
    /** One observation, given θ. */
    double draw(double[] theta, RandomStream random);
  }
}
