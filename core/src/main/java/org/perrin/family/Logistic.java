package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Scalars;

/** {@code y ∈ {0, 1}}, {@code P(y = 1) = 1/(1 + e^{−η})}: {@code ℓ = log(1 + e^η) − yη}. */
public record Logistic() implements Family, BoundedLikelihood {
  /** Where ℓ''' is largest, {@code log(2 + √3)}; it is odd, and falls from there on. */
  private static final double THIRD_AT = Math.log(2 + Math.sqrt(3));

  private static final double THIRD = 1 / (6 * Math.sqrt(3));

  /** Where ℓ'''' is largest, {@code p(1−p) = 1/12}; it is even, −⅛ at 0, and falls from here on. */
  private static final double FOURTH_AT = Math.log(5 + 2 * Math.sqrt(6));

  private static final double FOURTH = 1.0 / 24;

  @Override
  public String name() {
    return "logistic";
  }

  @Override
  public List<String> synonyms() {
    return List.of("logit", "bernoulli");
  }

  @Override
  public String about() {
    return "P(y = 1) = 1/(1 + exp(-eta)); for targets with two values";
  }

  @Override
  public Support support() {
    return Support.BINARY;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.LOGIT));
  }

  @Override
  public String effect() {
    return "odds";
  }

  @Override
  public List<Family> linked() {
    return Bernoulli.FAMILIES;
  }

  @Override
  public Distribution at(double... eta) {
    return Bernoulli.ofLogOdds(eta[0]);
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
  public void centres(double[] eta, int n, double[] out) {
    Kernels.best().expit(eta, out, n);
  }

  @Override
  public @Nullable String refuse(double y) {
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

  /** {@code q(1−2p)} and {@code q(1−6q)}, {@code q = p(1−p)}. */
  @Override
  public double derivative(int k, double eta, double y) {
    double e = Scalars.exp(-Math.abs(eta));
    double q = e / ((1 + e) * (1 + e));
    // 1 − 2p, p beside η
    return k == 3 ? q * Math.copySign((1 - e) / (1 + e), -eta) : q * (1 - 6 * q);
  }

  /** At an end of the range of |η|, or where the function peaks if that lies in it. */
  @Override
  public double most(int k, double eta, double reach, double y) {
    double near = Math.max(0, Math.abs(eta) - reach);
    double far = Math.abs(eta) + reach;
    double at = k == 3 ? THIRD_AT : FOURTH_AT;
    if (k == 3) {
      // it rises up to its one peak, and falls
      return near <= at && at <= far ? THIRD : Math.abs(derivative(k, near > at ? near : far, y));
    }
    double peak = near <= at && at <= far ? FOURTH : 0;
    double ends = Math.max(Math.abs(derivative(k, near, y)), Math.abs(derivative(k, far, y)));
    return Math.max(peak, ends);
  }
}
