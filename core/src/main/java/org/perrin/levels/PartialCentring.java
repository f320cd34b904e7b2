package org.perrin.levels;

import org.jspecify.annotations.Nullable;
import org.perrin.math.SmallMatrices;

/**
 * A term's levels as functions of its scales and correlations θ = (t, w): each keeps its place ε in
 * its own conditional. With g and H the derivatives at a fixed point b̂ of what the rows of a level
 * say, S,
 *
 * <pre>
 *   b = μ(θ) + L(θ)⁻ᵀ ε,    L Lᵀ = H + Ω(θ),    μ = b̂ − (H + Ω)⁻¹ (g + Ω b̂).
 * </pre>
 *
 * This lies between b fixed and z fixed, for each level where it should (partially non-centred;
 * Papaspiliopoulos, Roberts and Sköld, 2007): were S quadratic, θ given ε would be as if the levels
 * were integrated out. The density of θ given ε is {@code e^{−U}} times its prior,
 *
 * <pre>
 *   U(θ) = Σⱼ [ Sⱼ(bⱼ) + ½ bⱼᵀΩ bⱼ + log det Lⱼ ] + J log det A,
 * </pre>
 *
 * and with ε = 0 {@code e^{−U}} is Laplace's approximation of the likelihood of θ alone. O(J k³).
 */
final class PartialCentring {
  /** Products of this size are taken the logarithm of. */
  private static final double MOST = 1e100;

  private final int k;
  private final double[] point;

  /** g and H, and S, of which the third derivatives are used. */
  private final double[] gradient;

  private final double[] hessian;
  private CubicPolynomials rows;

  /** ε, all levels one after the other. */
  private final double[] place;

  /** A number a level, for terms of one coefficient. */
  private final double[] part;

  private final double[] zeros;
  private final double[] own;
  private final double[] matrix;
  private final double[] omega;

  /** b, where the last call of {@link #potential} led. */
  final double[] levels;

  /**
   * Room for the levels of a term.
   *
   * @param point b̂, which does not change
   */
  PartialCentring(double[] point, CubicPolynomials rows) {
    this.k = rows.k;
    this.point = point;
    this.rows = rows;
    this.gradient = new double[point.length];
    this.hessian = new double[point.length * k];
    this.place = new double[point.length];
    this.levels = new double[point.length];
    this.part = new double[k == 1 ? point.length : 0];
    this.zeros = new double[k == 1 && rows.order < 3 ? point.length : 0];
    this.own = new double[k];
    this.matrix = new double[k * k];
    this.omega = new double[k * k];
  }

  /**
   * Takes S, and ε from levels b under a factor A.
   *
   * @param b null for ε = 0
   * @return whether all conditionals are normals
   */
  boolean begin(CubicPolynomials of, double[] factor, double @Nullable [] b) {
    rows = of;
    SmallMatrices.precision(factor, omega, k);
    if (k == 1 && of.order > 2) {
      return beginSingles(b == null ? point : b, b == null ? 0 : 1);
    }
    if (k == 2) {
      return beginPairs(b);
    }
    boolean good = true;
    double[] second = new double[k * k];
    for (int at = 0; at < point.length; at += k) {
      of.expand(at / k, point, at, own, second);
      System.arraycopy(own, 0, gradient, at, k);
      System.arraycopy(second, 0, hessian, at * k, k * k);
      good &= centre(at);
      for (int i = 0; i < k; i++) {
        double sum = 0;
        for (int l = i; b != null && l < k; l++) {
          sum = Math.fma(matrix[l * k + i], b[at + l] - point[at + l] - own[l], sum);
        }
        place[at + i] = sum;
      }
    }
    return good;
  }

  /** {@code ε = Lᵀ(b − b̂) − L⁻¹(−g − Ωb̂)}, times a number. */
  private boolean beginSingles(double[] b, double times) {
    double o = omega[0];
    double[] slope = rows.slope;
    double[] curvature = rows.curvature;
    double[] third = rows.third;
    for (int j = 0; j < point.length; j++) {
      double x = point[j];
      double q = third[j] * x;
      double h = curvature[j] + q;
      double g = slope[j] + (curvature[j] + q / 2) * x;
      double p = h + o;
      gradient[j] = g;
      hessian[j] = h;
      part[j] = p;
      place[j] = times * (p * (b[j] - x) + g + o * x) / Math.sqrt(p);
    }
    double least = Double.POSITIVE_INFINITY;
    for (double p : part) {
      least = Math.min(least, p);
    }
    return least > 0;
  }

  private boolean beginPairs(double @Nullable [] b) {
    double o00 = omega[0];
    double o10 = omega[2];
    double o11 = omega[3];
    boolean cubic = rows.order > 2;
    boolean good = true;
    for (int j = 0; 2 * j < point.length; j++) {
      double x = point[2 * j];
      double y = point[2 * j + 1];
      double q00 = 0;
      double q10 = 0;
      double q11 = 0;
      if (cubic) {
        double t100 = rows.third[8 * j + 4];
        double t110 = rows.third[8 * j + 6];
        q00 = rows.third[8 * j] * x + t100 * y;
        q10 = t100 * x + t110 * y;
        q11 = t110 * x + rows.third[8 * j + 7] * y;
      }
      double s00 = rows.curvature[4 * j];
      double s10 = rows.curvature[4 * j + 2];
      double s11 = rows.curvature[4 * j + 3];
      double g0 = rows.slope[2 * j] + (s00 + q00 / 2) * x + (s10 + q10 / 2) * y;
      double g1 = rows.slope[2 * j + 1] + (s10 + q10 / 2) * x + (s11 + q11 / 2) * y;
      gradient[2 * j] = g0;
      gradient[2 * j + 1] = g1;
      hessian[4 * j] = s00 + q00;
      hessian[4 * j + 2] = s10 + q10;
      hessian[4 * j + 3] = s11 + q11;
      double p00 = s00 + q00 + o00;
      double p10 = s10 + q10 + o10;
      double rest = s11 + q11 + o11 - p10 * p10 / p00;
      good &= p00 > 0 && rest > 0;
      if (b == null) {
        place[2 * j] = 0;
        place[2 * j + 1] = 0;
        continue;
      }
      // ε = Lᵀ(b − b̂) − L⁻¹(−g − Ωb̂)
      double first = g0 + o00 * x + o10 * y;
      double second = g1 + o10 * x + o11 * y - p10 / p00 * first;
      double root = Math.sqrt(p00);
      double d = b[2 * j] - x;
      double e = b[2 * j + 1] - y;
      place[2 * j] = root * d + (p10 * e + first) / root;
      place[2 * j + 1] = (rest * e + second) / Math.sqrt(rest);
    }
    return good;
  }

  /** U under a factor A, infinite if a conditional is not a normal; b goes to {@link #levels}. */
  double potential(double[] factor) {
    SmallMatrices.precision(factor, omega, k);
    double volume = 1;
    for (int i = 0; i < k; i++) {
      volume *= factor[i * k + i];
    }
    double all = point.length / k * Math.log(volume);
    return all + (k == 1 ? singles() : k == 2 ? pairs() : any());
  }

  private double any() {
    double sum = 0;
    double product = 1;
    for (int at = 0; at < point.length; at += k) {
      if (!centre(at)) {
        return Double.POSITIVE_INFINITY;
      }
      System.arraycopy(place, at, levels, at, k);
      SmallMatrices.backward(matrix, 0, levels, at, k);
      for (int i = 0; i < k; i++) {
        own[i] += levels[at + i];
        levels[at + i] = point[at + i] + own[i];
        product *= matrix[i * k + i];
      }
      if (!(product < MOST && product > 1 / MOST)) {
        sum += Math.log(product);
        product = 1;
      }
      sum += value(at) + prior(at);
    }
    return sum + Math.log(product);
  }

  /** {@code S(b̂ + d) − S(b̂)}, d in {@link #own}. */
  private double value(int at) {
    double sum = 0;
    for (int i = 0; i < k; i++) {
      double inner = gradient[at + i];
      for (int l = 0; l < k; l++) {
        double second = hessian[(at + i) * k + l] / 2;
        for (int n = 0; rows.order > 2 && n < k; n++) {
          second = Math.fma(rows.third[((at + i) * k + l) * k + n] / 6, own[n], second);
        }
        inner = Math.fma(second, own[l], inner);
      }
      sum = Math.fma(inner, own[i], sum);
    }
    return sum;
  }

  private double prior(int at) {
    double sum = 0;
    for (int i = 0; i < k; i++) {
      double inner = omega[i * k + i] * levels[at + i] / 2;
      for (int l = 0; l < i; l++) {
        inner = Math.fma(omega[i * k + l], levels[at + l], inner);
      }
      sum = Math.fma(inner, levels[at + i], sum);
    }
    return sum;
  }

  /** Leaves L in the matrix and {@code μ − b̂} in {@link #own}. */
  private boolean centre(int at) {
    for (int i = 0; i < k; i++) {
      double sum = gradient[at + i];
      for (int l = 0; l < k; l++) {
        sum = Math.fma(omega[i * k + l], point[at + l], sum);
        matrix[i * k + l] = hessian[(at + i) * k + l] + omega[i * k + l];
      }
      own[i] = -sum;
    }
    if (!SmallMatrices.cholesky(matrix, 0, k)) {
      return false;
    }
    SmallMatrices.forward(matrix, 0, own, 0, k);
    SmallMatrices.backward(matrix, 0, own, 0, k);
    return true;
  }

  /** One coefficient a level. */
  private double singles() {
    double o = omega[0];
    double[] third = rows.order > 2 ? rows.third : zeros;
    for (int j = 0; j < point.length; j++) {
      double h = hessian[j];
      double g = gradient[j];
      double p = h + o;
      double d = (place[j] * Math.sqrt(p) - g - o * point[j]) / p;
      double b = point[j] + d;
      levels[j] = b;
      part[j] = d * (g + d * (h / 2 + d * third[j] / 6)) + o * b * b / 2;
    }
    double sum = 0;
    double product = 1;
    for (int j = 0; j < point.length; j++) {
      double p = hessian[j] + o;
      if (!(p > 0)) {
        return Double.POSITIVE_INFINITY;
      }
      sum += part[j];
      product *= p;
      if (!(product < MOST && product > 1 / MOST)) {
        sum += Math.log(product) / 2;
        product = 1;
      }
    }
    return sum + Math.log(product) / 2;
  }

  /** Two, all loops written out. */
  private double pairs() {
    double o00 = omega[0];
    double o10 = omega[2];
    double o11 = omega[3];
    boolean cubic = rows.order > 2;
    double sum = 0;
    double product = 1;
    for (int j = 0; 2 * j < point.length; j++) {
      double h00 = hessian[4 * j];
      double h10 = hessian[4 * j + 2];
      double h11 = hessian[4 * j + 3];
      double p00 = h00 + o00;
      double p10 = h10 + o10;
      double ratio = p10 / p00;
      double rest = h11 + o11 - p10 * ratio;
      if (!(p00 > 0 && rest > 0)) {
        return Double.POSITIVE_INFINITY;
      }
      // L's rows are (√p00, 0) and (p10 / √p00, √rest): solved together for μ and ε
      double x = point[2 * j];
      double y = point[2 * j + 1];
      double g0 = gradient[2 * j];
      double g1 = gradient[2 * j + 1];
      double first = place[2 * j] * Math.sqrt(p00) - g0 - o00 * x - o10 * y;
      double second = place[2 * j + 1] * Math.sqrt(rest) - g1 - o10 * x - o11 * y;
      second += ratio * (g0 + o00 * x + o10 * y);
      double e = second / rest;
      double d = (first - p10 * e) / p00;
      double ofX = g0 + d * h00 / 2;
      double ofY = g1 + d * h10 + e * h11 / 2;
      if (cubic) {
        double t110 = rows.third[8 * j + 6];
        ofX += d * d * rows.third[8 * j] / 6;
        ofY +=
            d * d * rows.third[8 * j + 4] / 2 + e * (d * t110 / 2 + e * rows.third[8 * j + 7] / 6);
      }
      x += d;
      y += e;
      levels[2 * j] = x;
      levels[2 * j + 1] = y;
      sum += d * ofX + e * ofY + x * (o00 * x / 2 + o10 * y) + o11 * y * y / 2;
      product *= p00 * rest;
      if (!(product < MOST && product > 1 / MOST)) {
        sum += Math.log(product) / 2;
        product = 1;
      }
    }
    return sum + Math.log(product) / 2;
  }
}
