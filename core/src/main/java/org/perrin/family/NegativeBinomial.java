package org.perrin.family;

import org.perrin.math.Gamma;
import org.perrin.math.Special;

/** Counts with a mean μ and the variance {@code μ + μ²/φ}. */
record NegativeBinomial(double mean, double phi) implements Distribution {
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
  public boolean whole() {
    return true;
  }
}
