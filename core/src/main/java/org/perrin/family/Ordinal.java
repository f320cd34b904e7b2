package org.perrin.family;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Scalars;
import org.perrin.math.Special;

/**
 * Classes in order (McCullagh, 1980): {@code P(y ≤ k) = F(cₖ − η)}, {@code c₀ = 0}, {@code cₖ =
 * cₖ₋₁ + gapₖ} with gaps above 0. The intercept is minus the first threshold.
 *
 * @param classes how many; 0 where it is not known yet
 * @param probit whether F is the normal distribution function, else the logistic one
 */
public record Ordinal(int classes, boolean probit) implements Family, JointLikelihood {
  private static final double LEAST = 1e-300;

  @Override
  public String name() {
    return probit ? "ordinal-probit" : "ordinal";
  }

  @Override
  public List<String> synonyms() {
    return probit ? List.of() : List.of("ordered", "cumulative");
  }

  @Override
  public String about() {
    return "P(y <= k) = %s(c_k - eta), thresholds c unknown; for classes in order"
        .formatted(probit ? "Phi" : "logistic");
  }

  @Override
  public Support support() {
    return Support.ORDERED;
  }

  @Override
  public Family given(int known) {
    return new Ordinal(known, probit);
  }

  @Override
  public List<Family> linked() {
    return List.of(new Ordinal(classes, false), new Ordinal(classes, true));
  }

  @Override
  public @Nullable String effect() {
    return probit ? null : "odds";
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    all.add(Parameter.first("mu", probit ? Link.PROBIT : Link.LOGIT));
    for (int k = 1; k < classes - 1; k++) {
      all.add(Parameter.positive("gap[%d]".formatted(k), "exponential(0.5)"));
    }
    return List.copyOf(all);
  }

  @Override
  public int predictors() {
    return classes - 1;
  }

  private double below(double x) {
    return probit ? Special.normal(x) : Scalars.expit(x);
  }

  /** {@code F(b) − F(a)}, with digits in both tails. */
  private double between(double a, double b) {
    return a > 0 ? below(-a) - below(-b) : below(b) - below(a);
  }

  private double density(double x) {
    return Double.isInfinite(x)
        ? 0
        : probit
            ? Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI)
            : Scalars.expit(x) * Scalars.expit(-x);
  }

  /** The density's derivative. */
  private double bend(double x) {
    return Double.isInfinite(x)
        ? 0
        : probit ? -x * density(x) : density(x) * (1 - 2 * Scalars.expit(x));
  }

  /** The threshold above class k, less η. */
  private static double threshold(double[] eta, int k) {
    double c = -eta[0];
    for (int j = 1; j <= k; j++) {
      c += Math.exp(Math.min(eta[j], 300));
    }
    return c;
  }

  @Override
  public Distribution at(double... eta) {
    double[] p = new double[classes];
    for (int k = 0; k < classes; k++) {
      double low = k == 0 ? Double.NEGATIVE_INFINITY : threshold(eta, k - 1);
      double high = k == classes - 1 ? Double.POSITIVE_INFINITY : threshold(eta, k);
      p[k] = between(low, high);
    }
    return new Categories(p);
  }

  @Override
  public double loss(
      double[] eta, double y, double @Nullable [] slope, double @Nullable [] curvature) {
    int k = (int) y;
    double low = k == 0 ? Double.NEGATIVE_INFINITY : threshold(eta, k - 1);
    double high = k == classes - 1 ? Double.POSITIVE_INFINITY : threshold(eta, k);
    double p = Math.max(between(low, high), LEAST);
    if (slope == null) {
      return -Math.log(p);
    }
    int n = eta.length;
    double[] ofLow = new double[n];
    double[] ofHigh = new double[n];
    thresholdSlopes(eta, k - 1, ofLow);
    thresholdSlopes(eta, k, ofHigh);
    double a = density(low) / p;
    double b = density(high) / p;
    for (int i = 0; i < n; i++) {
      slope[i] = a * ofLow[i] - b * ofHigh[i];
    }
    if (curvature != null) {
      double bentLow = bend(low) / p;
      double bentHigh = bend(high) / p;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          curvature[i * n + j] =
              bentLow * ofLow[i] * ofLow[j]
                  - bentHigh * ofHigh[i] * ofHigh[j]
                  + slope[i] * slope[j];
        }
        if (i > 0) {
          curvature[i * n + i] += slope[i];
        }
      }
    }
    return -Math.log(p);
  }

  /** By η and the logarithms of the gaps up to k. */
  private static void thresholdSlopes(double[] eta, int k, double[] out) {
    out[0] = -1;
    for (int j = 1; j <= Math.min(k, eta.length - 1); j++) {
      out[j] = Math.exp(Math.min(eta[j], 300));
    }
  }

  @Override
  public double[] start(Doubles y) {
    double[] start = new double[predictors()];
    Arrays.fill(start, 1, Math.max(1, start.length), -0.3);
    return start;
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y) == null && y < classes ? null : "a class is below " + classes;
  }

  @Override
  public int effort() {
    return 4;
  }
}
