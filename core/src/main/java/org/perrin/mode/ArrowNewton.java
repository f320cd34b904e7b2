package org.perrin.mode;

import java.util.Arrays;
import org.perrin.metric.ArrowMetric;
import org.perrin.model.ArrowheadModel;

/**
 * A centre where the Hessian is an arrow whose last shared parameter, t, is the scale of the
 * others. The mode of all together is of no use: there z is shrunk to nothing and t far off, as
 * with J groups the joint density has J dimensions to gain by it. So t is the mode of its own
 * marginal, by Laplace's approximation,
 *
 * <pre>v(t) = min_{β,z} f(β, t, z) + ½ Σⱼ log Dⱼ,</pre>
 *
 * and all others are at their best for that t. The minimum is Newton's, by the arrow's exact
 * factor, O(Nq² + Jq²) a pass; v is minimised by a search on the line. The metric has {@code v''}
 * for the curvature of t. Where groups have few rows each, the scale of noise is held and searched
 * for in the same way.
 */
final class ArrowNewton extends MarginalSearch<ArrowNewton.Profile> {
  private static final int MOST_STEPS = 60;

  private final ArrowheadModel model;
  private final int q;
  private final int scales;
  private final double tolerance;
  private int passes;

  private ArrowNewton(ArrowheadModel model, double tolerance) {
    this.model = model;
    this.q = model.shared();
    // where groups have few rows the scale of noise, too, is far off at the mode of all together
    boolean few = model.rows() <= 4L * (model.dimension() - q);
    this.scales = few ? model.scales() : 1;
    this.tolerance = tolerance;
  }

  /** The best point for a t. */
  record Profile(double[] theta, ArrowheadModel.Arrow arrow, double marginal) {
    /** Near the best point for another t: z that data know goes as {@code e^{−t}}, others stay. */
    double[] at(double t, int q) {
      double[] other = theta.clone();
      other[q - 1] = t;
      for (int j = 0; j < arrow.diagonal().length; j++) {
        double known = 1 - 1 / Math.max(1, arrow.diagonal()[j]);
        other[q + j] *= Math.exp(known * (theta[q - 1] - t));
      }
      return other;
    }
  }

  static Mode find(ArrowheadModel model, double[] start, double tolerance) {
    return new ArrowNewton(model, Math.min(tolerance, 1e-3)).run(start);
  }

  private Mode run(double[] start) {
    Profile best = best(profile(start));
    ArrowMetric metric = factor(best.theta(), best.arrow()).withLast(bends(best), scales);
    return new Mode(best.theta(), metric, passes, 0);
  }

  @Override
  int scales() {
    return scales;
  }

  @Override
  Profile moved(Profile near, double[] moves) {
    double[] from = near.at(near.theta()[q - 1] + moves[scales - 1], q);
    if (scales == 2) {
      from[q - 2] += moves[0];
    }
    return profile(from);
  }

  @Override
  double marginal(Profile profile) {
    return profile.marginal();
  }

  /** Newton's method with the scales held. */
  private Profile profile(double[] from) {
    double[] theta = from.clone();
    ArrowheadModel.Arrow here = expand(theta);
    int d = theta.length;
    for (int step = 0; step < MOST_STEPS; step++) {
      ArrowMetric metric = held(theta, here);
      double[] gradient = here.gradient().clone();
      Arrays.fill(gradient, q - scales, q, 0);
      double[] pulled = new double[d];
      metric.pull(gradient, pulled);
      double decrement = Arrays.stream(pulled).map(v -> v * v).sum();
      if (Math.sqrt(decrement / d) < tolerance) {
        return new Profile(theta, here, here.value() + halfLog(here.diagonal()));
      }
      double length = -1;
      double[] next = new double[d];
      ArrowheadModel.Arrow there;
      do {
        double[] part = pulled.clone();
        for (int k = 0; k < d; k++) {
          part[k] *= length;
        }
        metric.toTheta(part, next);
        System.arraycopy(from, q - scales, next, q - scales, scales);
        there = expand(next);
        length /= 2;
      } while (!(there.value() <= here.value() + 1e-12 * Math.abs(here.value())) && length < -1e-9);
      theta = next;
      here = there;
    }
    throw new IllegalArgumentException(
        "no mode found in %d Newton steps: give a more informative prior".formatted(MOST_STEPS));
  }

  private ArrowheadModel.Arrow expand(double[] theta) {
    passes++;
    return model.arrow(theta);
  }

  private static double halfLog(double[] diagonal) {
    return Arrays.stream(diagonal).map(v -> Math.log(v) / 2).sum();
  }

  /** The factor of the Hessian without the scales that are held. */
  private ArrowMetric held(double[] theta, ArrowheadModel.Arrow arrow) {
    double[] corner = arrow.corner().clone();
    double[] border = arrow.border().clone();
    for (int s = q - scales; s < q; s++) {
      for (int k = 0; k < q; k++) {
        corner[s * q + k] = 0;
        corner[k * q + s] = 0;
      }
      corner[s * q + s] = 1;
      for (int j = 0; j < arrow.diagonal().length; j++) {
        border[j * q + s] = 0;
      }
    }
    return damped(theta, corner, border, arrow.diagonal());
  }

  /** The factor of the whole, scales damped as far as it takes: theirs is replaced anyway. */
  private ArrowMetric factor(double[] theta, ArrowheadModel.Arrow arrow) {
    return damped(theta, arrow.corner().clone(), arrow.border(), arrow.diagonal());
  }

  private ArrowMetric damped(double[] theta, double[] corner, double[] border, double[] diagonal) {
    ArrowMetric metric = ArrowMetric.orNull(theta, corner, border, diagonal);
    double largest = 1;
    for (int i = 0; i < q; i++) {
      largest = Math.max(largest, Math.abs(corner[i * q + i]));
    }
    for (double damping = 1e-6 * largest; metric == null; damping *= 10) {
      if (!(damping < 1e10 * largest)) {
        throw new IllegalArgumentException(
            "the search for the mode is stuck: give a more informative prior");
      }
      for (int i = damping > largest ? 0 : q - scales; i < q; i++) {
        corner[i * q + i] += damping;
      }
      metric = ArrowMetric.orNull(theta, corner, border, diagonal);
    }
    return metric;
  }
}
