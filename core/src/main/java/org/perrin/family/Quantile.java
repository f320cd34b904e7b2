package org.perrin.family;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Gamma;
import org.perrin.math.Scalars;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;

/**
 * Regression of a quantile: an asymmetric Laplace distribution with scale {@code σ = e^s} whose
 * kink is smoothed over a few percent of σ, as in Fasiolo et al. (2021). With {@code x = (y − η)/σ}
 * and τ = {@value #SMOOTH},
 *
 * <pre>ℓ = s + px + τ log(1 + e^{−x/τ}) + log(τ B(τ(1−p), τp))</pre>
 *
 * The constant is exact, for {@code 1/(1 + e^{−x/τ})} has the distribution Beta(τ(1−p), τp). The
 * scale is one of this working likelihood: it says how much a row weighs, and what is predicted has
 * the right quantile at p, but no other.
 *
 * @param p the probability of a response below η, between 0 and 1
 */
public record Quantile(double p) implements Family, ScaledLikelihood {
  /** τ. */
  static final double SMOOTH = 0.05;

  private static final double FARTHEST = 100;

  /** The quantile at p. */
  public Quantile {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException(
          "a quantile is at a probability between 0 and 1, not " + p);
    }
  }

  @Override
  public String name() {
    return p == 0.5 ? "quantile" : "quantile(%s)".formatted(p);
  }

  @Override
  public List<String> synonyms() {
    return p == 0.5 ? List.of("median", "asymmetric-laplace", "asym-laplace") : List.of();
  }

  @Override
  public String about() {
    return "P(y < eta) = p, asymmetric Laplace; for the median, or quantile(0.9) for others";
  }

  @Override
  public Family withArgument(double value) {
    return new Quantile(value);
  }

  @Override
  public OptionalDouble quantile() {
    return OptionalDouble.of(p);
  }

  @Override
  public Support support() {
    return Support.REAL;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.IDENTITY), Parameter.scale("sigma"));
  }

  @Override
  public Distribution at(double... eta) {
    return new Smoothed(SMOOTH * (1 - p), SMOOTH * p, eta[0], Math.exp(eta[1]) * SMOOTH);
  }

  /**
   * The log odds of a Beta(a, b) variable, moved and scaled. Tails are exponential from a 36 on,
   * where odds and probabilities are the same numbers.
   */
  record Smoothed(double a, double b, double middle, double scale) implements Distribution {
    private static final double FAR = 36;

    @Override
    public double mean() {
      return middle + scale * (Gamma.digamma(a) - Gamma.digamma(b));
    }

    /** The quantile itself. */
    @Override
    public double centre() {
      return middle;
    }

    @Override
    public double sd() {
      return scale * Math.sqrt(Gamma.trigamma(a) + Gamma.trigamma(b));
    }

    @Override
    public double logDensity(double y) {
      double z = (y - middle) / scale;
      return -a * Scalars.log1pExp(-z) - b * Scalars.log1pExp(z) - logBeta(a, b) - Math.log(scale);
    }

    @Override
    public double cumulative(double y) {
      double z = (y - middle) / scale;
      return z < 0 ? tail(-z, a, b) : 1 - tail(z, b, a);
    }

    private static double tail(double z, double a, double b) {
      return z > FAR ? Math.exp(-a * z - logBeta(a, b)) / a : Special.beta(a, b, Scalars.expit(-z));
    }

    @Override
    public double draw(RandomStream random) {
      return middle + scale * (GammaDraw.log(a, random) - GammaDraw.log(b, random));
    }
  }

  private static double logBeta(double a, double b) {
    return Gamma.log(a) + Gamma.log(b) - Gamma.log(a + b);
  }

  @Override
  public String scaleName() {
    return "log_sigma";
  }

  private static double per(double s) {
    return Math.exp(-Math.max(-FARTHEST, Math.min(FARTHEST, s)));
  }

  /** The slope of the loss by x. */
  private double tilt(double x) {
    return p - Scalars.expit(-x / SMOOTH);
  }

  private static double bend(double x) {
    return Scalars.expit(x / SMOOTH) * Scalars.expit(-x / SMOOTH) / SMOOTH;
  }

  /** {@code px + τ log(1 + e^{−x/τ})}. */
  private double check(double x) {
    return p * x + SMOOTH * Scalars.log1pExp(-x / SMOOTH);
  }

  private double constant() {
    return Math.log(SMOOTH) + logBeta(SMOOTH * (1 - p), SMOOTH * p);
  }

  @Override
  public double loss(double eta, double s, double y) {
    return s + check((y - eta) * per(s)) + constant();
  }

  @Override
  public double slope(double eta, double s, double y) {
    return -per(s) * tilt((y - eta) * per(s));
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    double x = (y - eta) * per(s);
    return 1 - x * tilt(x);
  }

  @Override
  public double curvature(double eta, double s, double y) {
    return per(s) * per(s) * bend((y - eta) * per(s));
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    double x = (y - eta) * per(s);
    return per(s) * (tilt(x) + x * bend(x));
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    double x = (y - eta) * per(s);
    return x * (tilt(x) + x * bend(x));
  }

  /** The constant is computed once. */
  @Override
  public void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    double constant = s + constant();
    double per = per(s);
    for (int j = 0; j < n; j++) {
      double x = (y[j] - eta[j]) * per;
      double tilt = tilt(x);
      loss[j] = constant + check(x);
      byEta[j] = -per * tilt;
      byScale[j] = 1 - x * tilt;
    }
  }

  /** The best one for coefficients of 0: the mean loss. */
  @Override
  public double startScale(Doubles y) {
    double sum = 0;
    for (long i = 0; i < y.size(); i++) {
      sum += Scalars.pinball(p, y.get(i)) / y.size();
    }
    return Math.log(Math.max(sum, 1e-12));
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y);
  }
}
