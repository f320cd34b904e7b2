package org.perrin.levels;

import org.perrin.math.SmallMatrices;
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
    if (k == 2 && centre == null) {
      return both(of, j, omega, start, now, at, random);
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

  /** One coefficient, without a loop. */
  double single(CubicPolynomials of, int j, double omega, double start, double now, double noise) {
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

  /** Two coefficients, all loops written out. */
  private double both(
      CubicPolynomials of,
      int j,
      double[] omega,
      double[] start,
      double[] now,
      int at,
      RandomStream random) {
    double e = random.nextGaussian();
    double f = random.nextGaussian();
    double g0 = of.slope[2 * j];
    double g1 = of.slope[2 * j + 1];
    double h00 = of.curvature[4 * j] + omega[0];
    double h10 = of.curvature[4 * j + 2] + omega[2];
    double h11 = of.curvature[4 * j + 3] + omega[3];
    boolean cubic = of.order > 2;
    double t000 = cubic ? of.third[8 * j] : 0;
    double t100 = cubic ? of.third[8 * j + 4] : 0;
    double t110 = cubic ? of.third[8 * j + 6] : 0;
    double t111 = cubic ? of.third[8 * j + 7] : 0;
    double x = start[at];
    double y = start[at + 1];
    double a = 0;
    double b = 0;
    double d = 0;
    for (int n = 0; n < STEPS; n++) {
      double q00 = Math.fma(t000, x, t100 * y);
      double q10 = Math.fma(t100, x, t110 * y);
      double q11 = Math.fma(t110, x, t111 * y);
      double c00 = h00 + q00;
      double c10 = h10 + q10;
      double rest = h11 + q11 - c10 * c10 / c00;
      if (!(c00 > 0 && rest > 0)) {
        break;
      }
      double s0 = g0 + (h00 + q00 / 2) * x + (h10 + q10 / 2) * y;
      double s1 = g1 + (h10 + q10 / 2) * x + (h11 + q11 / 2) * y;
      // the factor's rows are (a, 0) and (b, d)
      a = Math.sqrt(c00);
      b = c10 / a;
      d = Math.sqrt(rest);
      double v = (s1 - s0 * c10 / c00) / rest;
      y -= v;
      x -= (s0 - c10 * v) / c00;
    }
    if (a == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double gapX = now[at] - x;
    double gapY = now[at + 1] - y;
    double own = a * gapX + b * gapY;
    double gap = (own * own + d * d * gapY * gapY - e * e - f * f) / 2;
    next[1] = y + f / d;
    next[0] = x + (e - b * (f / d)) / a;
    return gap
        + cubic(g0, g1, h00, h10, h11, t000, t100, t110, t111, next[0], next[1])
        - cubic(g0, g1, h00, h10, h11, t000, t100, t110, t111, now[at], now[at + 1]);
  }

  private static double cubic(
      double g0,
      double g1,
      double h00,
      double h10,
      double h11,
      double t000,
      double t100,
      double t110,
      double t111,
      double x,
      double y) {
    double ofX = g0 + x * (h00 / 2 + x * t000 / 6);
    double ofY = g1 + x * (h10 + x * t100 / 2) + y * (h11 / 2 + x * t110 / 2 + y * t111 / 6);
    return x * ofX + y * ofY;
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
