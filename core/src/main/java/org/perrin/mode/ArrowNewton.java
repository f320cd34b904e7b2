package org.perrin.mode;

import org.perrin.metric.ArrowMetric;
import org.perrin.model.Arrowed;

/**
 * Newton's method where the Hessian is an arrow: steps and metric from its exact factor, O(Nq² +
 * Jq²) a pass. Where the factor does not exist the corner is damped, as by Levenberg and Marquardt.
 */
final class ArrowNewton {
  private static final int MOST_STEPS = 100;

  private ArrowNewton() {}

  static Mode find(Arrowed model, double[] start, double tolerance) {
    double[] theta = start.clone();
    int d = theta.length;
    double[] pulled = new double[d];
    int passes = 1;
    Arrowed.Arrow here = model.arrow(theta);
    for (int step = 0; step < MOST_STEPS; step++) {
      ArrowMetric metric = damped(theta, here);
      metric.pull(here.gradient(), pulled);
      double decrement = 0;
      for (int k = 0; k < d; k++) {
        decrement += pulled[k] * pulled[k];
        pulled[k] = -pulled[k];
      }
      double size = Math.sqrt(decrement / d);
      double[] next = new double[d];
      if (size < tolerance && factor(theta, here) != null) {
        metric.toTheta(pulled, next);
        return new Mode(next, metric.movedTo(next), passes, size);
      }
      double length = 1;
      Arrowed.Arrow there;
      do {
        double[] part = pulled.clone();
        for (int k = 0; k < d; k++) {
          part[k] *= length;
        }
        metric.toTheta(part, next);
        there = model.arrow(next);
        passes++;
        length /= 2;
      } while (!(there.value() <= here.value() - 5e-5 * length * decrement) && length > 1e-12);
      theta = next;
      here = there;
    }
    throw new IllegalArgumentException(
        "no mode found in %d Newton steps: give a more informative prior".formatted(MOST_STEPS));
  }

  static Mode at(Arrowed model, double[] theta) {
    ArrowMetric metric = factor(theta, model.arrow(theta));
    if (metric == null) {
      throw new IllegalArgumentException(
          "the posterior has no curvature at the point found: give a more informative prior");
    }
    return new Mode(theta.clone(), metric, 1, Double.NaN);
  }

  private static ArrowMetric factor(double[] theta, Arrowed.Arrow arrow) {
    return ArrowMetric.orNull(theta, arrow.corner(), arrow.border(), arrow.diagonal());
  }

  private static ArrowMetric damped(double[] theta, Arrowed.Arrow arrow) {
    ArrowMetric metric = factor(theta, arrow);
    int q = theta.length - arrow.diagonal().length;
    double largest = 0;
    for (int i = 0; i < q; i++) {
      largest = Math.max(largest, Math.abs(arrow.corner()[i * q + i]));
    }
    for (double damping = 1e-6 * largest; metric == null; damping *= 10) {
      if (!(damping < 1e10 * largest)) {
        throw new IllegalArgumentException(
            "the search for the mode is stuck: give a more informative prior");
      }
      double[] corner = arrow.corner().clone();
      for (int i = 0; i < q; i++) {
        corner[i * q + i] += damping;
      }
      metric = ArrowMetric.orNull(theta, corner, arrow.border(), arrow.diagonal());
    }
    return metric;
  }
}
