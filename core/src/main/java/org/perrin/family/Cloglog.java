package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.math.ExponentialRatio;
import org.perrin.math.Scalars;

/**
 * {@code y ∈ {0, 1}}, {@code P(y = 1) = 1 − exp(−μ)}, {@code μ = e^η}: whether an event of this
 * cumulative hazard happened. {@code ℓ = μ} if y is 0. If it is 1, {@code ℓ = −log(1 − e^{−μ})},
 * and with {@code b = μ/(e^μ − 1)}, {@code c = μ + b − 1}, whose slopes by η are −bc and μ − bc:
 * {@code ℓ' = −b}, {@code ℓ'' = bc}, {@code ℓ''' = bd}, {@code d = μ − c(b + c)}.
 */
public record Cloglog() implements Family, BoundedLikelihood {
  private static final Poisson ZERO = new Poisson();

  /** Below this predictor {@code ℓ = −η + μ/2} to the last digit if y is 1. */
  private static final double LOW = -18;

  /** Above this μ nothing is left of ℓ if y is 1. */
  private static final double HIGH = 700;

  /** Where ℓ''' and ℓ'''' have their extremes if y is 1. */
  private static final double[] THIRD_AT = {-0.198941566958295784, 1.42669065358629531};

  private static final double[] FOURTH_AT = {
    -0.940063227174711998, 0.91164299062698523, 1.85405432769384431
  };

  @Override
  public String name() {
    return "cloglog";
  }

  @Override
  public List<String> synonyms() {
    return List.of("complementary-log-log");
  }

  @Override
  public String about() {
    return "P(y = 1) = 1 - exp(-exp(eta)); for events within a period, as 0 or 1";
  }

  @Override
  public Support support() {
    return Support.BINARY;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.CLOGLOG));
  }

  @Override
  public String effect() {
    return "hazard";
  }

  @Override
  public List<Family> linked() {
    return Bernoulli.FAMILIES;
  }

  @Override
  public Distribution at(double... eta) {
    double hazard = Math.exp(eta[0]);
    return Bernoulli.of(mean(eta[0]), eta[0] < LOW ? eta[0] : Math.log(mean(eta[0])), -hazard);
  }

  @Override
  public double loss(double eta, double y) {
    double mu = ZERO.mean(eta);
    if (y == 0) {
      return mu;
    }
    if (eta < LOW) {
      return mu / 2 - eta;
    }
    return mu < 1 ? -Math.log(-Math.expm1(-mu)) : -Math.log1p(-Math.exp(-mu));
  }

  /** c; where it is small by its series. */
  private static double excess(double mu, double b) {
    if (mu > 0.25) {
      return mu + b - 1;
    }
    double square = mu * mu;
    double rest = 1.0 / 30240 - square * (1.0 / 1209600 - square / 47900160);
    return mu / 2 + square * (1.0 / 12 - square * (1.0 / 720 - square * rest));
  }

  @Override
  public double slope(double eta, double y) {
    double mu = ZERO.mean(eta);
    return y == 0 ? mu : -ExponentialRatio.of(mu);
  }

  @Override
  public void slopes(double[] eta, double[] y, int n, double[] out) {
    ZERO.means(eta, n, out);
    ExponentialRatio.replace(out, y, n);
  }

  @Override
  public double curvature(double eta, double y) {
    double mu = ZERO.mean(eta);
    double b = ExponentialRatio.of(mu);
    return y == 0 ? mu : b * excess(mu, b);
  }

  @Override
  public double maxCurvature() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public double mean(double eta) {
    return Link.CLOGLOG.inverse(eta);
  }

  /** Without the logarithms of probabilities. */
  @Override
  public void centres(double[] eta, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      out[j] = mean(eta[j]);
    }
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y);
  }

  @Override
  public double derivative(int k, double eta, double y) {
    double mu = Scalars.exp(eta);
    if (y == 0) {
      return ZERO.derivative(k, eta, 0);
    }
    if (mu > HIGH) {
      return 0;
    }
    double b = ExponentialRatio.of(mu);
    double c = excess(mu, b);
    double d = mu - c * (b + c);
    double bent = mu - (mu - b * c) * (2 * c + b) + b * c * c;
    return k == 3 ? b * d : b * (bent - c * d);
  }

  @Override
  public double most(int k, double eta, double reach, double y) {
    if (y == 0) {
      return ZERO.most(k, eta, reach, 0);
    }
    double[] at = k == 3 ? THIRD_AT : FOURTH_AT;
    return Extremes.most(x -> derivative(k, x, 1), at, eta - reach, eta + reach);
  }
}
