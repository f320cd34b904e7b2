package org.perrin.mode;

import org.perrin.math.Matrices;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;
import org.perrin.model.Curved;

/**
 * A centre for the posterior: θ̂ and the Gaussian around it, {@code Σ̂ = (∇²f(θ̂))⁻¹ = LLᵀ}. The
 * samplers stay right at any centre; a better one makes them cheaper.
 *
 * @param theta θ̂
 * @param covariance Σ̂, d × d, row-major
 * @param factor L, d × d, row-major
 * @param inverse L⁻¹
 * @param passes how often all rows were read to find it
 * @param lastStep the last Newton step in posterior standard deviations, {@code √(ΔᵀΣ̂⁻¹Δ / d)}
 */
public record Mode(
    double[] theta,
    double[] covariance,
    double[] factor,
    double[] inverse,
    int passes,
    double lastStep) {
  /** θ̂ as given, Σ̂ from the curvature there (one pass). */
  public static Mode at(Curved model, double[] theta) {
    return fromHessian(model, theta, model.hessian(theta), 1, Double.NaN);
  }

  /** θ̂ and a Hessian. */
  static Mode fromHessian(
      Curved model, double[] theta, double[] hessian, int passes, double lastStep) {
    int d = theta.length;
    double[] lower = Matrices.choleskyOrNull(hessian, d);
    if (lower == null) {
      throw Dependence.explain(model, hessian);
    }
    // ∇²f = CCᵀ, so L = C⁻ᵀ: no second factorisation
    double[] inverse = Matrices.invertLower(lower, d);
    return new Mode(
        theta.clone(),
        Matrices.gram(inverse, d),
        Matrices.transpose(inverse, d),
        Matrices.transpose(lower, d),
        passes,
        lastStep);
  }

  /** The mode of a model already seen through its own metric: θ̂ = 0 and Σ̂ = I. */
  public static Mode standard(int d) {
    double[] identity = Matrices.identity(d);
    return new Mode(new double[d], identity, identity, identity, 0, Double.NaN);
  }

  /** d. */
  public int dimension() {
    return theta.length;
  }

  /** The change of variables in which this Gaussian is a standard one. */
  public Metric metric() {
    return DenseMetric.of(theta, factor, inverse);
  }

  /** Standard deviations of the Gaussian. */
  public double[] sd() {
    int d = theta.length;
    double[] sd = new double[d];
    for (int k = 0; k < d; k++) {
      sd[k] = Math.sqrt(covariance[k * d + k]);
    }
    return sd;
  }
}
