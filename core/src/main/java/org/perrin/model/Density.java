package org.perrin.model;

import java.util.Locale;
import org.perrin.family.GammaDraw;
import org.perrin.random.RandomStream;

/**
 * The prior of one coordinate: {@code −log p(x)} up to a constant, with two derivatives. The set is
 * closed; {@link Independent} makes a prior of many.
 */
public sealed interface Density {
  /** {@code −log p(x)}, up to a constant. */
  double value(double x);

  /** Its derivative. */
  double slope(double x);

  /** Its second derivative; negative in the tails of heavy-tailed families. */
  double curvature(double x);

  /** Whether it holds the coordinate at all. */
  default boolean proper() {
    return true;
  }

  /** A number drawn from it; there is none of a density that is not proper. */
  double draw(RandomStream random);

  /** Normal with a mean and a standard deviation. */
  record Normal(double mean, double sd) implements Density {
    /** Checks the scale. */
    public Normal {
      positive("normal", sd);
    }

    @Override
    public double value(double x) {
      double z = (x - mean) / sd;
      return z * z / 2;
    }

    @Override
    public double slope(double x) {
      return (x - mean) / (sd * sd);
    }

    @Override
    public double curvature(double x) {
      return 1 / (sd * sd);
    }

    @Override
    public double draw(RandomStream random) {
      return mean + sd * random.nextGaussian();
    }

    @Override
    public String toString() {
      return format("normal(%s, %s)", mean, sd);
    }
  }

  /** Student's t with ν degrees of freedom; Cauchy for ν = 1. */
  record StudentT(double df, double mean, double scale) implements Density {
    /** Checks degrees of freedom and scale. */
    public StudentT {
      positive("student_t", scale);
      positive("student_t", df);
    }

    @Override
    public double value(double x) {
      double z = (x - mean) / scale;
      return (df + 1) / 2 * Math.log1p(z * z / df);
    }

    @Override
    public double slope(double x) {
      double r = x - mean;
      return (df + 1) * r / (df * scale * scale + r * r);
    }

    @Override
    public double curvature(double x) {
      double r2 = (x - mean) * (x - mean);
      double a = df * scale * scale;
      return (df + 1) * (a - r2) / ((a + r2) * (a + r2));
    }

    /** A normal over the root of a chi-square variable over its degrees of freedom. */
    @Override
    public double draw(RandomStream random) {
      double logSquare = GammaDraw.log(df / 2, random) - Math.log(df / 2);
      return mean + scale * random.nextGaussian() * Math.exp(-logSquare / 2);
    }

    @Override
    public String toString() {
      return df == 1
          ? format("cauchy(%s, %s)", mean, scale)
          : format("student_t(%s, %s, %s)", df, mean, scale);
    }
  }

  /**
   * The Laplace density with its corner rounded: {@code (√((x−m)² + δ²) − δ)/b}, {@code δ = b/10},
   * because gradient samplers need a derivative at the peak.
   */
  record Laplace(double mean, double scale) implements Density {
    /** Checks the scale. */
    public Laplace {
      positive("laplace", scale);
    }

    private double root(double x) {
      return Math.hypot(x - mean, scale / 10);
    }

    @Override
    public double value(double x) {
      return (root(x) - scale / 10) / scale;
    }

    @Override
    public double slope(double x) {
      return (x - mean) / (root(x) * scale);
    }

    @Override
    public double curvature(double x) {
      double root = root(x);
      return scale * scale / 100 / (root * root * root * scale);
    }

    /**
     * By rejection from the density with its corner, which lies above it once multiplied by e^0.1.
     */
    @Override
    public double draw(RandomStream random) {
      while (true) {
        double x = mean + scale * (random.nextExponential() - random.nextExponential());
        double above = value(x) + 0.1 - Math.abs(x - mean) / scale;
        if (random.nextExponential() > above) {
          return x;
        }
      }
    }

    @Override
    public String toString() {
      return format("laplace(%s, %s)", mean, scale);
    }
  }

  /** Exponential with a rate, for a scale {@code σ > 0}; use it in {@link OfLog}. */
  record Exponential(double rate) implements Density {
    /** Checks the rate. */
    public Exponential {
      positive("exponential", rate);
    }

    @Override
    public double value(double x) {
      return rate * x;
    }

    @Override
    public double slope(double x) {
      return rate;
    }

    @Override
    public double curvature(double x) {
      return 0;
    }

    @Override
    public double draw(RandomStream random) {
      return random.nextExponential() / rate;
    }

    @Override
    public String toString() {
      return format("exponential(%s)", rate);
    }
  }

  /**
   * Of a scale {@code c > 0} whose square is inverse-gamma, {@code c² ~ IG(ν/2, ν s²/2)}: a normal
   * of that scale is Student's t with ν degrees of freedom and scale s. Use it in {@link OfLog}.
   */
  record InverseChi(double df, double scale) implements Density {
    /** Checks degrees of freedom and scale. */
    public InverseChi {
      positive("inverse_chi", df);
      positive("inverse_chi", scale);
    }

    @Override
    public double value(double x) {
      return (df + 1) * Math.log(x) + df * scale * scale / (2 * x * x);
    }

    @Override
    public double slope(double x) {
      return (df + 1) / x - df * scale * scale / (x * x * x);
    }

    @Override
    public double curvature(double x) {
      return -(df + 1) / (x * x) + 3 * df * scale * scale / (x * x * x * x);
    }

    @Override
    public double draw(RandomStream random) {
      return scale * Math.exp((Math.log(df / 2) - GammaDraw.log(df / 2, random)) / 2);
    }

    @Override
    public String toString() {
      return format("inverse_chi(%s, %s)", df, scale);
    }
  }

  /**
   * Of an unconstrained partial correlation w, {@code p(w) ∝ sech(w)^{2α}}: {@code tanh w} is a
   * beta variable with both shapes α, on (−1, 1).
   */
  record PartialCorrelation(double shape) implements Density {
    /** Checks the shape. */
    public PartialCorrelation {
      positive("partial_correlation", shape);
    }

    @Override
    public double value(double w) {
      double far = Math.abs(w);
      return 2 * shape * (far + Math.log1p(Math.exp(-2 * far)) - Math.log(2));
    }

    @Override
    public double slope(double w) {
      return 2 * shape * Math.tanh(w);
    }

    @Override
    public double curvature(double w) {
      double t = Math.tanh(w);
      return 2 * shape * (1 - t * t);
    }

    /** {@code w = ½ log(B/(1−B))}, B a beta variable: a ratio of two gamma variables. */
    @Override
    public double draw(RandomStream random) {
      return (GammaDraw.log(shape, random) - GammaDraw.log(shape, random)) / 2;
    }

    @Override
    public String toString() {
      return format("partial_correlation(%s)", shape);
    }
  }

  /** No prior at all: a constant. */
  record Flat() implements Density {
    @Override
    public double value(double x) {
      return 0;
    }

    @Override
    public double slope(double x) {
      return 0;
    }

    @Override
    public double curvature(double x) {
      return 0;
    }

    @Override
    public boolean proper() {
      return false;
    }

    @Override
    public double draw(RandomStream random) {
      throw new IllegalStateException("there are no draws of a flat density");
    }

    @Override
    public String toString() {
      return "flat";
    }
  }

  /**
   * A density of {@code σ > 0} as one of {@code s = log σ}: {@code g(e^s) − s}, the last term the
   * Jacobian. A symmetric density centred at 0 becomes its half-family.
   */
  record OfLog(Density scale) implements Density {
    @Override
    public double value(double s) {
      return scale.value(Math.exp(s)) - s;
    }

    @Override
    public double slope(double s) {
      double sigma = Math.exp(s);
      return scale.slope(sigma) * sigma - 1;
    }

    @Override
    public double curvature(double s) {
      double sigma = Math.exp(s);
      return scale.curvature(sigma) * sigma * sigma + scale.slope(sigma) * sigma;
    }

    @Override
    public boolean proper() {
      return scale.proper();
    }

    /** The logarithm of what is drawn above 0. */
    @Override
    public double draw(RandomStream random) {
      double drawn = scale.draw(random);
      while (!(drawn > 0)) {
        drawn = scale.draw(random);
      }
      return Math.log(drawn);
    }

    /** As priors are written, half_normal(sd): the centre is 0. */
    @Override
    public String toString() {
      return switch (scale) {
        case Exponential _, InverseChi _, Flat _ -> scale.toString();
        default -> "half_" + scale.toString().replaceFirst("(?<=[( ])0, ", "");
      };
    }
  }

  private static String format(String pattern, double... numbers) {
    Object[] shown = new Object[numbers.length];
    for (int k = 0; k < numbers.length; k++) {
      String text = String.format(Locale.ROOT, "%.4g", numbers[k]);
      shown[k] = text.contains(".") && !text.contains("e") ? text.replaceAll("\\.?0+$", "") : text;
    }
    return String.format(Locale.ROOT, pattern, shown);
  }

  private static void positive(String family, double value) {
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "%s needs positive finite parameters, not %s".formatted(family, value));
    }
  }
}
