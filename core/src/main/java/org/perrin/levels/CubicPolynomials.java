package org.perrin.levels;

/**
 * Polynomials of order three in k variables, one after the other: {@code S(b) = γᵀb + ½ bᵀHb + ⅙
 * T(b, b, b)}, with H and T symmetric and stored in full; or of order two, without T.
 */
final class CubicPolynomials {
  final int k;
  final int order;
  final double[] slope;
  final double[] curvature;
  final double[] third;

  CubicPolynomials(int count, int k, int order) {
    this.k = k;
    this.order = order;
    this.slope = new double[count * k];
    this.curvature = new double[count * k * k];
    this.third = new double[order < 3 ? 0 : Math.multiplyExact(count, k * k * k)];
  }

  /** The same polynomials again. */
  CubicPolynomials copy() {
    var copy = new CubicPolynomials(slope.length / Math.max(1, k), k, order);
    System.arraycopy(slope, 0, copy.slope, 0, slope.length);
    System.arraycopy(curvature, 0, copy.curvature, 0, curvature.length);
    System.arraycopy(third, 0, copy.third, 0, third.length);
    return copy;
  }

  /**
   * Adds polynomials of a block of cells, in the derivatives that {@link CellPolynomials} gives.
   */
  void addLow(double[][] gradient, double[][] hessian, int[] owner, int from, int to) {
    for (int i = 0; i < k; i++) {
      for (int c = from; c < to; c++) {
        slope[owner[c] * k + i] += gradient[i][c - from];
      }
      for (int l = 0; l <= i; l++) {
        double[] second = hessian[CellPolynomials.pair(i, l)];
        for (int c = from; c < to; c++) {
          curvature[(owner[c] * k + i) * k + l] += second[c - from];
        }
      }
    }
  }

  /** Completes sums of {@link #addLow}, which fill the lower half. */
  void mirror() {
    for (int at = 0; at < curvature.length; at += k * k) {
      for (int i = 0; i < k; i++) {
        for (int l = 0; l < i; l++) {
          curvature[at + l * k + i] = curvature[at + i * k + l];
        }
      }
    }
  }

  /** Adds third derivatives of a cell by some of its variables. */
  void addThird(int j, CellPolynomials from, int c, int[] columns) {
    for (int i = 0; order > 2 && i < k; i++) {
      for (int l = 0; l < k; l++) {
        for (int n = 0; n < k; n++) {
          int own = CellPolynomials.triple(columns[i], columns[l], columns[n]);
          third[((j * k + i) * k + l) * k + n] += from.third[own][c];
        }
      }
    }
  }

  /** All but the third order. */
  void clearLow() {
    java.util.Arrays.fill(slope, 0);
    java.util.Arrays.fill(curvature, 0);
  }

  /** {@code S_j(b)}. */
  double value(int j, double[] b, int at) {
    double sum = 0;
    for (int i = 0; i < k; i++) {
      double inner = slope[j * k + i];
      for (int l = 0; l < k; l++) {
        double second = curvature[(j * k + i) * k + l] / 2;
        for (int n = 0; order > 2 && n < k; n++) {
          second = Math.fma(third[((j * k + i) * k + l) * k + n] / 6, b[at + n], second);
        }
        inner = Math.fma(second, b[at + l], inner);
      }
      sum = Math.fma(inner, b[at + i], sum);
    }
    return sum;
  }

  /** {@code S_0(b + e v)} as a polynomial in e. */
  SmoothScales.Line line(double[] b, double[] v) {
    double[] gradient = new double[k];
    double[] hessian = new double[k * k];
    expand(0, b, 0, gradient, hessian);
    double linear = 0;
    double square = 0;
    double cube = 0;
    for (int i = 0; i < k; i++) {
      linear += gradient[i] * v[i];
      for (int l = 0; v[i] != 0 && l < k; l++) {
        square += v[i] * hessian[i * k + l] * v[l];
        for (int n = 0; order > 2 && v[l] != 0 && n < k; n++) {
          cube += v[i] * v[l] * v[n] * third[(i * k + l) * k + n];
        }
      }
    }
    return new SmoothScales.Line(linear, square, cube);
  }

  /** Writes {@code ∇S_j(b)} and {@code ∇²S_j(b)}. */
  void expand(int j, double[] b, int at, double[] gradient, double[] hessian) {
    for (int i = 0; i < k; i++) {
      double first = slope[j * k + i];
      for (int l = 0; l < k; l++) {
        double own = curvature[(j * k + i) * k + l];
        double second = 0;
        for (int n = 0; order > 2 && n < k; n++) {
          second = Math.fma(third[((j * k + i) * k + l) * k + n], b[at + n], second);
        }
        hessian[i * k + l] = own + second;
        first = Math.fma(own + second / 2, b[at + l], first);
      }
      gradient[i] = first;
    }
  }

  /** {@link #shift} of all polynomials. */
  void shiftAll(double[] now) {
    if (k == 1 && order > 2) {
      shiftSingles(now);
    } else if (k == 2 && order > 2) {
      shiftPairs(now);
    } else {
      for (int j = 0; j * k < now.length; j++) {
        shift(j, now, j * k);
      }
    }
  }

  /** {@link #shift} of all polynomials of one variable and order three. */
  private void shiftSingles(double[] now) {
    for (int j = 0; j < now.length; j++) {
      double second = third[j] * now[j];
      slope[j] -= (curvature[j] - second / 2) * now[j];
      curvature[j] -= second;
    }
  }

  /** {@link #shift} of all polynomials of two variables and order three. */
  private void shiftPairs(double[] now) {
    for (int j = 0; 2 * j < now.length; j++) {
      double x = now[2 * j];
      double y = now[2 * j + 1];
      double t100 = third[8 * j + 4];
      double t110 = third[8 * j + 6];
      double q00 = Math.fma(t100, y, third[8 * j] * x);
      double q10 = Math.fma(t110, y, t100 * x);
      double q11 = Math.fma(third[8 * j + 7], y, t110 * x);
      double s00 = curvature[4 * j];
      double s10 = curvature[4 * j + 2];
      double s11 = curvature[4 * j + 3];
      slope[2 * j] -= Math.fma(s10 - q10 / 2, y, (s00 - q00 / 2) * x);
      slope[2 * j + 1] -= Math.fma(s11 - q11 / 2, y, (s10 - q10 / 2) * x);
      curvature[4 * j] = s00 - q00;
      curvature[4 * j + 1] = s10 - q10;
      curvature[4 * j + 2] = s10 - q10;
      curvature[4 * j + 3] = s11 - q11;
    }
  }

  /** From a polynomial in {@code b − now} to the same in b; constants are left out. */
  void shift(int j, double[] now, int at) {
    for (int i = 0; i < k; i++) {
      double first = 0;
      for (int l = 0; l < k; l++) {
        int il = (j * k + i) * k + l;
        double second = 0;
        for (int n = 0; order > 2 && n < k; n++) {
          second = Math.fma(third[il * k + n], now[at + n], second);
        }
        first = Math.fma(curvature[il] - second / 2, now[at + l], first);
        curvature[il] -= second;
      }
      slope[j * k + i] -= first;
    }
  }
}
