package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Gamma;

/**
 * Weibull times until an event, scale {@code e^η}, shape {@code k = e^s}: {@code P(T > t) =
 * exp(−(t/scale)^k)}. A response y above 0 is an event at y, one below 0 says that nothing had
 * happened until −y. With {@code t = |y|} and {@code z = k(log t − η)}, {@code ℓ = e^z} for a
 * censored time, {@code ℓ = e^z − z − s + log t} for an event. η is as in accelerated failure time
 * models: a positive coefficient means longer times; that of a log hazard is −k times it.
 */
public record WeibullTimes() implements Family, BoundedScaledLikelihood {
  @Override
  public String name() {
    return "weibull";
  }

  @Override
  public List<String> synonyms() {
    return List.of("survival");
  }

  @Override
  public String about() {
    return "y ~ weibull(scale exp(eta), shape); for times until an event, time | cens(event)";
  }

  @Override
  public Support support() {
    return Support.SURVIVAL;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.first("scale", Link.LOG), Parameter.positive("shape", "half_cauchy(2)"));
  }

  @Override
  public String effect() {
    return "time";
  }

  @Override
  public Distribution at(double... eta) {
    return new Times(Math.exp(eta[0]), CappedExponentials.positive(eta[1]));
  }

  /** Times of events, none of them censored. */
  record Times(double scale, double shape) implements Distribution {
    @Override
    public double mean() {
      return scale * Math.exp(Gamma.log(1 + 1 / shape));
    }

    @Override
    public double sd() {
      double ratio = Gamma.log(1 + 2 / shape) - 2 * Gamma.log(1 + 1 / shape);
      return mean() * Math.sqrt(Math.expm1(ratio));
    }

    @Override
    public double logDensity(double y) {
      return y > 0
          ? Math.log(shape / scale) + (shape - 1) * Math.log(y / scale) - Math.pow(y / scale, shape)
          : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double cumulative(double y) {
      return y > 0 ? -Math.expm1(-Math.pow(y / scale, shape)) : 0;
    }

    @Override
    public double least() {
      return 0;
    }

    @Override
    public double quantile(double p) {
      return scale * Math.pow(-Math.log1p(-p), 1 / shape);
    }
  }

  @Override
  public String scaleName() {
    return "log_shape";
  }

  private static double z(double eta, double s, double y) {
    return CappedExponentials.positive(s) * (Math.log(Math.abs(y)) - eta);
  }

  private static int event(double y) {
    return y > 0 ? 1 : 0;
  }

  @Override
  public double loss(double eta, double s, double y) {
    double z = z(eta, s, y);
    return CappedExponentials.exp(z) + (y > 0 ? Math.log(y) - s - z : 0);
  }

  @Override
  public double slope(double eta, double s, double y) {
    return CappedExponentials.positive(s) * (event(y) - CappedExponentials.exp(z(eta, s, y)));
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    double z = z(eta, s, y);
    return z * (CappedExponentials.exp(z) - event(y)) - event(y);
  }

  @Override
  public double curvature(double eta, double s, double y) {
    double shape = CappedExponentials.positive(s);
    return shape * shape * CappedExponentials.exp(z(eta, s, y));
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    double z = z(eta, s, y);
    return CappedExponentials.positive(s) * (event(y) - (1 + z) * CappedExponentials.exp(z));
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    double z = z(eta, s, y);
    return z * ((1 + z) * CappedExponentials.exp(z) - event(y));
  }

  /** One logarithm and one exponential a row. */
  @Override
  public void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    double shape = CappedExponentials.positive(s);
    for (int j = 0; j < n; j++) {
      int event = event(y[j]);
      double log = Math.log(Math.abs(y[j]));
      double z = shape * (log - eta[j]);
      double e = CappedExponentials.exp(z);
      loss[j] = e + event * (log - s - z);
      byEta[j] = shape * (event - e);
      byScale[j] = z * (e - event) - event;
    }
  }

  @Override
  public void third(double eta, double s, double y, double[] out) {
    double shape = CappedExponentials.positive(s);
    double z = z(eta, s, y);
    double e = CappedExponentials.exp(z);
    double bent = e * (1 + z * (3 + z)) - event(y);
    out[0] = -shape * shape * shape * e;
    out[1] = shape * shape * e * (2 + z);
    out[2] = -shape * bent;
    out[3] = z * bent;
  }

  /** Term by term; z is largest and smallest in a corner of the box. */
  @Override
  public void most(double eta, double reach, double s, double scaleReach, double y, double[] out) {
    double low = Math.min(z(eta + reach, s - scaleReach, y), z(eta + reach, s + scaleReach, y));
    double high = Math.max(z(eta - reach, s - scaleReach, y), z(eta - reach, s + scaleReach, y));
    if (!CappedExponentials.within(high, s, scaleReach)) {
      java.util.Arrays.fill(out, Double.POSITIVE_INFINITY);
      return;
    }
    double shape = CappedExponentials.positive(s + scaleReach);
    double one = power(1, low, high);
    double two = power(2, low, high);
    double e = CappedExponentials.exp(high);
    out[0] = shape * shape * shape * e;
    out[1] = shape * shape * (2 * e + one);
    out[2] = shape * (e + 3 * one + two + event(y));
    double farthest = Math.max(Math.abs(low), Math.abs(high));
    out[3] = one + 3 * two + power(3, low, high) + event(y) * farthest;
  }

  /** {@code max |z|^j e^z} on [low, high]: at an end or at −j. */
  private static double power(int j, double low, double high) {
    return Extremes.most(
        z -> Math.pow(Math.abs(z), j) * CappedExponentials.exp(z), new double[] {-j}, low, high);
  }

  @Override
  public boolean near(double t, double tau, double s, double y) {
    return Math.abs(t) * CappedExponentials.positive(s) <= RemainderIntegral.SMALL
        && Math.abs(tau) <= RemainderIntegral.SMALL / 2;
  }

  @Override
  public double startScale(Doubles y) {
    return 0;
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y);
  }
}
