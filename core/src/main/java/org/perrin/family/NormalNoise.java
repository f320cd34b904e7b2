package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;

/**
 * {@code y ~ N(η, σ²)} with σ unknown, {@code s = log σ}: {@code ℓ = s + ½ r² e^{−2s} + ½ log 2π},
 * {@code r = y − η}.
 */
public record NormalNoise() implements Family, ScaledLikelihood {
  /** Excess kurtosis that speaks for other noise. */
  private static final double HEAVY = 1;

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public List<String> synonyms() {
    return List.of("gaussian", "normal", "ols");
  }

  @Override
  public String about() {
    return "y ~ normal(eta, sigma), sigma unknown; for targets that are numbers";
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
  public @Nullable String instead(Misfit seen) {
    return seen.excess() > HEAVY ? "robust" : null;
  }

  @Override
  public Distribution at(double... eta) {
    return new Normal(eta[0], Math.exp(eta[1]));
  }

  /** Around a mean. */
  record Normal(double mean, double sd) implements Distribution {
    @Override
    public double logDensity(double y) {
      double z = (y - mean) / sd;
      return -0.5 * z * z - Math.log(sd) - 0.5 * Math.log(2 * Math.PI);
    }

    @Override
    public double cumulative(double y) {
      return Special.normal((y - mean) / sd);
    }

    @Override
    public double quantile(double p) {
      return mean + sd * Special.normalQuantile(p);
    }

    @Override
    public double draw(RandomStream random) {
      return mean + sd * random.nextGaussian();
    }
  }

  @Override
  public String scaleName() {
    return "log_sigma";
  }

  private static double precision(double s) {
    return Math.exp(-2 * Math.max(-300, Math.min(300, s)));
  }

  @Override
  public double loss(double eta, double s, double y) {
    double r = y - eta;
    return s + r * r * precision(s) / 2 + 0.5 * Math.log(2 * Math.PI);
  }

  @Override
  public double slope(double eta, double s, double y) {
    return (eta - y) * precision(s);
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    double r = y - eta;
    return 1 - r * r * precision(s);
  }

  @Override
  public double curvature(double eta, double s, double y) {
    return precision(s);
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    return 2 * (y - eta) * precision(s);
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    double r = y - eta;
    return 2 * r * r * precision(s);
  }

  /** One exponential for all rows. */
  @Override
  public void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    double precision = precision(s);
    double constant = s + 0.5 * Math.log(2 * Math.PI);
    for (int j = 0; j < n; j++) {
      double r = y[j] - eta[j];
      loss[j] = constant + r * r * precision / 2;
      byEta[j] = -r * precision;
      byScale[j] = 1 - r * r * precision;
    }
  }

  @Override
  public double startScale(Doubles y) {
    double sum = 0;
    for (long i = 0; i < y.size(); i++) {
      double v = y.get(i);
      sum += v * v / y.size();
    }
    return 0.5 * Math.log(Math.max(sum, 1e-12));
  }

  @Override
  public @Nullable String refuse(double y) {
    return null;
  }
}
