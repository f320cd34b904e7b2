package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Mills;
import org.perrin.math.Special;

/**
 * {@code y ∈ {0, 1}}, {@code P(y = 1) = Φ(η)}: {@code ℓ = −log Φ(x)}, x = η if y is 1, else −η.
 * With {@code h = φ(x)/Φ(x)} and {@code e = h + x}: {@code ℓ' = −h}, {@code ℓ'' = he} by x. Far
 * out, at {@code v = −x}, {@code e = 1/(v + f)}, {@code f = 2/(v + g)}, {@code g = 3/(v + k)} by
 * {@link Mills}, whose slopes by x are {@code e(f − e)}, {@code f(g − f)}, {@code g(k − g)}: so no
 * digits are lost there.
 */
public record Probit() implements Family, BoundedLikelihood {
  /** Where ℓ''' and ℓ'''' by x have their extremes. */
  private static final double[] THIRD_AT = {1.00236934226837063};

  private static final double[] FOURTH_AT = {-0.0298336209260591447, 2.07128893880887399};

  @Override
  public String name() {
    return "probit";
  }

  @Override
  public String about() {
    return "P(y = 1) = Phi(eta), the normal distribution function; for targets with two values";
  }

  @Override
  public Support support() {
    return Support.BINARY;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.PROBIT));
  }

  @Override
  public List<Family> linked() {
    return Bernoulli.FAMILIES;
  }

  @Override
  public Distribution at(double... eta) {
    double at = eta[0];
    return Bernoulli.of(Special.normal(at), Mills.logNormal(at), Mills.logNormal(-at));
  }

  private static double side(double eta, double y) {
    return y == 1 ? eta : -eta;
  }

  @Override
  public double loss(double eta, double y) {
    return -Mills.logNormal(side(eta, y));
  }

  @Override
  public double slope(double eta, double y) {
    return side(-Mills.hazard(side(eta, y)), y);
  }

  @Override
  public void slopes(double[] eta, double[] y, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      out[j] = (2 * y[j] - 1) * eta[j];
    }
    Mills.hazards(out, out, n);
    for (int j = 0; j < n; j++) {
      out[j] = (1 - 2 * y[j]) * out[j];
    }
  }

  @Override
  public double curvature(double eta, double y) {
    double x = side(eta, y);
    if (-x >= Mills.FAR) {
      double e = Mills.fraction(1, -x);
      return (e - x) * e;
    }
    double h = Mills.hazard(x);
    return h * (h + x);
  }

  @Override
  public double maxCurvature() {
    return 1;
  }

  @Override
  public double mean(double eta) {
    return Special.normal(eta);
  }

  /** Without the logarithms of probabilities. */
  @Override
  public void centres(double[] eta, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      out[j] = mean(eta[j]);
    }
  }

  @Override
  public @Nullable String refuse(double y) {
    return support().refuse(y);
  }

  @Override
  public double derivative(int k, double eta, double y) {
    double x = side(eta, y);
    double value = -x >= Mills.FAR ? far(k, -x) : near(k, x);
    return k == 3 ? side(value, y) : value;
  }

  private static double near(int order, double x) {
    double h = Mills.hazard(x);
    double e = h + x;
    double third = h * (1 - e * (e + h));
    if (order == 3) {
      return third;
    }
    double bent = 1 - h * e;
    return -e * third - h * (bent * (e + h) + e * (bent - h * e));
  }

  private static double far(int order, double v) {
    double k = Mills.fraction(4, v);
    double g = 3 / (v + k);
    double f = 2 / (v + g);
    double e = 1 / (v + f);
    double rest = order == 3 ? f - g : g * (f - k) - 3 * e * (f - g);
    return (v + e) * e * e * f * rest;
  }

  @Override
  public double most(int k, double eta, double reach, double y) {
    double x = side(eta, y);
    double[] at = k == 3 ? THIRD_AT : FOURTH_AT;
    return Extremes.most(z -> derivative(k, z, 1), at, x - reach, x + reach);
  }
}
