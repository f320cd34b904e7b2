package org.perrin.family;

/**
 * A scaled family that knows its third derivatives by η and s, and how large they get in a box: see
 * {@link BoundedLikelihood}. Derivatives are indexed by how often s is among the three: {@code
 * ℓ_ηηη, ℓ_ηηs, ℓ_ηss, ℓ_sss}.
 */
public interface BoundedScaledLikelihood extends ScaledLikelihood {
  /** Writes the four third derivatives. */
  void third(double eta, double s, double y, double[] out);

  /**
   * Writes bounds of their absolute values over {@code |x − η| ≤ reach}, {@code |σ − s| ≤
   * scaleReach}.
   */
  void most(double eta, double reach, double s, double scaleReach, double y, double[] out);

  /** Whether a remainder is computed as an integral. */
  default boolean near(double t, double tau, double s, double y) {
    return Math.abs(t) * Math.exp(-s) <= RemainderIntegral.SMALL
        && Math.abs(tau) <= RemainderIntegral.SMALL / 2;
  }

  /** {@code ℓ(η + t, s + τ)} less its Taylor polynomial of order 2 at (η, s). */
  default double remainder(double eta, double t, double s, double tau, double y) {
    if (near(t, tau, s, y)) {
      double[] d = new double[4];
      return RemainderIntegral.of(
          2,
          1,
          x -> {
            third(eta + x * t, s + x * tau, y, d);
            return cube(d, t, tau);
          });
    }
    double linear = slope(eta, s, y) * t + scaleSlope(eta, s, y) * tau;
    double square =
        curvature(eta, s, y) * t * t
            + 2 * crossCurvature(eta, s, y) * t * tau
            + scaleCurvature(eta, s, y) * tau * tau;
    return loss(eta + t, s + tau, y) - loss(eta, s, y) - linear - square / 2;
  }

  /** {@code D³ℓ} along (t, τ), three times. */
  static double cube(double[] d, double t, double tau) {
    return d[0] * t * t * t
        + 3 * d[1] * t * t * tau
        + 3 * d[2] * t * tau * tau
        + d[3] * tau * tau * tau;
  }
}
