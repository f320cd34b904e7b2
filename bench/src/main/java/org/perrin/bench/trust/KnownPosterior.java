package org.perrin.bench.trust;

import java.util.List;
import java.util.function.BiConsumer;
import org.perrin.draws.Draws;
import org.perrin.model.Model;

/**
 * A posterior whose means and standard deviations are known without a sampler.
 *
 * @param name as in tables
 * @param source where they are known from
 * @param model the posterior
 * @param names of the numbers that are known
 * @param map from θ to them
 * @param mean of each
 * @param sd of each
 */
record KnownPosterior(
    String name,
    String source,
    Model model,
    List<String> names,
    BiConsumer<double[], double[]> map,
    double[] mean,
    double[] sd) {
  /** θ itself is known. */
  static KnownPosterior of(String name, String source, Model model, double[] mean, double[] sd) {
    BiConsumer<double[], double[]> same =
        (theta, out) -> System.arraycopy(theta, 0, out, 0, theta.length);
    return new KnownPosterior(name, source, model, model.names(), same, mean, sd);
  }

  /** Draws of what is known. */
  Draws of(Draws draws) {
    return draws.map(names, map);
  }
}
