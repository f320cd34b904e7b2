package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;

/**
 * {@code log y ~ N(η, σ²)} with σ unknown, {@code s = log σ}: the loss of {@link NormalNoise} at
 * log y, and log y.
 */
public record LogNormal() implements Family, BoundedScaledLikelihood {
  private static final NormalNoise NOISE = new NormalNoise();

  @Override
  public String name() {
    return "lognormal";
  }

  @Override
  public String about() {
    return "log(y) ~ normal(eta, sigma), sigma unknown; for amounts above 0 with long tails";
  }

  @Override
  public Support support() {
    return Support.POSITIVE;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.first("mu", Link.IDENTITY), Parameter.positive("sigma", "exponential(1)"));
  }

  /** A logarithm has no unit. */
  @Override
  public boolean inUnits() {
    return false;
  }

  @Override
  public String effect() {
    return "median";
  }

  @Override
  public Distribution at(double... eta) {
    return new Amounts(eta[0], Math.exp(eta[1]));
  }

  /** Amounts whose logarithm is normal. */
  record Amounts(double middle, double sigma) implements Distribution {
    @Override
    public double mean() {
      return Math.exp(middle + sigma * sigma / 2);
    }

    @Override
    public double sd() {
      return mean() * Math.sqrt(Math.expm1(sigma * sigma));
    }

    @Override
    public double logDensity(double y) {
      return y > 0
          ? new NormalNoise.Normal(middle, sigma).logDensity(Math.log(y)) - Math.log(y)
          : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double cumulative(double y) {
      return y > 0 ? Special.normal((Math.log(y) - middle) / sigma) : 0;
    }

    @Override
    public double least() {
      return 0;
    }

    @Override
    public double quantile(double p) {
      return Math.exp(middle + sigma * Special.normalQuantile(p));
    }

    @Override
    public double draw(RandomStream random) {
      return Math.exp(middle + sigma * random.nextGaussian());
    }
  }

  @Override
  public String scaleName() {
    return NOISE.scaleName();
  }

  @Override
  public double loss(double eta, double s, double y) {
    double log = Math.log(y);
    return NOISE.loss(eta, s, log) + log;
  }

  @Override
  public double slope(double eta, double s, double y) {
    return NOISE.slope(eta, s, Math.log(y));
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    return NOISE.scaleSlope(eta, s, Math.log(y));
  }

  @Override
  public double curvature(double eta, double s, double y) {
    return NOISE.curvature(eta, s, Math.log(y));
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    return NOISE.crossCurvature(eta, s, Math.log(y));
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    return NOISE.scaleCurvature(eta, s, Math.log(y));
  }

  /** One logarithm a row. */
  @Override
  public void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    double constant = NOISE.loss(0, s, 0);
    double precision = NOISE.curvature(0, s, 0);
    for (int j = 0; j < n; j++) {
      double log = Math.log(y[j]);
      double r = log - eta[j];
      loss[j] = constant + log + r * r * precision / 2;
      byEta[j] = -r * precision;
      byScale[j] = 1 - r * r * precision;
    }
  }

  /** {@code 0, −2e^{−2s}, −4re^{−2s}, −4r²e^{−2s}}, {@code r = log y − η}. */
  @Override
  public void third(double eta, double s, double y, double[] out) {
    double precision = NOISE.curvature(eta, s, y);
    double r = Math.log(y) - eta;
    out[0] = 0;
    out[1] = -2 * precision;
    out[2] = -4 * r * precision;
    out[3] = -4 * r * r * precision;
  }

  @Override
  public void most(double eta, double reach, double s, double scaleReach, double y, double[] out) {
    double precision = NOISE.curvature(eta, s - scaleReach, y);
    double r = Math.abs(Math.log(y) - eta) + reach;
    out[0] = 0;
    out[1] = 2 * precision;
    out[2] = 4 * r * precision;
    out[3] = 4 * r * r * precision;
  }

  /** From the mean square of the logarithms. */
  @Override
  public double startScale(Doubles y) {
    double sum = 0;
    for (long i = 0; i < y.size(); i++) {
      double log = Math.log(y.get(i));
      sum += log * log / y.size();
    }
    return 0.5 * Math.log(Math.max(sum, 1e-12));
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y);
  }
}
