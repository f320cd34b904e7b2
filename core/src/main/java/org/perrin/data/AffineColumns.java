package org.perrin.data;

import java.util.Arrays;

/**
 * Columns centred and scaled where most of a row is 0: element k is {@code aₖ rₖ + bₖ}, r the row
 * as it is stored. With a column of ones among those of r, in place e, that is {@code B r}, {@code
 * B = diag(a) + b eᵀ}: products with v meet {@code Bᵀv}, sums of rows are multiplied by B.
 *
 * @param stride elements of padded vectors
 * @param one e; of no concern where b is 0
 * @param a factors
 * @param b shifts
 */
record AffineColumns(int stride, int one, double[] a, double[] b) {
  /** Columns as they are; of the numbers, {@code ones} holds ones, or there is none if it is −1. */
  static AffineColumns identity(CodedTable table, int stride, int ones) {
    double[] slope = new double[table.width()];
    Arrays.fill(slope, 1);
    int one = ones < 0 ? 0 : table.columns()[ones];
    return new AffineColumns(stride, one, slope, new double[slope.length]);
  }

  int width() {
    return a.length;
  }

  /**
   * Columns {@code (xₖ − centreₖ)/scaleₖ}, of which those that are numbers are stored so already.
   *
   * @param ones whether column {@link #one} still holds ones
   */
  AffineColumns standardised(double[] centre, double[] scale, int[] numbers, boolean ones) {
    double[] slope = new double[a.length];
    double[] shift = new double[a.length];
    for (int k = 0; k < a.length; k++) {
      slope[k] = a[k] / scale[k];
      shift[k] = (b[k] - centre[k]) / scale[k];
    }
    for (int k : numbers) {
      slope[k] = 1;
      shift[k] = 0;
    }
    if (!ones && Arrays.stream(shift).anyMatch(v -> v != 0)) {
      throw new IllegalArgumentException(
          "columns of factors are centred only together with a column of ones");
    }
    return new AffineColumns(stride, one, slope, shift);
  }

  /** Element k of a row that has {@code raw} there. */
  double of(int k, double raw) {
    return Math.fma(a[k], raw, b[k]);
  }

  /** {@code Bᵀv}, padded, in an array that is given. */
  double[] met(double[] v, double[] met) {
    Arrays.fill(met, a.length, stride, 0);
    double shift = 0;
    for (int k = 0; k < a.length; k++) {
      met[k] = a[k] * v[k];
      shift = Math.fma(b[k], v[k], shift);
    }
    met[one] += shift;
    return met;
  }

  /** {@code out += B sum}. */
  void addImage(double[] sum, double[] out) {
    double all = sum[one];
    for (int k = 0; k < a.length; k++) {
      out[k] += Math.fma(a[k], sum[k], b[k] * all);
    }
  }

  /** Upper triangles: {@code (BGBᵀ)ₖₗ = aₖaₗ Gₖₗ + aₖbₗ Gₖₑ + bₖaₗ Gₑₗ + bₖbₗ Gₑₑ}. */
  void addOuterImage(double[] sum, double[] g) {
    double[] row = new double[a.length];
    for (int k = 0; k < row.length; k++) {
      row[k] = sum[Math.min(k, one) * stride + Math.max(k, one)];
    }
    for (int k = 0; k < row.length; k++) {
      for (int l = k; l < row.length; l++) {
        double element = a[k] * a[l] * sum[k * stride + l];
        element += a[k] * b[l] * row[k] + b[k] * a[l] * row[l] + b[k] * b[l] * row[one];
        g[k * stride + l] += element;
      }
    }
  }

  /** {@code Σ (aₖrₖ + bₖ)²} over so many rows, from sums of r and of r², one behind the other. */
  double[] squares(double[] moments, int rows) {
    double[] squares = new double[a.length];
    for (int k = 0; k < a.length; k++) {
      double first = moments[k];
      double second = moments[a.length + 1 + k];
      squares[k] = a[k] * a[k] * second + 2 * a[k] * b[k] * first + b[k] * b[k] * rows;
    }
    return squares;
  }

  /** {@code BᵀMB} of a symmetric d × d matrix, padded. */
  double[] metForm(double[] form) {
    int d = a.length;
    double[] met = new double[stride * stride];
    double[] along = new double[d];
    double all = 0;
    for (int k = 0; k < d; k++) {
      for (int l = 0; l < d; l++) {
        double element = form[k * d + l];
        along[k] = Math.fma(b[l], element, along[k]);
        met[k * stride + l] = a[k] * a[l] * element;
      }
      all = Math.fma(b[k], along[k], all);
    }
    for (int k = 0; k < d; k++) {
      met[k * stride + one] += a[k] * along[k];
      met[one * stride + k] += a[k] * along[k];
    }
    met[one * stride + one] += all;
    return met;
  }

  /** {@code Bᵀm} of a matrix with d rows of {@code columns}, the rows {@code padded} apart. */
  double[] metRows(double[] m, int columns, int padded) {
    double[] met = new double[a.length * padded];
    for (int k = 0; k < a.length; k++) {
      for (int l = 0; l < columns; l++) {
        met[k * padded + l] = a[k] * m[k * columns + l];
      }
    }
    for (int k = 0; k < a.length; k++) {
      for (int l = 0; b[k] != 0 && l < columns; l++) {
        met[one * padded + l] = Math.fma(b[k], m[k * columns + l], met[one * padded + l]);
      }
    }
    return met;
  }
}
