package org.perrin.model;

import org.perrin.math.Kernels;
import org.perrin.math.Scalars;

/** {@code y ∈ {0, 1}}, {@code P(y = 1) = 1/(1 + e^{−η})}: {@code ℓ = log(1 + e^η) − yη}. */
public record Logistic() implements Family {
  @Override
  public String name() {
    return "logistic";
  }

  @Override
  public double loss(double eta, double y) {
    return Scalars.log1pExp(eta) - y * eta;
  }

  @Override
  public double slope(double eta, double y) {
    return Scalars.expit(eta) - y;
  }

  @Override
  public double curvature(double eta, double y) {
    return Scalars.expit(eta) * Scalars.expit(-eta);
  }

  @Override
  public double maxCurvature() {
    return 0.25;
  }

  @Override
  public boolean additive() {
    return true;
  }

  @Override
  public double mean(double eta) {
    return Scalars.expit(eta);
  }

  @Override
  public String refuse(double y) {
    return y == 0 || y == 1 ? null : "a logistic response must be 0 or 1";
  }

  @Override
  public void losses(double[] eta, double[] y, int n, double[] out) {
    double[] given = eta == out ? java.util.Arrays.copyOf(eta, n) : eta;
    Kernels.best().log1pExp(given, out, n);
    for (int j = 0; j < n; j++) {
      out[j] -= y[j] * given[j];
    }
  }

  @Override
  public void slopes(double[] eta, double[] y, int n, double[] out) {
    Kernels.best().expit(eta, out, n);
    for (int j = 0; j < n; j++) {
      out[j] -= y[j];
    }
  }

  @Override
  public void curvatures(double[] eta, double[] y, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      out[j] = -Math.abs(eta[j]);
    }
    Kernels.best().exp(out, out, n);
    for (int j = 0; j < n; j++) {
      double e = out[j];
      out[j] = e / ((1 + e) * (1 + e));
    }
  }
}
