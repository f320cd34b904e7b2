package org.perrin.autodiff;

import org.perrin.math.Gamma;
import org.perrin.math.Scalars;
import org.perrin.model.Density;

/**
 * Negative log densities that models are put together from, up to terms that no parameter enters.
 * Those of data given one predictor are single nodes with derivatives worked out by hand.
 */
public final class Losses {
  private Losses() {}

  /** A number r that is normal around 0 with standard deviation σ: {@code log σ + r²/2σ²}. */
  public static Num normal(Num r, Num sigma) {
    return r.over(sigma).square().times(0.5).plus(sigma.log());
  }

  /** The same with σ known. */
  public static Num normal(Num r, double sigma) {
    double z = r.value() / sigma;
    return r.apply(z * z / 2, z / sigma, 1 / (sigma * sigma));
  }

  /** A number with any of the densities that priors are made of. */
  public static Num of(Density density, Num x) {
    double at = x.value();
    return x.apply(density.value(at), density.slope(at), density.curvature(at));
  }

  /** Each number of a vector normal around 0 with a known σ: a prior. */
  public static Num normal(Vec v, double sigma) {
    return v.squares().over(2 * sigma * sigma);
  }

  /** r Student's t with ν degrees of freedom and scale σ. */
  public static Num studentT(Num r, double df, Num sigma) {
    return r.over(sigma).square().over(df).log1p().times((df + 1) / 2).plus(sigma.log());
  }

  /** y = 0 or 1 with log odds η: {@code log(1 + e^η) − yη}. */
  public static Num bernoulli(double y, Num eta) {
    double x = eta.value();
    double p = Scalars.expit(x);
    return eta.apply(Scalars.log1pExp(x) - y * x, p - y, p * (1 - p));
  }

  /** A count with log rate η: {@code e^η − yη}. */
  public static Num poisson(double y, Num eta) {
    double rate = Scalars.exp(eta.value());
    return eta.apply(rate - y * eta.value(), rate - y, rate);
  }

  /** A count with log mean η and dispersion φ, variance {@code μ + μ²/φ}. */
  public static Num negativeBinomial(double y, Num eta, Num phi) {
    Num lambda = phi.log();
    Num softened = eta.minus(lambda).softplus();
    Num ends = phi.logGamma().minus(phi.plus(y).logGamma());
    // (y + φ) log(μ + φ) − y η − φ log φ, with log(μ + φ) = log φ + log(1 + μ/φ)
    return softened
        .plus(lambda)
        .times(phi.plus(y))
        .minus(eta.times(y))
        .minus(phi.times(lambda))
        .plus(ends)
        .plus(Gamma.log(y + 1));
  }

  /** Class y of as many as there are scores: {@code log Σ e^{ηₖ} − η_y}. */
  public static Num categorical(int y, Num... scores) {
    return Num.logSumExp(scores).minus(scores[y]);
  }

  /** A positive number that is exponential with a rate: a prior for scales. */
  public static Num exponential(Num x, double rate) {
    return x.times(rate);
  }

  /** A positive number that is half-normal with a scale: a prior for scales. */
  public static Num halfNormal(Num x, double scale) {
    return x.square().over(2 * scale * scale);
  }

  /** A positive number that is gamma with a shape and a rate. */
  public static Num gamma(Num x, double shape, double rate) {
    return x.times(rate).minus(x.log().times(shape - 1));
  }

  /** A number in the unit interval that is beta. */
  public static Num beta(Num x, double a, double b) {
    return x.log().times(1 - a).minus(x.subtractedFrom(1).log().times(b - 1));
  }

  /** A simplex that is Dirichlet with the same concentration for all. */
  public static Num dirichlet(Vec x, double concentration) {
    Num[] logs = new Num[x.size()];
    for (int k = 0; k < logs.length; k++) {
      logs[k] = x.get(k).log();
    }
    return Num.sum(logs).times(1 - concentration);
  }
}
