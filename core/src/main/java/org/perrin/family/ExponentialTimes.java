package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;

/**
 * Times until an event with a constant hazard, mean {@code e^η}: a response y above 0 is an event
 * at y, one below 0 says that nothing had happened until −y. With {@code r = |y| e^{−η}}, {@code ℓ
 * = η + r} for an event, {@code ℓ = r} for a censored time. A positive coefficient means longer
 * times.
 */
public record ExponentialTimes() implements Family, BoundedLikelihood {
  @Override
  public String name() {
    return "exponential";
  }

  @Override
  public String about() {
    return "y ~ exponential(mean exp(eta)); for times until an event, time | cens(event)";
  }

  @Override
  public Support support() {
    return Support.SURVIVAL;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.LOG));
  }

  @Override
  public String effect() {
    return "time";
  }

  @Override
  public Distribution at(double... eta) {
    return new WeibullTimes.Times(Math.exp(eta[0]), 1);
  }

  private static double ratio(double eta, double y) {
    return Math.abs(y) * CappedExponentials.exp(-eta);
  }

  @Override
  public double loss(double eta, double y) {
    return ratio(eta, y) + (y > 0 ? eta : 0);
  }

  @Override
  public double slope(double eta, double y) {
    return (y > 0 ? 1 : 0) - ratio(eta, y);
  }

  @Override
  public double curvature(double eta, double y) {
    return ratio(eta, y);
  }

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
    for (int j = 0; j < n; j++) {
      out[j] = Math.min(-eta[j], CappedExponentials.MOST);
    }
    Kernels.best().exp(out, out, n);
    for (int j = 0; j < n; j++) {
      out[j] = (y[j] > 0 ? 1 : 0) - Math.abs(y[j]) * out[j];
    }
  }

  @Override
  public double derivative(int k, double eta, double y) {
    return k == 3 ? -ratio(eta, y) : ratio(eta, y);
  }

  /** Infinite where the exponent is held, for there the derivatives jump. */
  @Override
  public double most(int k, double eta, double reach, double y) {
    return CappedExponentials.within(reach - eta, 0, 0)
        ? ratio(eta - reach, y)
        : Double.POSITIVE_INFINITY;
  }
}
