package org.perrin.regression.predict;

import java.util.Arrays;
import org.perrin.family.Distribution;
import org.perrin.family.Family;
import org.perrin.math.Scalars;
import org.perrin.regression.model.Predictors;

/**
 * The predictive distribution of one row: a mixture over draws, each with its predictors. Of a
 * response that is 0 or 1 its probability is what is predicted, and intervals are those of draws of
 * that; so are those of the quantile that a family is about.
 */
final class Mixture {
  private final Family family;
  private final Predictors predictors;
  private final boolean probability;
  private final boolean centres;
  private final double[][] shared;
  private final double[] places;
  private final Distribution[] parts;

  /**
   * Of a family some of whose parameters have predictors {@code shared}, an array for each draw;
   * {@code places} are where in a draw's distribution its target is taken.
   */
  Mixture(
      Family family,
      Predictors predictors,
      boolean probability,
      double[][] shared,
      double[] places) {
    this.family = family;
    this.predictors = predictors;
    this.probability = probability;
    this.centres = probability || family.quantile().isPresent();
    this.shared = shared;
    this.places = places;
    this.parts = new Distribution[places.length];
  }

  /** Looks at another row of so many trials, by its predictors: an array over draws for each. */
  void set(double[][] eta, double trials) {
    for (int s = 0; s < parts.length; s++) {
      double[] all = DrawPredictor.all(predictors, eta, shared[s], s);
      parts[s] = probability ? family.at(all) : family.among(trials, all);
    }
  }

  private double[] means() {
    return Arrays.stream(parts).mapToDouble(Distribution::centre).toArray();
  }

  double mean() {
    return mean(means());
  }

  double sd() {
    double own = 0;
    for (Distribution part : parts) {
      own += centres ? 0 : part.sd() * part.sd() / parts.length;
    }
    return Math.sqrt(variance(means()) + own);
  }

  /** One value for each draw, whose quantiles are those of the mixture. */
  void targets(double[] out) {
    for (int s = 0; s < out.length; s++) {
      out[s] = centres ? parts[s].centre() : parts[s].quantile(places[s]);
    }
  }

  double logDensity(double y) {
    return Scalars.logMeanExp(
        Arrays.stream(parts).mapToDouble(part -> part.logDensity(y)).toArray());
  }

  static double mean(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v;
    }
    return sum / values.length;
  }

  static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double v : values) {
      sum += (v - mean) * (v - mean);
    }
    return sum / Math.max(1, values.length - 1);
  }
}
