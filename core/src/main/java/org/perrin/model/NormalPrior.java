package org.perrin.model;

import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.metric.Metric;

/**
 * {@code θ ~ N(μ, Λ)} with any covariance: {@code f₀ = ½ (θ−μ)ᵀ Λ⁻¹ (θ−μ)}. Seen through a metric
 * it stays of this form, so a step in u costs one product of a matrix and a vector.
 */
public final class NormalPrior implements Prior {
  private final double[] mean;
  private final double[] precision;
  private final int d;

  private NormalPrior(double[] mean, double[] precision) {
    this.mean = mean;
    this.precision = precision;
    this.d = mean.length;
  }

  /** The prior of a mean and a covariance (d × d, row-major). */
  public static NormalPrior of(double[] mean, double[] covariance) {
    return new NormalPrior(mean.clone(), Matrices.invert(covariance, mean.length));
  }

  /** The prior with mean zero and covariance {@code variance · I}. */
  public static NormalPrior isotropic(int d, double variance) {
    if (!(variance > 0)) {
      throw new IllegalArgumentException("a prior variance must be positive, not " + variance);
    }
    double[] precision = Matrices.identity(d);
    for (int k = 0; k < d; k++) {
      precision[k * d + k] = 1 / variance;
    }
    return new NormalPrior(new double[d], precision);
  }

  /** μ. */
  public double[] mean() {
    return mean.clone();
  }

  /** Λ⁻¹. */
  public double[] precision() {
    return precision.clone();
  }

  @Override
  public boolean normal() {
    return true;
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  public double value(double[] theta) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      double row = 0;
      for (int k = 0; k < d; k++) {
        row = Math.fma(precision[i * d + k], theta[k] - mean[k], row);
      }
      sum += row * (theta[i] - mean[i]);
    }
    return sum / 2;
  }

  @Override
  public void addGradient(double[] theta, double[] out) {
    for (int k = 0; k < d; k++) {
      Kernels.best().axpy(theta[k] - mean[k], precision, k * d, out, 0, d);
    }
  }

  @Override
  public void addHessian(double[] theta, double[] h) {
    for (int k = 0; k < h.length; k++) {
      h[k] += precision[k];
    }
  }

  @Override
  public Prior in(Metric metric) {
    double[] pulled = precision.clone();
    metric.pullHessian(pulled);
    double[] u = new double[d];
    metric.toU(mean, u);
    return new NormalPrior(u, pulled);
  }

  @Override
  public boolean proper() {
    return true;
  }

  @Override
  public String describe(int k) {
    return "normal(%.4g, precision %.4g)".formatted(mean[k], precision[k * d + k]);
  }
}
