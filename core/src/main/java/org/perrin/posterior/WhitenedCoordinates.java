package org.perrin.posterior;

import org.jspecify.annotations.Nullable;
import org.perrin.draws.Draws;
import org.perrin.metric.ArrowMetric;
import org.perrin.metric.Metric;
import org.perrin.mode.Mode;
import org.perrin.model.Model;
import org.perrin.model.PartlyCentredCoefficients;
import org.perrin.model.PartlyCentredGroups;
import org.perrin.model.SharedScaleModel;
import org.perrin.model.VaryingIntercepts;

/**
 * The coordinates u in which a posterior is close to a standard normal: its metric, and where there
 * are groups, or coefficients that share a scale, their bend taken out first.
 */
record WhitenedCoordinates(@Nullable Bend bend, Metric metric, Model pulled) {
  /** θ from coordinates in which the posterior is straight. */
  @FunctionalInterface
  interface Bend {
    /** Writes θ. */
    void toTheta(double[] straight, double[] theta);
  }

  /** Above this share of what is known of groups that is their prior's, z itself is straighter. */
  private static final double OPEN = 0.05;

  /**
   * The coordinates for samplers that follow f itself. Where data say little of each group, τ may
   * be next to 0, and there z has its prior while what {@link PartlyCentredGroups} makes of it lies
   * in a narrow neck (eight groups of five: the sd of log τ came out a fifth short).
   */
  static WhitenedCoordinates forTrajectories(Model model, Mode mode) {
    return mode.metric() instanceof ArrowMetric arrow && arrow.pooled() > OPEN
        ? new WhitenedCoordinates(null, arrow, model.in(arrow))
        : of(model, mode);
  }

  static WhitenedCoordinates of(Model model, Mode mode) {
    if (model instanceof VaryingIntercepts varying && mode.metric() instanceof ArrowMetric arrow) {
      var groups = PartlyCentredGroups.of(varying, arrow);
      return new WhitenedCoordinates(groups::toTheta, arrow, groups.in(arrow));
    }
    if (model instanceof SharedScaleModel layered) {
      var partly = PartlyCentredCoefficients.of(layered, mode.theta());
      return new WhitenedCoordinates(partly::toTheta, mode.metric(), partly.in(mode.metric()));
    }
    return new WhitenedCoordinates(null, mode.metric(), model.in(mode.metric()));
  }

  /** A posterior in coordinates that are straight, where it has groups. */
  static Posterior of(Posterior posterior) {
    if (posterior.model() instanceof VaryingIntercepts varying
        && posterior.mode().metric() instanceof ArrowMetric arrow) {
      var groups = PartlyCentredGroups.of(varying, arrow);
      Draws draws = posterior.draws().map(groups::toStraight);
      return new Posterior(groups, draws, posterior.mode(), posterior.account());
    }
    return posterior;
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
