package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Mills;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;

/**
 * Inverse Gaussian amounts with mean {@code μ = e^η} and shape λ, variance μ³/λ, {@code s = log λ}:
 * with {@code u = y/μ},
 *
 * <pre>ℓ = ½ log 2π + 3/2 log y − s/2 + e^s (u − 1)²/(2y)</pre>
 *
 * Not convex: a row far below its mean curves the wrong way.
 */
public record InverseGaussian() implements Family, BoundedScaledLikelihood {
  @Override
  public String name() {
    return "inverse-gaussian";
  }

  @Override
  public List<String> synonyms() {
    return List.of("wald");
  }

  @Override
  public String about() {
    return "y ~ inverse_gaussian(mean exp(eta), variance mean^3/lambda); for skewed amounts above 0";
  }

  @Override
  public Support support() {
    return Support.POSITIVE;
  }

  /** λ has the unit of the response, and may be many times its spread. */
  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.first("mu", Link.LOG), new Parameter("lambda", Link.LOG, "half_cauchy(5)", true));
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
      return mean * Math.sqrt(mean / shape);
    }

    @Override
    public double logDensity(double y) {
      double off = (y - mean) / mean;
      return y > 0
          ? 0.5 * Math.log(shape / (2 * Math.PI * y * y * y)) - shape * off * off / (2 * y)
          : Double.NEGATIVE_INFINITY;
    }

    /**
     * {@code Φ(z) + e^{2λ/μ}Φ(−v)} at {@code √(λ/y)(y/μ ∓ 1)} for z and v: as {@code v² − z² =
     * 4λ/μ}, the second is {@code φ(z)} times Mills' ratio of v, which does not overflow.
     */
    @Override
    public double cumulative(double y) {
      if (!(y > 0)) {
        return 0;
      }
      double root = Math.sqrt(shape / y);
      double z = root * (y / mean - 1);
      return Math.min(1, Special.normal(z) + Mills.density(z) * Mills.ratio(z + 2 * root));
    }

    @Override
    public double least() {
      return 0;
    }

    /** By Michael, Schucany and Haas (1976), without their difference of like numbers. */
    @Override
    public double draw(RandomStream random) {
      double normal = random.nextGaussian();
      double a = normal * normal * mean / (2 * shape);
      double low = 1 / (1 + a + Math.sqrt(a * (2 + a)));
      return mean * (random.nextDouble() * (1 + low) < 1 ? low : 1 / low);
    }
  }

  @Override
  public String scaleName() {
    return "log_lambda";
  }

  private static double ratio(double eta, double y) {
    return y * CappedExponentials.exp(-eta);
  }

  /** {@code e^s (u − 1)²/(2y)}. */
  private static double apart(double u, double s, double y) {
    return CappedExponentials.positive(s) * (u - 1) * (u - 1) / (2 * y);
  }

  @Override
  public double loss(double eta, double s, double y) {
    double constant = 0.5 * Math.log(2 * Math.PI) + 1.5 * Math.log(y);
    return constant - s / 2 + apart(ratio(eta, y), s, y);
  }

  @Override
  public double slope(double eta, double s, double y) {
    double u = ratio(eta, y);
    return CappedExponentials.positive(s) * u * (1 - u) / y;
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    return apart(ratio(eta, y), s, y) - 0.5;
  }

  @Override
  public double curvature(double eta, double s, double y) {
    double u = ratio(eta, y);
    return CappedExponentials.positive(s) * u * (2 * u - 1) / y;
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    return slope(eta, s, y);
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    return apart(ratio(eta, y), s, y);
  }

  /** Two exponentials a row less. */
  @Override
  public void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    double constant = 0.5 * Math.log(2 * Math.PI) - s / 2;
    double shape = CappedExponentials.positive(s);
    for (int j = 0; j < n; j++) {
      double u = ratio(eta[j], y[j]);
      double apart = shape * (u - 1) * (u - 1) / (2 * y[j]);
      loss[j] = constant + 1.5 * Math.log(y[j]) + apart;
      byEta[j] = shape * u * (1 - u) / y[j];
      byScale[j] = apart - 0.5;
    }
  }

  @Override
  public void third(double eta, double s, double y, double[] out) {
    double u = ratio(eta, y);
    double scale = CappedExponentials.positive(s) / y;
    out[0] = scale * u * (1 - 4 * u);
    out[1] = scale * u * (2 * u - 1);
    out[2] = scale * u * (1 - u);
    out[3] = apart(u, s, y);
  }

  @Override
  public void most(double eta, double reach, double s, double scaleReach, double y, double[] out) {
    if (!CappedExponentials.within(reach - eta, s, scaleReach)) {
      java.util.Arrays.fill(out, Double.POSITIVE_INFINITY);
      return;
    }
    double low = ratio(eta + reach, y);
    double high = ratio(eta - reach, y);
    double scale = CappedExponentials.positive(s + scaleReach) / y;
    out[0] = scale * parabola(4, low, high);
    out[1] = scale * parabola(2, low, high);
    out[2] = scale * parabola(1, low, high);
    out[3] = Math.max(apart(low, s + scaleReach, y), apart(high, s + scaleReach, y));
  }

  /** {@code max |u(1 − au)|}: at an end, or at {@code 1/(2a)}, where it is {@code 1/(4a)}. */
  private static double parabola(double a, double low, double high) {
    double ends = Math.max(Math.abs(low * (1 - a * low)), Math.abs(high * (1 - a * high)));
    double middle = 1 / (2 * a);
    return low < middle && middle < high ? Math.max(ends, middle / 2) : ends;
  }

  @Override
  public boolean near(double t, double tau, double s, double y) {
    return Math.abs(t) + Math.abs(tau) <= RemainderIntegral.SMALL;
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
