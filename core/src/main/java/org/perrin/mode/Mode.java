package org.perrin.mode;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;
import org.perrin.model.Curved;

/**
 * A centre for the posterior: θ̂ and the Gaussian around it, {@code Σ̂ = (∇²f(θ̂))⁻¹ = LLᵀ}, given
 * by the metric in which it is a standard one. The samplers stay right at any centre; a better one
 * makes them cheaper. In high dimensions the metric, and so Σ̂, is an approximation.
 *
 * @param theta θ̂
 * @param metric {@code θ = θ̂ + Lu}
 * @param passes how often all rows were read to find it
 * @param lastStep the last Newton step in posterior standard deviations, {@code √(ΔᵀΣ̂⁻¹Δ / d)};
 *     empty if there was none
 * @param curvedAt the point whose Hessian the metric is of, a last step from θ̂ where that was
 *     Newton's; null if it is of none
 */
public record Mode(
    double[] theta,
    Metric metric,
    int passes,
    OptionalDouble lastStep,
    double @Nullable [] curvedAt) {
  /** With a metric that is of no one point's Hessian. */
  public Mode(double[] theta, Metric metric, int passes, double lastStep) {
    this(theta, metric, passes, OptionalDouble.of(lastStep), null);
  }

  /** The same of a point to which no Newton step led. */
  public Mode(double[] theta, Metric metric, int passes) {
    this(theta, metric, passes, OptionalDouble.empty(), null);
  }

  /** θ̂ as given, Σ̂ from the curvature there (one pass). */
  public static Mode at(Curved model, double[] theta) {
    return fromHessian(model, theta, model.hessian(theta), 1, OptionalDouble.empty())
        .curvedAt(theta);
  }

  /** The same, or null where the curvature is not positive in every direction. */
  public static @Nullable Mode atOrNull(Curved model, double[] theta) {
    double[] hessian = model.hessian(theta);
    return Matrices.choleskyOrNull(hessian, theta.length) == null
        ? null
        : fromHessian(model, theta, hessian, 1, OptionalDouble.empty()).curvedAt(theta);
  }

  /** θ̂ and a Hessian. */
  static Mode fromHessian(
      Curved model, double[] theta, double[] hessian, int passes, OptionalDouble lastStep) {
    int d = theta.length;
    double[] lower = Matrices.choleskyOrNull(hessian, d);
    if (lower == null) {
      throw Dependence.explain(model, hessian);
    }
    // ∇²f = CCᵀ, so L = C⁻ᵀ: no second factorisation
    double[] factor = Matrices.transpose(Matrices.invertLower(lower, d), d);
    var metric = DenseMetric.of(theta, factor, Matrices.transpose(lower, d));
    return new Mode(theta.clone(), metric, passes, lastStep, null);
  }

  /** The same, known to have the metric of the Hessian at a point. */
  Mode curvedAt(double[] point) {
    return new Mode(theta, metric, passes, lastStep, point.clone());
  }

  /** The mode of a model already seen through its own metric: θ̂ = 0 and Σ̂ = I. */
  public static Mode standard(int d) {
    double[] identity = Matrices.identity(d);
    return new Mode(new double[d], DenseMetric.of(new double[d], identity), 0);
  }

  /** The same spread around another centre. */
  public Mode movedTo(double[] centre) {
    return new Mode(centre.clone(), metric.movedTo(centre), passes, lastStep, null);
  }

  /** d. */
  public int dimension() {
    return theta.length;
  }

  /** L, d × d, row-major. */
  public double[] factor() {
    return metric.matrix();
  }

  /** Σ̂, d × d, row-major. */
  public double[] covariance() {
    int d = theta.length;
    return Matrices.gram(Matrices.transpose(metric.matrix(), d), d);
  }

  /** Row k of L: what parameter k is made of. */
  public double[] row(int k) {
    double[] unit = new double[theta.length];
    unit[k] = 1;
    double[] row = new double[theta.length];
    metric.pull(unit, row);
    return row;
  }

  /** Standard deviations of the Gaussian. */
  public double[] sd() {
    double[] sd = new double[theta.length];
    for (int k = 0; k < sd.length; k++) {
      double[] row = row(k);
      sd[k] = Math.sqrt(Kernels.best().dot(row, 0, row, 0, row.length));
    }
    return sd;
  }
}
