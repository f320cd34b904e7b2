package org.perrin.posterior;

import org.jspecify.annotations.Nullable;
import org.perrin.metric.Metric;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.MixedModel;
import org.perrin.model.Model;
import org.perrin.model.PartlyCentredCoefficients;
import org.perrin.model.PartlyCentredLevels;
import org.perrin.model.SharedScaleModel;
import org.perrin.model.StraightenedModel;

/**
 * The coordinates u in which a posterior is close to a standard normal: its metric, and where
 * coefficients or effects share a scale their bend taken out first.
 */
record WhitenedCoordinates(@Nullable StraightenedModel bend, Metric metric, Model pulled) {
  static WhitenedCoordinates of(Model model, Mode mode) {
    StraightenedModel bend =
        switch (model) {
          case SharedScaleModel layered -> PartlyCentredCoefficients.of(layered, mode.theta());
          case MixedModel mixed when mixed.dimension() <= Newton.DENSE_LIMIT ->
              PartlyCentredLevels.of(mixed, mode.theta());
          default -> null;
        };
    Model straight = bend == null ? model : bend;
    return new WhitenedCoordinates(bend, mode.metric(), straight.in(mode.metric()));
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
