package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Gamma;
import org.perrin.math.Special;
import org.perrin.math.Stirling;
import org.perrin.random.RandomStream;

/**
 * Gamma amounts with mean {@code e^η} and shape k, variance mean²/k, {@code s = log k}: with {@code
 * w = log y − η} and S of {@link Stirling},
 *
 * <pre>ℓ = S(s) + log y + e^s (e^w − 1 − w)</pre>
 */
public record GammaFamily() implements Family, BoundedScaledLikelihood {
  @Override
  public String name() {
    return "gamma";
  }

  @Override
  public String about() {
    return "y ~ gamma(mean exp(eta), variance mean^2/shape); for amounts above 0";
  }

  @Override
  public Support support() {
    return Support.POSITIVE;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.LOG), Parameter.positive("shape", "half_cauchy(5)"));
  }

  @Override
  public String effect() {
    return "mean";
  }

  @Override
  public Distribution at(double... eta) {
    return new Amounts(Math.exp(eta[0]), CappedExponentials.positive(eta[1]));
  }

  /** Amounts with a mean. */
  record Amounts(double mean, double shape) implements Distribution {
    @Override
    public double sd() {
      return mean / Math.sqrt(shape);
    }

    @Override
    public double logDensity(double y) {
      double rate = shape / mean;
      return y > 0
          ? shape * Math.log(rate) + (shape - 1) * Math.log(y) - rate * y - Gamma.log(shape)
          : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double cumulative(double y) {
      return Special.gamma(shape, y * shape / mean);
    }

    @Override
    public double least() {
      return 0;
    }

    @Override
    public double draw(RandomStream random) {
      return Math.exp(GammaDraw.log(shape, random)) * mean / shape;
    }
  }

  @Override
  public String scaleName() {
    return "log_shape";
  }

  /** {@code e^w}. */
  private static double ratio(double eta, double y) {
    return y * CappedExponentials.exp(-eta);
  }

  /** {@code e^w − 1 − w}. */
  private static double apart(double eta, double y) {
    return ratio(eta, y) - 1 - (Math.log(y) - eta);
  }

  @Override
  public double loss(double eta, double s, double y) {
    return Stirling.of(0, CappedExponentials.log(s))
        + Math.log(y)
        + CappedExponentials.positive(s) * apart(eta, y);
  }

  @Override
  public double slope(double eta, double s, double y) {
    return CappedExponentials.positive(s) * (1 - ratio(eta, y));
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    return Stirling.of(1, CappedExponentials.log(s))
        + CappedExponentials.positive(s) * apart(eta, y);
  }

  @Override
  public double curvature(double eta, double s, double y) {
    return CappedExponentials.positive(s) * ratio(eta, y);
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    return slope(eta, s, y);
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    return Stirling.of(2, CappedExponentials.log(s))
        + CappedExponentials.positive(s) * apart(eta, y);
  }

  /** What all rows share is computed once. */
  @Override
  public void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    double shape = CappedExponentials.positive(s);
    double constant = Stirling.of(0, CappedExponentials.log(s));
    double slope = Stirling.of(1, CappedExponentials.log(s));
    for (int j = 0; j < n; j++) {
      double log = Math.log(y[j]);
      double w = log - eta[j];
      double ratio = ratio(eta[j], y[j]);
      double apart = shape * (ratio - 1 - w);
      loss[j] = constant + log + apart;
      byEta[j] = shape * (1 - ratio);
      byScale[j] = slope + apart;
    }
  }

  @Override
  public void third(double eta, double s, double y, double[] out) {
    double shape = CappedExponentials.positive(s);
    out[1] = shape * ratio(eta, y);
    out[0] = -out[1];
    out[2] = shape - out[1];
    out[3] = Stirling.of(3, CappedExponentials.log(s)) + shape * apart(eta, y);
  }

  /** {@code e^w}, {@code |1 − e^w|} and {@code e^w − 1 − w} are largest at an end of w's range. */
  @Override
  public void most(double eta, double reach, double s, double scaleReach, double y, double[] out) {
    if (!CappedExponentials.within(reach - eta, s, scaleReach)) {
      java.util.Arrays.fill(out, Double.POSITIVE_INFINITY);
      return;
    }
    double shape = CappedExponentials.positive(s + scaleReach);
    double low = ratio(eta + reach, y);
    double high = ratio(eta - reach, y);
    out[0] = shape * high;
    out[1] = out[0];
    out[2] = shape * Math.max(Math.abs(1 - low), Math.abs(1 - high));
    out[3] = Stirling.MOST[3] + shape * Math.max(apart(eta - reach, y), apart(eta + reach, y));
  }

  @Override
  public boolean near(double t, double tau, double s, double y) {
    return Math.abs(t) + Math.abs(tau) <= RemainderIntegral.SMALL;
  }

  @Override
  public int effort() {
    return 2;
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
