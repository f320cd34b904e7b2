package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Scalars;

/**
 * Geometric counts with mean {@code e^η}, variance {@code mean + mean²}: failures before a success
 * of probability {@code 1/(1 + e^η)}. {@code ℓ = (y + 1) log(1 + e^η) − yη}.
 */
public record Geometric() implements Family, BoundedLikelihood {
  private static final Logistic LOGISTIC = new Logistic();

  @Override
  public String name() {
    return "geometric";
  }

  @Override
  public String about() {
    return "y ~ geometric(mean exp(eta), variance mean + mean^2); for counts until a success";
  }

  @Override
  public Support support() {
    return Support.COUNT;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.LOG));
  }

  @Override
  public String effect() {
    return "rate";
  }

  @Override
  public Distribution at(double... eta) {
    return new NegativeBinomial(Math.exp(eta[0]), 1);
  }

  @Override
  public double loss(double eta, double y) {
    return (y + 1) * Scalars.log1pExp(eta) - y * eta;
  }

  @Override
  public double slope(double eta, double y) {
    return (y + 1) * Scalars.expit(eta) - y;
  }

  @Override
  public double curvature(double eta, double y) {
    return (y + 1) * LOGISTIC.curvature(eta, 0);
  }

  /** It grows with the response. */
  @Override
  public double maxCurvature() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public double mean(double eta) {
    return Math.exp(Math.min(eta, 700));
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y);
  }

  @Override
  public void slopes(double[] eta, double[] y, int n, double[] out) {
    Kernels.best().expit(eta, out, n);
    for (int j = 0; j < n; j++) {
      out[j] = (y[j] + 1) * out[j] - y[j];
    }
  }

  @Override
  public void curvatures(double[] eta, double[] y, int n, double[] out) {
    LOGISTIC.curvatures(eta, y, n, out);
    for (int j = 0; j < n; j++) {
      out[j] *= y[j] + 1;
    }
  }

  @Override
  public double derivative(int k, double eta, double y) {
    return (y + 1) * LOGISTIC.derivative(k, eta, 0);
  }

  @Override
  public double most(int k, double eta, double reach, double y) {
    return (y + 1) * LOGISTIC.most(k, eta, reach, 0);
  }
}
