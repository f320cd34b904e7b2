package org.perrin.model;

import org.perrin.data.Batch;
import org.perrin.data.Rows;
import org.perrin.math.Matrices;

/**
 * The mean of a Gaussian with known covariance: {@code xᵢ ~ N(θ, Σₓ)}, {@code ∇fᵢ = Σₓ⁻¹(θ − xᵢ)},
 * {@code Hᵢ = Σₓ⁻¹}. With a normal prior the posterior is known, which makes this the model that
 * samplers are tested on.
 */
public final class GaussianMean implements Curved, Smooth {
  private final Rows x;
  private final double[] precision;
  private final double logConstant;
  private final double largestEigenvalue;
  private final Prior prior;
  private final int d;

  private GaussianMean(Rows x, double[] covariance, Prior prior) {
    this.x = x;
    this.d = x.width();
    this.prior = prior;
    this.precision = Matrices.invert(covariance, d);
    double[] l = Matrices.cholesky(covariance, d);
    double log = 0.5 * d * Math.log(2 * Math.PI);
    for (int k = 0; k < d; k++) {
      log += Math.log(l[k * d + k]);
    }
    this.logConstant = log;
    this.largestEigenvalue = Matrices.eigen(precision, d).values()[d - 1];
  }

  /** The model of observations, their covariance (d × d, row-major) and a prior. */
  public static GaussianMean of(Rows x, double[] covariance, Prior prior) {
    if (prior.dimension() != x.width()) {
      throw new IllegalArgumentException(
          "a prior for %d parameters does not fit %d columns"
              .formatted(prior.dimension(), x.width()));
    }
    return new GaussianMean(x, covariance, prior);
  }

  /** A normal distribution: mean and covariance. */
  public record ConjugatePosterior(double[] mean, double[] covariance) {}

  /**
   * {@code Λ₁⁻¹ = Λ₀⁻¹ + N Σₓ⁻¹}, {@code μ₁ = Λ₁(Λ₀⁻¹μ₀ + Σₓ⁻¹ Σxᵢ)}.
   *
   * @throws IllegalArgumentException if the prior is not normal
   */
  public ConjugatePosterior posterior() {
    if (!(prior instanceof NormalPrior normal)) {
      throw new IllegalArgumentException("the posterior is known for a normal prior only");
    }
    double[] information = normal.precision();
    double[] sum = new double[d];
    for (int i = 0; i < rows(); i++) {
      for (int k = 0; k < d; k++) {
        sum[k] += x.get(i, k);
      }
    }
    double[] right = new double[d];
    double[] data = new double[d];
    Matrices.apply(information, normal.mean(), right, d);
    Matrices.apply(precision, sum, data, d);
    for (int k = 0; k < d * d; k++) {
      information[k] += rows() * precision[k];
    }
    for (int k = 0; k < d; k++) {
      right[k] += data[k];
    }
    double[] covariance = Matrices.invert(information, d);
    double[] mean = new double[d];
    Matrices.apply(covariance, right, mean, d);
    return new ConjugatePosterior(mean, covariance);
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  public int rows() {
    return x.count();
  }

  @Override
  public Prior prior() {
    return prior;
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        sum += precision[i * d + k] * (x.get(row, i) - theta[i]) * (x.get(row, k) - theta[k]);
      }
    }
    return sum / 2 + logConstant;
  }

  @Override
  public void addRowGradient(double[] theta, int row, double weight, double[] out) {
    for (int k = 0; k < d; k++) {
      double gap = weight * (theta[k] - x.get(row, k));
      for (int i = 0; i < d; i++) {
        out[i] = Math.fma(precision[i * d + k], gap, out[i]);
      }
    }
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    double[] sum = batch.sum(x.stride());
    x.add(batch.rows(), from, to, batch.weights(), sum);
    double total = 0;
    for (int j = from; j < to; j++) {
      total += batch.weights()[j];
    }
    for (int k = 0; k < d; k++) {
      double gap = total * theta[k] - sum[k];
      for (int i = 0; i < d; i++) {
        out[i] = Math.fma(precision[i * d + k], gap, out[i]);
      }
    }
  }

  @Override
  public void addRowHessian(double[] theta, int row, double weight, double[] h) {
    for (int k = 0; k < d * d; k++) {
      h[k] += weight * precision[k];
    }
  }

  @Override
  public void lipschitz(int from, int to, double[] out) {
    java.util.Arrays.fill(out, 0, to - from, largestEigenvalue);
  }
}
