package org.perrin.posterior;

import org.jspecify.annotations.Nullable;
import org.perrin.metric.Metric;
import org.perrin.mode.Mode;
import org.perrin.model.Model;
import org.perrin.model.PartlyCentredCoefficients;
import org.perrin.model.SharedScaleModel;

/**
 * The coordinates u in which a posterior is close to a standard normal: its metric, and where
 * coefficients share a scale their bend taken out first.
 */
record WhitenedCoordinates(@Nullable Bend bend, Metric metric, Model pulled) {
  /** θ from coordinates in which the posterior is straight. */
  @FunctionalInterface
  interface Bend {
    /** Writes θ. */
    void toTheta(double[] straight, double[] theta);
  }

  static WhitenedCoordinates of(Model model, Mode mode) {
    if (model instanceof SharedScaleModel layered) {
      var partly = PartlyCentredCoefficients.of(layered, mode.theta());
      return new WhitenedCoordinates(partly::toTheta, mode.metric(), partly.in(mode.metric()));
    }
    return new WhitenedCoordinates(null, mode.metric(), model.in(mode.metric()));
  }

  void toTheta(double[] u, double[] theta) {
    if (bend == null) {
      metric.toTheta(u, theta);
      return;
    }
    double[] straight = new double[u.length];
    metric.toTheta(u, straight);
    bend.toTheta(straight, theta);
  }
}
