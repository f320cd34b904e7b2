package org.perrin.model;

import org.perrin.data.Doubles;
import org.perrin.math.Gamma;
import org.perrin.math.Scalars;

/**
 * Negative binomial counts, mean {@code μ = e^η}, variance {@code μ + μ²/φ}, {@code s = log φ}:
 * with {@code t = η − s} and {@code p = 1/(1 + e^{−t}) = μ/(μ + φ)},
 *
 * <pre>ℓ = (y + φ) log(1 + e^t) − y t + log Γ(φ) − log Γ(y + φ) + log y!</pre>
 */
public record OverdispersedCounts() implements ScaledFamily {
  @Override
  public String name() {
    return "negative-binomial";
  }

  @Override
  public String scaleName() {
    return "log_phi";
  }

  /** Beyond these ends the counts are Poisson's, or nothing but zeros. */
  private static double phi(double s) {
    return Math.exp(Math.max(-30, Math.min(30, s)));
  }

  @Override
  public double loss(double eta, double s, double y) {
    double phi = phi(s);
    double t = eta - s;
    return (y + phi) * Scalars.log1pExp(t)
        - y * t
        + Gamma.log(phi)
        - Gamma.log(y + phi)
        + Gamma.log(y + 1);
  }

  @Override
  public double slope(double eta, double s, double y) {
    return (y + phi(s)) * Scalars.expit(eta - s) - y;
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    double phi = phi(s);
    double t = eta - s;
    double own = Scalars.log1pExp(t) + Gamma.digamma(phi) - Gamma.digamma(y + phi);
    return phi * own - slope(eta, s, y);
  }

  @Override
  public double curvature(double eta, double s, double y) {
    double p = Scalars.expit(eta - s);
    return (y + phi(s)) * p * (1 - p);
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    return phi(s) * Scalars.expit(eta - s) - curvature(eta, s, y);
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    double phi = phi(s);
    double t = eta - s;
    double p = Scalars.expit(t);
    double own = Scalars.log1pExp(t) + Gamma.digamma(phi) - Gamma.digamma(y + phi);
    double bent = Gamma.trigamma(phi) - Gamma.trigamma(y + phi);
    return phi * own + phi * phi * bent - 2 * phi * p + curvature(eta, s, y);
  }

  /** Gamma functions are dear. */
  @Override
  public int effort() {
    return 10;
  }

  @Override
  public double startScale(Doubles y) {
    return 0;
  }

  @Override
  public String refuse(double y) {
    return y >= 0 && y == Math.rint(y) ? null : "counts must be 0, 1, 2, …";
  }
}
