package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Gamma;
import org.perrin.math.Scalars;

/**
 * Negative binomial counts, mean {@code μ = e^η}, variance {@code μ + μ²/φ}, {@code s = log φ}:
 * with {@code t = η − s} and {@code p = 1/(1 + e^{−t}) = μ/(μ + φ)},
 *
 * <pre>ℓ = (y + φ) log(1 + e^t) − y t + log Γ(φ) − log Γ(y + φ) + log y!</pre>
 */
public record OverdispersedCounts() implements Family, BoundedScaledLikelihood {
  /** Rows with larger counts are taken in full: third derivatives take a sum as long as a count. */
  private static final double LARGE = 2000;

  /** Where φ stops to follow s. */
  private static final double FARTHEST = 30;

  private static final double LOGISTIC_THIRD = 1 / (6 * Math.sqrt(3));

  @Override
  public String name() {
    return "negative-binomial";
  }

  @Override
  public List<String> synonyms() {
    return List.of("negbin", "nb", "negbinomial");
  }

  @Override
  public String about() {
    return "y ~ neg_binomial(mean exp(eta), variance mean + mean^2/phi); for overdispersed counts";
  }

  @Override
  public Support support() {
    return Support.COUNT;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.LOG), Parameter.positive("phi", "exponential(0.1)"));
  }

  @Override
  public String effect() {
    return "rate";
  }

  @Override
  public Distribution at(double... eta) {
    return new NegativeBinomial(Math.exp(eta[0]), phi(eta[1]));
  }

  @Override
  public String scaleName() {
    return "log_phi";
  }

  /** Beyond these ends the counts are Poisson's, or nothing but zeros. */
  private static double phi(double s) {
    return Math.exp(Math.max(-FARTHEST, Math.min(FARTHEST, s)));
  }

  @Override
  public double loss(double eta, double s, double y) {
    double phi = phi(s);
    double t = eta - s;
    double log = Gamma.log(phi);
    double above = y == 0 ? log : Gamma.log(y + phi);
    return (y + phi) * Scalars.log1pExp(t) - y * t + log - above + Gamma.logFactorial(y);
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

  /** What depends on s alone: φ, {@code log Γ(φ)} and ψ(φ). */
  private record Shape(double s, double phi, double log, double digamma) {
    static Shape of(double s) {
      double phi = OverdispersedCounts.phi(s);
      return new Shape(s, phi, Gamma.log(phi), Gamma.digamma(phi));
    }

    /** ℓ with both slopes; of a zero no other gamma function is asked for. */
    double loss(double eta, double y, double[] byEta, int at, double[] byScale, int scaleAt) {
      double t = eta - s;
      double soft = Scalars.log1pExp(t);
      double slope = (y + phi) * Scalars.expit(t) - y;
      double own = soft + digamma - (y == 0 ? digamma : Gamma.digamma(y + phi));
      byEta[at] = slope;
      byScale[scaleAt] = phi * own - slope;
      double above = y == 0 ? log : Gamma.log(y + phi);
      return (y + phi) * soft - y * t + log - above + Gamma.logFactorial(y);
    }
  }

  @Override
  public double lossAndSlopes(double eta, double s, double y, double[] slope) {
    return Shape.of(s).loss(eta, y, slope, 0, slope, 1);
  }

  @Override
  public void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    var shape = Shape.of(s);
    for (int j = 0; j < n; j++) {
      loss[j] = shape.loss(eta[j], y[j], byEta, j, byScale, j);
    }
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

  /**
   * {@code ℓ = (y + φ) L(t) − yt − Σ_{j<y} log(φ + j)} and a constant, {@code L = log(1 + e^t)}:
   * with {@code c = p(1−p)(1−2p)} of t, and of {@code πⱼ = φ/(φ + j)}, which is logistic in s too.
   */
  @Override
  public void third(double eta, double s, double y, double[] out) {
    double phi = phi(s);
    double t = eta - s;
    double p = Scalars.expit(t);
    double q = p * Scalars.expit(-t);
    double c = (y + phi) * q * (1 - 2 * p);
    double sum = 0;
    for (int j = 1; j < y; j++) {
      double pi = phi / (phi + j);
      sum += pi * (1 - pi) * (1 - 2 * pi);
    }
    out[0] = c;
    out[1] = phi * q - c;
    out[2] = phi * (p - 2 * q) + c;
    out[3] = phi * (Scalars.log1pExp(t) - 3 * p * p) - c - sum;
  }

  /** Term by term, each at the end of the box where it is largest. */
  @Override
  public void most(double eta, double reach, double s, double scaleReach, double y, double[] out) {
    if (y > LARGE || Math.abs(s) + scaleReach > FARTHEST) {
      java.util.Arrays.fill(out, Double.POSITIVE_INFINITY);
      return;
    }
    double phi = phi(s + scaleReach);
    double t = eta - s;
    double wide = reach + scaleReach;
    double high = Scalars.expit(t + wide);
    double nearest = Math.max(0, Math.abs(t) - wide);
    double q = Scalars.expit(nearest) * Scalars.expit(-nearest);
    double c = (y + phi) * new Logistic().most(3, t, wide, 0);
    out[0] = c;
    out[1] = phi * q + c;
    out[2] = phi * high + c;
    out[3] =
        phi * Math.max(Scalars.log1pExp(t + wide), 3 * high * high)
            + c
            + Math.max(0, y - 1) * LOGISTIC_THIRD;
  }

  @Override
  public boolean near(double t, double tau, double s, double y) {
    return y <= LARGE && Math.abs(t) + Math.abs(tau) <= RemainderIntegral.SMALL;
  }

  /** Gamma functions are costly. */
  @Override
  public int effort() {
    return 10;
  }

  @Override
  public double startScale(Doubles y) {
    return 0;
  }

  @Override
  public @Nullable String refuse(double y) {
    return y >= 0 && y == Math.rint(y) ? null : "counts must be 0, 1, 2, …";
  }
}
