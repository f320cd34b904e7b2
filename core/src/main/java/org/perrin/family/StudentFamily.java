package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Gamma;

/**
 * {@code y ~ student_t(ν, η, σ)} with {@code s = log σ} and {@code t = log ν} unknown: with {@code
 * r = y − η}, {@code q = r² e^{−2s}},
 *
 * <pre>ℓ = C(ν) + s + ½(ν+1) log(1 + q/ν),   C(ν) = log Γ(ν/2) − log Γ((ν+1)/2) + ½ log νπ</pre>
 */
public record StudentFamily() implements Family, JointLikelihood {
  /** Where ν stops to follow t: beyond, noise is normal or has no scale. */
  private static final double FARTHEST = 12;

  @Override
  public String name() {
    return "student";
  }

  @Override
  public List<String> synonyms() {
    return List.of("student-t");
  }

  @Override
  public String about() {
    return "y ~ student_t(nu, eta, sigma), sigma and nu unknown; tails from the data";
  }

  @Override
  public Support support() {
    return Support.REAL;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.first("mu", Link.IDENTITY),
        Parameter.scale("sigma"),
        Parameter.positive("nu", "exponential(0.05)"));
  }

  @Override
  public Distribution at(double... eta) {
    return new Student(nu(eta[2]), eta[0], Math.exp(eta[1]));
  }

  private static double nu(double t) {
    return Math.exp(Math.max(-FARTHEST, Math.min(FARTHEST, t)));
  }

  @Override
  public int predictors() {
    return 3;
  }

  @Override
  public double loss(
      double[] eta, double y, double @Nullable [] slope, double @Nullable [] curvature) {
    double s = Math.max(-300, Math.min(300, eta[1]));
    double nu = nu(eta[2]);
    double v = Math.exp(2 * s);
    double r = y - eta[0];
    double q = r * r / v;
    double d = nu + q;
    double log = Math.log1p(q / nu);
    if (slope != null) {
      slope[0] = -(nu + 1) * r / (v * d);
      slope[1] = 1 - (nu + 1) * q / d;
      slope[2] = nu * constantSlope(nu) + nu * log / 2 - (nu + 1) * q / (2 * d);
    }
    if (curvature != null) {
      double ratio = (q - 1) / (d * d);
      double bent = nu * constantSlope(nu) + nu * nu * constantCurvature(nu);
      curvature[0] = (nu + 1) * (nu - q) / (v * d * d);
      curvature[1] = 2 * (nu + 1) * r * nu / (v * d * d);
      curvature[2] = -r * nu * ratio / v;
      curvature[4] = 2 * (nu + 1) * nu * q / (d * d);
      curvature[5] = -q * nu * ratio;
      curvature[8] = bent + nu * log / 2 - nu * q / (2 * d) - q * nu * ratio / 2;
      curvature[3] = curvature[1];
      curvature[6] = curvature[2];
      curvature[7] = curvature[5];
    }
    return Gamma.log(nu / 2)
        - Gamma.log((nu + 1) / 2)
        + 0.5 * Math.log(nu * Math.PI)
        + s
        + (nu + 1) / 2 * log;
  }

  /** {@code C'}. */
  private static double constantSlope(double nu) {
    return (Gamma.digamma(nu / 2) - Gamma.digamma((nu + 1) / 2)) / 2 + 1 / (2 * nu);
  }

  /** {@code C''}. */
  private static double constantCurvature(double nu) {
    return (Gamma.trigamma(nu / 2) - Gamma.trigamma((nu + 1) / 2)) / 4 - 1 / (2 * nu * nu);
  }

  @Override
  public double[] start(Doubles y) {
    return new double[] {0, new StudentNoise().startScale(y), Math.log(5)};
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y);
  }

  @Override
  public int effort() {
    return 6;
  }
}
