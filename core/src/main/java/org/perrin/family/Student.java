package org.perrin.family;

import org.perrin.math.Gamma;
import org.perrin.math.Special;

/** Student's t with ν degrees of freedom around a middle. */
record Student(double df, double middle, double scale) implements Distribution {
  @Override
  public double mean() {
    return df > 1 ? middle : Double.NaN;
  }

  @Override
  public double sd() {
    return df > 2 ? scale * Math.sqrt(df / (df - 2)) : Double.POSITIVE_INFINITY;
  }

  @Override
  public double logDensity(double y) {
    double z = (y - middle) / scale;
    return Gamma.log((df + 1) / 2)
        - Gamma.log(df / 2)
        - 0.5 * Math.log(df * Math.PI)
        - Math.log(scale)
        - (df + 1) / 2 * Math.log1p(z * z / df);
  }

  @Override
  public double cumulative(double y) {
    double z = (y - middle) / scale;
    double tail = 0.5 * Special.beta(df / 2, 0.5, df / (df + z * z));
    return z < 0 ? tail : 1 - tail;
  }

  /** In closed form for ν = 4 (Shaw, 2006). */
  @Override
  public double quantile(double p) {
    if (df != 4) {
      return Distribution.super.quantile(p);
    }
    double root = Math.sqrt(4 * p * (1 - p));
    double q = Math.cos(Math.acos(Math.min(1, root)) / 3) / root;
    return middle + scale * Math.signum(p - 0.5) * 2 * Math.sqrt(Math.max(0, q - 1));
  }
}
