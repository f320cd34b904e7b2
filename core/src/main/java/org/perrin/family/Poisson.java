package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Gamma;
import org.perrin.math.Kernels;
import org.perrin.math.Scalars;
import org.perrin.math.Special;

/**
 * Counts {@code y ~ Poisson(e^η)}: {@code ℓ = e^η − yη + log y!}. The exponent is held at 700,
 * where the loss is beyond any other number in play, so that it stays finite.
 */
public record Poisson() implements Family, BoundedLikelihood {
  /** Variance over mean that speaks for other counts. */
  private static final double DISPERSED = 1.1;

  /** Rates from here on are not added up count by count. */
  private static final double HUGE = 1e9;

  private static final double LARGE = 500;

  private static final double MOST = 700;

  @Override
  public String name() {
    return "poisson";
  }

  @Override
  public List<String> synonyms() {
    return List.of("count");
  }

  @Override
  public String about() {
    return "y ~ poisson(exp(eta)); for counts, with --offset \"log(exposure)\"";
  }

  @Override
  public Support support() {
    return Support.COUNT;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.LOG));
  }

  @Override
  public String effect() {
    return "rate";
  }

  @Override
  public @Nullable String instead(Misfit seen) {
    return seen.dispersion() > DISPERSED ? "negative-binomial" : null;
  }

  @Override
  public Distribution at(double... eta) {
    return new Counts(Math.exp(eta[0]));
  }

  /** Counts of a rate. */
  record Counts(double rate) implements Distribution {
    @Override
    public double mean() {
      return rate;
    }

    @Override
    public double sd() {
      return Math.sqrt(rate);
    }

    @Override
    public double logDensity(double y) {
      return Support.COUNT.refuse(y) == null
          ? (y == 0 ? 0 : y * Math.log(rate)) - rate - Gamma.log(y + 1)
          : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double cumulative(double y) {
      return y < 0 ? 0 : Special.gammaAbove(Math.floor(y) + 1, rate);
    }

    @Override
    public double quantile(double p) {
      if (rate > HUGE) {
        // the normal quantile with Cornish and Fisher's first term: off by less than 1
        double z = Special.normalQuantile(p);
        return Math.rint(rate + Math.sqrt(rate) * z + (z * z - 1) / 6);
      }
      if (!(rate < LARGE)) {
        return Distribution.super.quantile(p);
      }
      double probability = Math.exp(-rate);
      double cumulative = probability;
      double count = 0;
      while (cumulative < p && probability > 0) {
        count++;
        probability *= rate / count;
        cumulative += probability;
      }
      return count;
    }

    @Override
    public boolean whole() {
      return true;
    }
  }

  @Override
  public double loss(double eta, double y) {
    return rate(eta) - y * eta + Gamma.logFactorial(y);
  }

  private static double rate(double eta) {
    return Scalars.exp(Math.min(eta, MOST));
  }

  @Override
  public double slope(double eta, double y) {
    return rate(eta) - y;
  }

  @Override
  public double curvature(double eta, double y) {
    return rate(eta);
  }

  @Override
  public double maxCurvature() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public boolean additive() {
    return true;
  }

  @Override
  public double mean(double eta) {
    return rate(eta);
  }

  @Override
  public @Nullable String refuse(double y) {
    return y >= 0 && y == Math.rint(y) ? null : "a count must be 0, 1, 2, …";
  }

  @Override
  public void slopes(double[] eta, double[] y, int n, double[] out) {
    means(eta, n, out);
    for (int j = 0; j < n; j++) {
      out[j] -= y[j];
    }
  }

  /** {@code out[j] = e^η[j]} for the first {@code n}, to the bit that of {@link #mean}. */
  void means(double[] eta, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      out[j] = Math.min(eta[j], MOST);
    }
    Kernels.best().exp(out, out, n);
  }

  @Override
  public double derivative(int k, double eta, double y) {
    return rate(eta);
  }

  /** Infinite where the exponent is held, for there the derivatives jump. */
  @Override
  public double most(int k, double eta, double reach, double y) {
    return eta + reach < MOST ? rate(eta + reach) : Double.POSITIVE_INFINITY;
  }
}
