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
   */
  void add(int j, CubicPolynomials from, int c, int[] columns, double[] point, int at) {
    int m = from.k;
    for (int i = 0; i < k; i++) {
      int a = c * m + columns[i];
      double first = from.slope[a];
      for (int l = 0; l < m; l++) {
        double own = from.curvature[a * m + l];
        double second = 0;
        for (int n = 0; order > 2 && n < m; n++) {
          second = Math.fma(from.third[(a * m + l) * m + n], point[at + n], second);
        }
        first = Math.fma(own + second / 2, point[at + l], first);
      }
      slope[j * k + i] += first;
      for (int l = 0; l < k; l++) {
        int b = a * m + columns[l];
        double own = from.curvature[b];
        for (int n = 0; order > 2 && n < m; n++) {
          own = Math.fma(from.third[b * m + n], point[at + n], own);
        }
        curvature[(j * k + i) * k + l] += own;
        for (int n = 0; order > 2 && n < k; n++) {
          third[((j * k + i) * k + l) * k + n] += from.third[b * m + columns[n]];
        }
      }
    }
  }

  /** {@code S(b) += P_c(φ₀ + Eb)} but for the third order, where E chooses the first columns. */
  void addLow(CubicPolynomials from, int c, double[] point) {
    int m = from.k;
    for (int i = 0; i < k; i++) {
      int a = c * m + i;
      double first = from.slope[a];
      for (int l = 0; l < m; l++) {
        double own = from.curvature[a * m + l];
        double second = 0;
        int at = (a * m + l) * m;
        for (int n = 0; order > 2 && n < m; n++) {
          second = Math.fma(from.third[at + n], point[n], second);
        }
        first = Math.fma(own + second / 2, point[l], first);
        if (l < k) {
          curvature[i * k + l] += own + second;
        }
      }
      slope[i] += first;
    }
  }
}
