package org.perrin.mode;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.perrin.math.Matrices;
import org.perrin.model.Curved;
import org.perrin.model.Density;
import org.perrin.model.Independent;
import org.perrin.model.LogScaleModel;

/**
 * A centre for a regression with a scale where columns are nearly as many as rows or more: the
 * scale t is the mode of its own marginal and the coefficients are at their best for it. The metric
 * has {@code v''} for the curvature of t given nothing else, so its Hessian has {@code v'' +
 * bᵀA⁻¹b} in the corner, A and b the curvature of the coefficients and theirs with t. O(d³) a step.
 */
final class ScaleNewton extends MarginalSearch<ScaleNewton.Profile> {
  private static final int MOST_STEPS = 60;

  /** Farther out than any coefficient. */
  private static final double FAR = 1e9;

  private final LogScaleModel model;
  private final int t;
  private final int d;
  private final double tolerance;
  private final boolean prior;
  private int passes;

  private ScaleNewton(LogScaleModel model, double tolerance, boolean prior) {
    this.model = model;
    this.prior = prior;
    this.t = model.scale().getAsInt();
    this.d = model.dimension();
    this.tolerance = tolerance;
  }

  /** The best coefficients for a t, all derivatives there, and v. */
  record Profile(double[] theta, Curved.Expansion here, double marginal) {}

  /** Whether the joint mode is likely to be far from the posterior, or not to be at all. */
  static boolean suits(Curved model) {
    return model instanceof LogScaleModel scaled
        && scaled.scale().isPresent()
        && model.rows() <= 4L * model.dimension()
        && model.dimension() <= Newton.DENSE_LIMIT
        && model.prior().proper();
  }

  /**
   * A start that is nearer where a prior of coefficients has heavy tails: the coefficients that
   * rows alone find best, and a scale that goes with them. Such a prior has a second mode at its
   * own centre, where noise is as large as the responses are far away. A dozen passes.
   */
  static double[] nearer(Curved model, double[] start) {
    if (!(model instanceof LogScaleModel scaled)
        || scaled.scale().isEmpty()
        || !heavyTailed(scaled)) {
      return start;
    }
    try {
      var rows = new ScaleNewton(scaled, Newton.TOLERANCE, false);
      double[] near = scaled(scaled, rows.profile(start).theta());
      return model.potential(near) < model.potential(start) ? near : start;
    } catch (IllegalArgumentException stuck) {
      return start;
    }
  }

  /** Moves the scale while f falls. */
  private static double[] scaled(LogScaleModel model, double[] theta) {
    int t = model.scale().getAsInt();
    double[] best = theta;
    double least = model.potential(best);
    for (double move : new double[] {-2, 2}) {
      boolean falls = true;
      while (falls) {
        double[] next = best.clone();
        next[t] += move;
        double value = model.potential(next);
        falls = value < least;
        best = falls ? next : best;
        least = falls ? value : least;
      }
    }
    return best;
  }

  /** Whether the prior of a coefficient bends the other way far out. */
  private static boolean heavyTailed(LogScaleModel model) {
    int t = model.scale().getAsInt();
    double[] far = new double[model.dimension()];
    Arrays.fill(far, FAR);
    far[t] = 0;
    double[] curvature = new double[far.length];
    model.prior().addHessianDiagonal(far, curvature);
    curvature[t] = 0;
    return Arrays.stream(curvature).anyMatch(c -> c < 0);
  }

  static Mode find(LogScaleModel model, double[] start, double tolerance) {
    var search = new ScaleNewton(model, Math.min(tolerance, 1e-3), true);
    Profile best = search.best(search.profile(start));
    double[] hessian = best.here().hessian().clone();
    double[] others = search.held(hessian);
    double[] b = new double[search.d];
    for (int k = 0; k < search.d; k++) {
      b[k] = k == search.t ? 0 : hessian[k * search.d + search.t];
    }
    double[] solved = Matrices.solve(search.factor(others), b, search.d);
    double corner = search.bends(best)[0];
    for (int k = 0; k < search.d; k++) {
      corner += b[k] * solved[k];
    }
    hessian[search.t * search.d + search.t] = corner;
    return Mode.fromHessian(model, best.theta(), hessian, search.passes, OptionalDouble.empty());
  }

  @Override
  int scales() {
    return 1;
  }

  @Override
  Profile moved(Profile near, double[] moves) {
    double[] theta = near.theta().clone();
    theta[t] += moves[0];
    return profile(theta);
  }

  @Override
  double marginal(Profile profile) {
    return profile.marginal();
  }

  /** Newton's method with t held. */
  private Profile profile(double[] from) {
    double[] theta = from;
    var here = expand(theta);
    for (int step = 0; step < MOST_STEPS; step++) {
      double[] lower = factor(held(here.hessian()));
      double[] gradient = here.gradient().clone();
      gradient[t] = 0;
      double[] direction = Matrices.solve(lower, gradient, d);
      double decrement = 0;
      for (int k = 0; k < d; k++) {
        decrement += direction[k] * gradient[k];
      }
      if (Math.sqrt(Math.max(0, decrement) / d) < tolerance) {
        return new Profile(theta, here, here.value() + halfLogDeterminant(lower));
      }
      double length = 1;
      double[] next;
      Curved.Expansion there;
      do {
        next = theta.clone();
        for (int k = 0; k < d; k++) {
          next[k] -= length * direction[k];
        }
        there = expand(next);
        length /= 2;
      } while (!(there.value() <= here.value() + 1e-12 * Math.abs(here.value())) && length > 1e-9);
      theta = next;
      here = there;
    }
    throw new IllegalArgumentException(
        "no mode found in %d Newton steps: give a more informative prior".formatted(MOST_STEPS));
  }

  private Curved.Expansion expand(double[] theta) {
    passes++;
    return prior
        ? model.expand(theta)
        : Curved.Expansion.of(
            model.expansionSum(theta), Independent.all(d, new Density.Flat()), theta);
  }

  /** The Hessian with t cut off. */
  private double[] held(double[] hessian) {
    double[] held = hessian.clone();
    for (int k = 0; k < d; k++) {
      held[t * d + k] = 0;
      held[k * d + t] = 0;
    }
    held[t * d + t] = 1;
    return held;
  }

  /** A Cholesky factor, damped as far as it takes. */
  private double[] factor(double[] held) {
    double[] lower = Matrices.choleskyOrNull(held, d);
    double largest = 0;
    for (int k = 0; k < d; k++) {
      largest = Math.max(largest, Math.abs(held[k * d + k]));
    }
    for (double damping = 1e-10 * largest; lower == null; damping *= 10) {
      if (!(damping < 1e10 * largest)) {
        throw new IllegalArgumentException(
            "the search for the mode is stuck: give a more informative prior");
      }
      double[] damped = held.clone();
      for (int k = 0; k < d; k++) {
        damped[k * d + k] += k == t ? 0 : damping;
      }
      lower = Matrices.choleskyOrNull(damped, d);
    }
    return lower;
  }

  private double halfLogDeterminant(double[] lower) {
    return Arrays.stream(diagonal(lower)).map(Math::log).sum();
  }

  private double[] diagonal(double[] lower) {
    double[] diagonal = new double[d];
    for (int k = 0; k < d; k++) {
      diagonal[k] = lower[k * d + k];
    }
    return diagonal;
  }
}
