package org.perrin.levels;

import org.perrin.random.RandomStream;

/**
 * A proposal for a block b whose density is {@code exp(−S(b) − ½ (b − m)ᵀΩ(b − m))} with a cubic S:
 * normal around where Newton's steps from a fixed point lead, accepted by the ratio of that density
 * to the normal (an independence sampler, reversible for the density). The steps start from a point
 * that does not depend on b, so neither does the normal.
 */
final class CubicMove {
  private static final int STEPS = 2;

  private final int k;
  private final double[] gradient;
  private final double[] hessian;
  private final double[] factor;
  private final double[] mean;
  private final double[] noise;
  final double[] next;

  CubicMove(int k) {
    this.k = k;
    this.gradient = new double[k];
    this.hessian = new double[k * k];
    this.factor = new double[k * k];
    this.mean = new double[k];
    this.noise = new double[k];
    this.next = new double[k];
  }

  /**
   * Writes a proposal to {@link #next}.
   *
   * @param centre m, n numbers from {@code 0} on; null for 0
   * @param start where the steps begin, from {@code at} on
   * @param now b, from {@code at} on
   * @return {@code −log} of the ratio by which it is accepted, infinite if there is no proposal
   */
  double propose(
      CubicPolynomials of,
      int j,
      double[] omega,
      double @org.jspecify.annotations.Nullable [] centre,
      double[] start,
      double[] now,
      int at,
      RandomStream random) {
    if (k == 1 && centre == null) {
      return single(of, j, omega[0], start[at], now[at], random.nextGaussian());
    }
    random.fillGaussian(noise, k);
    System.arraycopy(start, at, mean, 0, k);
    boolean known = false;
    for (int n = 0; n < STEPS; n++) {
      of.expand(j, mean, 0, gradient, hessian);
      for (int i = 0; i < k; i++) {
        for (int l = 0; l < k; l++) {
          hessian[i * k + l] += omega[i * k + l];
          gradient[i] += omega[i * k + l] * (mean[l] - (centre == null ? 0 : centre[l]));
        }
      }
      if (!SmallMatrices.cholesky(hessian, 0, k)) {
        break;
      }
      known = true;
      System.arraycopy(hessian, 0, factor, 0, k * k);
      SmallMatrices.forward(factor, 0, gradient, 0, k);
      SmallMatrices.backward(factor, 0, gradient, 0, k);
      for (int i = 0; i < k; i++) {
        mean[i] -= gradient[i];
      }
    }
    if (!known) {
      return Double.POSITIVE_INFINITY;
    }
    double gap = square(now, at) / 2;
    for (int i = 0; i < k; i++) {
      gap -= noise[i] * noise[i] / 2;
      next[i] = noise[i];
    }
    SmallMatrices.backward(factor, 0, next, 0, k);
    for (int i = 0; i < k; i++) {
      next[i] += mean[i];
    }
    gap += of.value(j, next, 0) - of.value(j, now, at);
    return gap + prior(omega, centre, next, 0) - prior(omega, centre, now, at);
  }

  private double single(
      CubicPolynomials of, int j, double omega, double start, double now, double noise) {
    double g = of.slope[j];
    double h = of.curvature[j] + omega;
    double t = of.order > 2 ? of.third[j] : 0;
    double mu = start;
    double precision = 0;
    for (int n = 0; n < STEPS; n++) {
      double bend = h + t * mu;
      if (!(bend > 0)) {
        break;
      }
      precision = bend;
      mu -= (g + mu * (h + t * mu / 2)) / bend;
    }
    if (precision == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double there = mu + noise / Math.sqrt(precision);
    next[0] = there;
    double gap = precision * (now - mu) * (now - mu) - noise * noise;
    return gap / 2
        + there * (g + there * (h / 2 + t * there / 6))
        - now * (g + now * (h / 2 + t * now / 6));
  }

  /** {@code (b − μ)ᵀP(b − μ)}. */
  private double square(double[] b, int at) {
    double sum = 0;
    for (int l = 0; l < k; l++) {
      double own = 0;
      for (int i = l; i < k; i++) {
        own = Math.fma(factor[i * k + l], b[at + i] - mean[i], own);
      }
      sum += own * own;
    }
    return sum;
  }

  private double prior(
      double[] omega, double @org.jspecify.annotations.Nullable [] centre, double[] b, int at) {
    double sum = 0;
    for (int i = 0; i < k; i++) {
      double left = b[at + i] - (centre == null ? 0 : centre[i]);
      for (int l = 0; l < k; l++) {
        sum += omega[i * k + l] * left * (b[at + l] - (centre == null ? 0 : centre[l]));
      }
    }
    return sum / 2;
  }
}
