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

  void clear() {
    java.util.Arrays.fill(slope, 0);
    java.util.Arrays.fill(curvature, 0);
    java.util.Arrays.fill(third, 0);
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

  /**
   * Adds a part of another polynomial, in m variables, around a point: {@code S_j(b) += P_c(φ₀ + E
   * b)}, E choosing columns; constants are left out.
   *
   * @param bend m numbers to work with
   */
  void add(int j, CubicPolynomials from, int c, int[] columns, double[] point, double[] bend) {
    int m = from.k;
    for (int i = 0; i < k; i++) {
      int a = c * m + columns[i];
      double first = from.slope[a];
      for (int l = 0; l < m; l++) {
        double own = from.curvature[a * m + l];
        double second = order > 2 ? dot(from.third, (a * m + l) * m, point, m) : 0;
        bend[l] = own + second;
        first = Math.fma(own + second / 2, point[l], first);
      }
      slope[j * k + i] += first;
      int row = (j * k + i) * k;
      for (int l = 0; l < k; l++) {
        curvature[row + l] += bend[columns[l]];
      }
      for (int l = 0; order > 2 && l < k; l++) {
        int b = (a * m + columns[l]) * m;
        for (int n = 0; n < k; n++) {
          third[(row + l) * k + n] += from.third[b + columns[n]];
        }
      }
    }
  }

  private static double dot(double[] a, int at, double[] b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum = Math.fma(a[at + i], b[i], sum);
    }
    return sum;
  }

  /** {@code S(b) += P_c(φ₀ + Eb)} but for the third order, where E chooses the first columns. */
  void addLow(CubicPolynomials from, int c, double[] point) {
    int m = from.k;
    for (int i = 0; i < k; i++) {
      int a = c * m + i;
      double first = from.slope[a];
      for (int l = 0; l < m; l++) {
        double own = from.curvature[a * m + l];
        double second = order > 2 ? dot(from.third, (a * m + l) * m, point, m) : 0;
        first = Math.fma(own + second / 2, point[l], first);
        if (l < k) {
          curvature[i * k + l] += own + second;
        }
      }
      slope[i] += first;
    }
  }
}
