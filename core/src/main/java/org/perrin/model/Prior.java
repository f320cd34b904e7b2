package org.perrin.model;

import org.perrin.metric.Metric;

/** {@code f₀ = −log p(θ)}, up to a constant. */
public interface Prior {
  /** d. */
  int dimension();

  /** {@code f₀(θ)}. */
  double value(double[] theta);

  /** {@code out += ∇f₀(θ)}. */
  void addGradient(double[] theta, double[] out);

  /** {@code h += ∇²f₀(θ)}, d × d, row-major. */
  void addHessian(double[] theta, double[] h);

  /** {@code out += diag ∇²f₀(θ)}. */
  default void addHessianDiagonal(double[] theta, double[] out) {
    int d = dimension();
    double[] hessian = new double[d * d];
    addHessian(theta, hessian);
    for (int k = 0; k < d; k++) {
      out[k] += hessian[k * d + k];
    }
  }

  /** Whether it is known to be normal: then its logarithm is a polynomial of second order. */
  default boolean normal() {
    return false;
  }

  /** Whether every coordinate is held by itself, whatever the data say. */
  boolean proper();

  /** One phrase a coordinate, for summaries. */
  String describe(int coordinate);

  /** The same prior as a function of u, {@code θ = θ̂ + Lu}. */
  default Prior in(Metric metric) {
    return new PulledPrior(this, metric);
  }
}
