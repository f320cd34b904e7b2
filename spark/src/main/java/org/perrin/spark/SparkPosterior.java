package org.perrin.spark;

import java.util.List;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.io.design.Encoding;
import org.perrin.posterior.Posterior;

/**
 * The answer of a fit on Spark.
 *
 * @param draws of the coefficients of the user's columns (and of sigma, last, in linear models)
 * @param inner the same as the sampler saw it, columns centred and scaled
 * @param kind of regression
 * @param encoding how columns became a design, for predictions
 * @param work the jobs it took
 * @param notes what a user should know
 */
public record SparkPosterior(
    Draws draws, Posterior inner, Kind kind, Encoding encoding, Work work, List<String> notes) {
  /** Mean, standard deviation, quantiles and diagnostics of every parameter. */
  public Summary summary() {
    return Summary.of(draws);
  }
}
