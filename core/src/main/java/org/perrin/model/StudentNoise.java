package org.perrin.model;

import java.util.stream.LongStream;
import org.perrin.data.Doubles;

/**
 * {@code y ~ student_t(ν, η, σ)} with ν = 4 and σ unknown, {@code s = log σ}: noise with tails, so
 * that rows far off hardly pull. With {@code q = r² e^{−2s}}, {@code r = y − η}: {@code ℓ = s +
 * ½(ν+1) log(1 + q/ν)}. Not convex: a row far off curves the wrong way, weakly.
 */
public record StudentNoise() implements ScaledFamily {
  /** ν. */
  public static final double DF = 4;

  /** {@code −log} of the density's constant for ν = 4: {@code log(8/3)}. */
  private static final double CONSTANT = Math.log(8.0 / 3);

  @Override
  public String name() {
    return "robust";
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
  public String refuse(double y) {
    return null;
  }
}
