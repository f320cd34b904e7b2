package org.perrin.family;

import org.perrin.math.Gamma;
import org.perrin.math.Special;

/** Counts with a mean μ and the variance {@code μ + μ²/φ}. */
record NegativeBinomial(double mean, double phi) implements Distribution {
  /** Means from here on are not added up count by count. */
  private static final double MOST = 1000;

  @Override
  public double sd() {
    return Math.sqrt(mean + mean * mean / phi);
  }

  @Override
  public double logDensity(double y) {
    if (Support.COUNT.refuse(y) != null) {
      return Double.NEGATIVE_INFINITY;
    }
    double zeros = -phi * Math.log1p(mean / phi);
    return y == 0
        ? zeros
        : Gamma.log(y + phi)
            - Gamma.log(phi)
            - Gamma.log(y + 1)
            + y * Math.log(mean / (mean + phi))
            + zeros;
  }

  @Override
  public double cumulative(double y) {
    return y < 0 ? 0 : Special.beta(phi, Math.floor(y) + 1, phi / (phi + mean));
  }

  @Override
  public double quantile(double p) {
    double probability = Math.exp(-phi * Math.log1p(mean / phi));
    if (probability < 1e-300 || mean > MOST) {
      return Distribution.super.quantile(p);
    }
    double share = mean / (mean + phi);
    double cumulative = probability;
    double count = 0;
    while (cumulative < p && probability > 0) {
      probability *= (count + phi) / (count + 1) * share;
      cumulative += probability;
      count++;
    }
    return count;
  }

  @Override
  public boolean whole() {
    return true;
  }
}
