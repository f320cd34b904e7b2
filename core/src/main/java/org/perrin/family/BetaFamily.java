package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Gamma;
import org.perrin.math.Scalars;
import org.perrin.math.Special;
import org.perrin.math.Stirling;
import org.perrin.random.RandomStream;

/**
 * Beta shares with mean {@code m = 1/(1 + e^{−η})} and precision φ, variance m(1−m)/(1+φ), {@code s
 * = log φ}: with S of {@link Stirling} at {@code α = log(mφ)}, {@code β = log((1−m)φ)},
 *
 * <pre>ℓ = S(α) + S(β) − S(s) + φK + log y + log(1−y)</pre>
 *
 * and K the Kullback–Leibler divergence of y from m, whose slope by η is {@code m(1−m)(η − logit
 * y)}. Slopes of α and β by η are 1−m and −m, by s both are 1.
 */
public record BetaFamily() implements Family, BoundedScaledLikelihood {
  private static final Logistic LOGISTIC = new Logistic();

  @Override
  public String name() {
    return "beta";
  }

  @Override
  public String about() {
    return "y ~ beta(mean 1/(1 + exp(-eta)), precision phi); for shares between 0 and 1";
  }

  @Override
  public Support support() {
    return Support.UNIT;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.LOGIT), Parameter.positive("phi", "half_cauchy(10)"));
  }

  @Override
  public String effect() {
    return "odds";
  }

  @Override
  public Distribution at(double... eta) {
    double phi = CappedExponentials.positive(eta[1]);
    return new Shares(Scalars.expit(eta[0]) * phi, Scalars.expit(-eta[0]) * phi);
  }

  /** Shares with the density {@code y^{a−1}(1−y)^{b−1}/B(a, b)}. */
  record Shares(double a, double b) implements Distribution {
    @Override
    public double mean() {
      return a / (a + b);
    }

    @Override
    public double sd() {
      return Math.sqrt(a * b / (a + b + 1)) / (a + b);
    }

    @Override
    public double logDensity(double y) {
      return Support.UNIT.refuse(y) == null
          ? Gamma.log(a + b)
              - Gamma.log(a)
              - Gamma.log(b)
              + (a - 1) * Math.log(y)
              + (b - 1) * Math.log1p(-y)
          : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double cumulative(double y) {
      return Special.beta(a, b, y);
    }

    @Override
    public double least() {
      return 0;
    }

    @Override
    public double draw(RandomStream random) {
      return Scalars.expit(GammaDraw.log(a, random) - GammaDraw.log(b, random));
    }
  }

  @Override
  public String scaleName() {
    return "log_phi";
  }

  private static double logit(double y) {
    return Math.log(y) - Math.log1p(-y);
  }

  /** K, with the logarithms of m and 1−m from η. */
  private static double divergence(double eta, double y) {
    double one = -Scalars.log1pExp(-eta) - Math.log(y);
    double zero = -Scalars.log1pExp(eta) - Math.log1p(-y);
    return Math.max(0, Scalars.expit(eta) * one + Scalars.expit(-eta) * zero);
  }

  /** The derivative of order k of S at log(mφ). */
  private static double high(int k, double eta, double s) {
    return Stirling.of(k, CappedExponentials.log(s) - Scalars.log1pExp(-eta));
  }

  /** The derivative of order k of {@code S(α) + S(β) − S(s) + φK} by s. */
  private static double byScale(int k, double eta, double s, double y) {
    double rest = high(k, eta, s) + high(k, -eta, s) - Stirling.of(k, CappedExponentials.log(s));
    return rest + CappedExponentials.positive(s) * divergence(eta, y);
  }

  @Override
  public double loss(double eta, double s, double y) {
    return byScale(0, eta, s, y) + Math.log(y) + Math.log1p(-y);
  }

  @Override
  public double slope(double eta, double s, double y) {
    return tilt(0, eta, s, y);
  }

  /** The derivative by η and k times by s. */
  private static double tilt(int k, double eta, double s, double y) {
    double m = Scalars.expit(eta);
    double n = Scalars.expit(-eta);
    double pull = CappedExponentials.positive(s) * m * n * (eta - logit(y));
    return high(k + 1, eta, s) * n - high(k + 1, -eta, s) * m + pull;
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    return byScale(1, eta, s, y);
  }

  @Override
  public double curvature(double eta, double s, double y) {
    return bend(0, eta, s, y);
  }

  /** The derivative twice by η and k times by s. */
  private static double bend(int k, double eta, double s, double y) {
    double m = Scalars.expit(eta);
    double n = Scalars.expit(-eta);
    double first = high(k + 1, eta, s) + high(k + 1, -eta, s);
    double second = high(k + 2, eta, s) * n * n + high(k + 2, -eta, s) * m * m;
    double pull = CappedExponentials.positive(s) * m * n * (1 + (n - m) * (eta - logit(y)));
    return second - m * n * first + pull;
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    return tilt(1, eta, s, y);
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    return byScale(2, eta, s, y);
  }

  /** Each logarithm and each gamma function once. */
  @Override
  public void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    double held = CappedExponentials.log(s);
    double constant = Stirling.of(0, held);
    double shared = Stirling.of(1, held);
    double phi = CappedExponentials.positive(s);
    for (int j = 0; j < n; j++) {
      double logOne = -Scalars.log1pExp(-eta[j]);
      double logZero = logOne - eta[j];
      double one = Stirling.of(1, held + logOne);
      double zero = Stirling.of(1, held + logZero);
      double logY = Math.log(y[j]);
      double logRest = Math.log1p(-y[j]);
      double m = Scalars.expit(eta[j]);
      double off = phi * Math.max(0, m * (logOne - logY) + (1 - m) * (logZero - logRest));
      double rest = Stirling.of(0, held + logOne) + Stirling.of(0, held + logZero) - constant;
      loss[j] = rest + off + logY + logRest;
      byEta[j] = one * (1 - m) - zero * m + phi * m * (1 - m) * (eta[j] - logY + logRest);
      byScale[j] = one + zero - shared + off;
    }
  }

  /** With {@code q = m(1−m)}, {@code c = q(1−2m)} and {@code d = q(1−6q)}. */
  @Override
  public void third(double eta, double s, double y, double[] out) {
    double m = Scalars.expit(eta);
    double n = Scalars.expit(-eta);
    double q = m * n;
    double c = LOGISTIC.derivative(3, eta, 0);
    double d = LOGISTIC.derivative(4, eta, 0);
    double first = c * (high(1, eta, s) + high(1, -eta, s));
    out[0] =
        high(3, eta, s) * n * n * n
            - high(3, -eta, s) * m * m * m
            - 3 * q * (high(2, eta, s) * n - high(2, -eta, s) * m)
            - first
            + CappedExponentials.positive(s) * (2 * c + d * (eta - logit(y)));
    out[1] = bend(1, eta, s, y);
    out[2] = tilt(2, eta, s, y);
    out[3] = byScale(3, eta, s, y);
  }

  /** Term by term; the divergence is largest at an end, as it is convex in m. */
  @Override
  public void most(double eta, double reach, double s, double scaleReach, double y, double[] out) {
    if (!CappedExponentials.within(0, s, scaleReach)) {
      java.util.Arrays.fill(out, Double.POSITIVE_INFINITY);
      return;
    }
    double phi = CappedExponentials.positive(s + scaleReach);
    double off = Math.abs(eta - logit(y)) + reach;
    double nearest = Math.max(0, Math.abs(eta) - reach);
    double q = Scalars.expit(nearest) * Scalars.expit(-nearest);
    double c = LOGISTIC.most(3, eta, reach, 0);
    double d = LOGISTIC.most(4, eta, reach, 0);
    double[] most = Stirling.MOST;
    out[0] = most[3] + 3 * q * most[2] + 2 * c * most[1] + phi * (2 * c + d * off);
    out[1] = most[3] + 2 * q * most[2] + phi * (q + c * off);
    out[2] = most[3] + phi * q * off;
    out[3] = 3 * most[3] + phi * Math.max(divergence(eta - reach, y), divergence(eta + reach, y));
  }

  @Override
  public boolean near(double t, double tau, double s, double y) {
    return Math.abs(t) + Math.abs(tau) <= RemainderIntegral.SMALL;
  }

  /** Three gamma functions a row. */
  @Override
  public int effort() {
    return 15;
  }

  @Override
  public double startScale(Doubles y) {
    return 1;
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y);
  }
}
