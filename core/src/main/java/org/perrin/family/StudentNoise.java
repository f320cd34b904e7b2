package org.perrin.family;

import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;

/**
 * {@code y ~ student_t(ν, η, σ)} with ν = 4 and σ unknown, {@code s = log σ}: noise with tails, so
 * that rows far off hardly pull. With {@code q = r² e^{−2s}}, {@code r = y − η}: {@code ℓ = s +
 * ½(ν+1) log(1 + q/ν)}. Not convex: a row far off curves the wrong way, weakly.
 */
public record StudentNoise() implements Family, BoundedScaledLikelihood {
  /** ν. */
  public static final double DF = 4;

  /** {@code −log} of the density's constant for ν = 4: {@code log(8/3)}. */
  private static final double CONSTANT = Math.log(8.0 / 3);

  @Override
  public String name() {
    return "robust";
  }

  @Override
  public List<String> synonyms() {
    return List.of("t");
  }

  @Override
  public String about() {
    return "y ~ student_t(4, eta, sigma), sigma unknown; for numbers with outliers";
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
    return new Student(DF, eta[0], Math.exp(eta[1]));
  }

  @Override
  public String scaleName() {
    return "log_sigma";
  }

  private static double variance(double s) {
    return DF * Math.exp(2 * Math.max(-300, Math.min(300, s)));
  }

  @Override
  public double loss(double eta, double s, double y) {
    double r = y - eta;
    return s + (DF + 1) / 2 * Math.log1p(r * r / variance(s)) + CONSTANT;
  }

  @Override
  public double slope(double eta, double s, double y) {
    double r = y - eta;
    return -(DF + 1) * r / (variance(s) + r * r);
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    double r = y - eta;
    return 1 - (DF + 1) * r * r / (variance(s) + r * r);
  }

  @Override
  public double curvature(double eta, double s, double y) {
    double a = variance(s);
    double r2 = (y - eta) * (y - eta);
    return (DF + 1) * (a - r2) / ((a + r2) * (a + r2));
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    double a = variance(s);
    double r = y - eta;
    return 2 * (DF + 1) * r * a / ((a + r * r) * (a + r * r));
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    double a = variance(s);
    double r2 = (y - eta) * (y - eta);
    return 2 * (DF + 1) * r2 * a / ((a + r2) * (a + r2));
  }

  /** Suprema over x of the four functions of {@link #third} without their powers of e^{−s}. */
  private static final double[] MOST = {0.910692, 2.5, 2.174048, 1.924501};

  /**
   * With {@code x = r e^{−s}} and {@code h(x) = ½(ν+1) log(1 + x²/ν)}, {@code ℓ = s + h}: a
   * derivative by η is one of h by x times {@code −e^{−s}}, and one by s of {@code e^{−js} g(x)} is
   * {@code −e^{−js}(j g + x g')}.
   */
  @Override
  public void third(double eta, double s, double y, double[] out) {
    double scale = Math.exp(-Math.max(-300, Math.min(300, s)));
    double x = (y - eta) * scale;
    double below = DF + x * x;
    double one = (DF + 1) * x / below;
    double two = (DF + 1) * (DF - x * x) / (below * below);
    double three = (DF + 1) * 2 * x * (x * x - 3 * DF) / (below * below * below);
    out[0] = -scale * scale * scale * three;
    out[1] = -scale * scale * (2 * two + x * three);
    out[2] = -scale * (one + 3 * x * two + x * x * three);
    out[3] = -x * (one + 3 * x * two + x * x * three);
  }

  /** Bounded for all x, so the box matters by its least scale only. */
  @Override
  public void most(double eta, double reach, double s, double scaleReach, double y, double[] out) {
    double scale = Math.exp(-Math.max(-100, Math.min(100, s - scaleReach)));
    for (int k = 0; k < 4; k++) {
      out[k] = MOST[k];
    }
    out[0] *= scale * scale * scale;
    out[1] *= scale * scale;
    out[2] *= scale;
  }

  /** From the median size of some responses, which outliers do not move. */
  @Override
  public double startScale(Doubles y) {
    long apart = Math.max(1, y.size() / 100_000);
    double[] size =
        LongStream.range(0, (y.size() + apart - 1) / apart)
            .mapToDouble(i -> Math.abs(y.get(i * apart)))
            .sorted()
            .toArray();
    return Math.log(Math.max(size[size.length / 2] / 0.74, 1e-6));
  }

  @Override
  public @Nullable String refuse(double y) {
    return null;
  }
}
