package org.perrin.family;

import org.jspecify.annotations.Nullable;

/** {@code y ~ N(η, σ²)} with σ known, as in the paper: {@code ℓ = (y − η)²/(2σ²)}. */
public record Linear(double sigma) implements BoundedLikelihood {
  /** Checks the noise. */
  public Linear {
    if (!(sigma > 0) || sigma == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("the noise must be positive, not " + sigma);
    }
  }

  @Override
  public String name() {
    return "linear-known";
  }

  @Override
  public double loss(double eta, double y) {
    double z = (y - eta) / sigma;
    return z * z / 2 + Math.log(sigma) + 0.5 * Math.log(2 * Math.PI);
  }

  @Override
  public double slope(double eta, double y) {
    return (eta - y) / (sigma * sigma);
  }

  @Override
  public double curvature(double eta, double y) {
    return 1 / (sigma * sigma);
  }

  @Override
  public double maxCurvature() {
    return 1 / (sigma * sigma);
  }

  @Override
  public boolean additive() {
    return true;
  }

  @Override
  public double mean(double eta) {
    return eta;
  }

  @Override
  public @Nullable String refuse(double y) {
    return null;
  }

  /** A parabola. */
  @Override
  public double derivative(int k, double eta, double y) {
    return 0;
  }

  @Override
  public double most(int k, double eta, double reach, double y) {
    return 0;
  }
}
