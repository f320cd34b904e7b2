package org.perrin.mode;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.DiagonalMetric;
import org.perrin.metric.Metric;
import org.perrin.model.Curved;
import org.perrin.model.Model;
import org.perrin.model.SharedScaleModel;
import org.perrin.random.RandomStream;

/**
 * A centre for any model. Newton's method from the model's start; where that is stuck and f may
 * have many modes, Adam and then Newton's method from where it ends; and where even that finds no
 * point of positive curvature, Adam's last point with the metric of {@code |∇²f|}, the Hessian with
 * the signs of its eigenvalues taken away: not a Gaussian approximation, but scales to step by.
 *
 * @param mode what was found
 * @param rough whether it is such a point
 */
public record Search(Mode mode, boolean rough) {
  private static final long SEED = 0x7365617263680aL;
  private static final int BATCH = 500;
  private static final int ITERATIONS = 3000;
  private static final double STEP = 0.02;
  private static final int MOST_EIGEN = 300;
  private static final int MOST_STEPS = 100;

  /** Without a prior no direction is taken to be flatter than this share of the steepest. */
  private static final double FLATTEST = 1e-8;

  /** Finds a centre. */
  public static Search of(Model model) {
    try {
      return new Search(Newton.find(model), false);
    } catch (IllegalArgumentException stuck) {
      // under a proper prior there is a mode, even where noise with tails bends f the wrong way
      if (model instanceof SharedScaleModel) {
        throw stuck; // f has no minimum in all parameters: it falls without end where scales vanish
      }
      if (!(model instanceof Curved curved) || !(curved.multimodal() || curved.prior().proper())) {
        throw stuck;
      }
      Search found = descend(curved);
      if (found.rough() && !curved.multimodal()) {
        throw stuck;
      }
      return found;
    }
  }

  private static Search descend(Curved model) {
    var adam = new Adam(STEP, Math.min(BATCH, model.rows()), ITERATIONS);
    double[] near = adam.find(model, model.start(), RandomStream.of(SEED));
    if (near.length <= MOST_EIGEN) {
      near = offTheSaddle(model, near);
    }
    try {
      return new Search(Newton.from(model, near, Newton.TOLERANCE), false);
    } catch (IllegalArgumentException stuck) {
      for (double v : near) {
        if (!Double.isFinite(v)) {
          throw stuck;
        }
      }
      return new Search(new Mode(near, metric(model, near), 1), true);
    }
  }

  /**
   * Newton's method with {@code |∇²f|} for the Hessian (Dauphin et al., 2014), which leaves saddle
   * points instead of stopping there: where the gradient is spent and some curvature is negative,
   * it steps along that direction. O(N d² + d³) a step.
   */
  private static double[] offTheSaddle(Curved model, double[] from) {
    double[] theta = from;
    for (int step = 0; step < MOST_STEPS; step++) {
      var here = model.expand(theta);
      var eigen = Matrices.eigen(here.hessian(), theta.length);
      double[] length = lengths(eigen.values(), held(model, theta));
      double[] direction = new double[theta.length];
      double slope = 0;
      for (int e = 0; e < length.length; e++) {
        double[] v = eigen.vectors()[e];
        double g = Kernels.best().dot(v, 0, here.gradient(), 0, v.length);
        slope += g * g * length[e] * length[e];
        Kernels.best().axpy(-g * length[e] * length[e], v, 0, direction, 0, v.length);
      }
      if (slope < Newton.TOLERANCE * Newton.TOLERANCE * length.length) {
        if (eigen.values()[0] > 0) {
          return theta;
        }
        Kernels.best().axpy(length[0], eigen.vectors()[0], 0, direction, 0, length.length);
      }
      double[] next = downhill(model, theta, direction, here.value());
      if (next == null) {
        return theta;
      }
      theta = next;
    }
    return theta;
  }

  private static double @Nullable [] downhill(
      Curved model, double[] theta, double[] direction, double value) {
    for (double length = 1; length > 1e-6; length /= 2) {
      double[] next = theta.clone();
      Kernels.best().axpy(length, direction, 0, next, 0, next.length);
      if (model.potential(next) < value) {
        return next;
      }
    }
    return null;
  }

  private static Metric metric(Curved model, double[] theta) {
    int d = theta.length;
    double least = held(model, theta);
    if (d > Newton.DENSE_LIMIT) {
      return DiagonalMetric.of(theta, lengths(model.hessianDiagonal(theta), least));
    }
    var eigen = Matrices.eigen(model.hessian(theta), d);
    double[] length = lengths(eigen.values(), least);
    double[] factor = new double[d * d];
    double[] inverse = new double[d * d];
    for (int e = 0; e < d; e++) {
      for (int k = 0; k < d; k++) {
        factor[k * d + e] = eigen.vectors()[e][k] * length[e];
        inverse[e * d + k] = eigen.vectors()[e][k] / length[e];
      }
    }
    return DenseMetric.of(theta, factor, inverse);
  }

  /** The curvature that the prior alone gives to every coordinate, 0 if there is none. */
  private static double held(Curved model, double[] theta) {
    double[] prior = new double[theta.length];
    model.prior().addHessianDiagonal(theta, prior);
    return Math.max(0, Arrays.stream(prior).min().orElse(0));
  }

  /** {@code |λ|^{−½}}, but no longer than the prior lets a direction be. */
  private static double[] lengths(double[] curvatures, double least) {
    double most = 0;
    for (double c : curvatures) {
      most = Math.max(most, Math.abs(c));
    }
    double[] lengths = new double[curvatures.length];
    for (int k = 0; k < lengths.length; k++) {
      lengths[k] =
          1 / Math.sqrt(Math.max(Math.abs(curvatures[k]), Math.max(least, FLATTEST * most)));
    }
    return lengths;
  }
}
