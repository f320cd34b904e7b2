package org.perrin.model;

import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.family.BoundedLikelihood;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/**
 * The cubic form {@code Σ vᵢ ℓ'''ᵢ zᵢ⊗zᵢ⊗zᵢ}, {@code zᵢ = Lᵀxᵢ}, of coded rows: {@code s³/6}
 * elements a row are added up as rows are stored, then each of three indices is multiplied by L,
 * O(d⁴) once.
 */
record CodedCubic(Dataset data, BoundedLikelihood family, CodedRows x) {
  CodedCubic(Dataset data, BoundedLikelihood family) {
    this(data, family, (CodedRows) data.x());
  }

  /** Numbers of a sum: {@code T_ijk} in their place of d × d × d, of {@code i ≤ j ≤ k} only. */
  int size() {
    return Math.multiplyExact(x.width() * x.width(), x.width());
  }

  double[] sum() {
    return Parallel.sum(x.count(), size(), (s, from, to) -> add(from, to, s));
  }

  void add(int from, int to, double[] sum) {
    int d = x.width();
    int[] at = new int[x.nonZeros()];
    double[] r = new double[at.length];
    for (int i = from; i < to; i++) {
      int n = x.elements(i, at, r);
      double c = data.weight(i) * family.derivative(3, data.offset(i), data.responses().get(i));
      for (int e = 0; e < n; e++) {
        for (int f = e; f < n; f++) {
          int row = (at[e] * d + at[f]) * d;
          double scaled = c * r[e] * r[f];
          for (int g = f; g < n; g++) {
            sum[row + at[g]] = Math.fma(scaled, r[g], sum[row + at[g]]);
          }
        }
      }
    }
  }

  /** Adds the image of a sum as {@link Cubic} lays it out. */
  void addImage(double[] sum, double[] factor, double[] out) {
    int d = x.width();
    double[] m = x.met(factor, d);
    double[] full = symmetric(sum, d);
    Parallel.run(d, a -> addImage(a, full, m, d, out));
  }

  /** {@code T_abc = Σ m_ia m_jb m_kc t_ijk} of one a and {@code a ≤ b ≤ c}. */
  private static void addImage(int a, double[] full, double[] m, int d, double[] out) {
    double[] slice = new double[d * d];
    for (int i = 0; i < d; i++) {
      if (m[i * d + a] != 0) {
        Kernels.best().axpy(m[i * d + a], full, i * d * d, slice, 0, d * d);
      }
    }
    double[] half = new double[d * d];
    for (int j = 0; j < d; j++) {
      for (int k = 0; k < d; k++) {
        Kernels.best().axpy(slice[j * d + k], m, k * d, half, j * d, d);
      }
    }
    double[] row = new double[d];
    for (int b = a; b < d; b++) {
      java.util.Arrays.fill(row, 0);
      for (int j = 0; j < d; j++) {
        Kernels.best().axpy(m[j * d + b], half, j * d, row, 0, d);
      }
      for (int c = b; c < d; c++) {
        out[Cubic.index(d, a, b, c)] += row[c];
      }
    }
  }

  private static double[] symmetric(double[] sum, int d) {
    double[] full = new double[sum.length];
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        for (int k = j; k < d; k++) {
          double t = sum[(i * d + j) * d + k];
          full[(i * d + j) * d + k] = t;
          full[(i * d + k) * d + j] = t;
          full[(j * d + i) * d + k] = t;
          full[(j * d + k) * d + i] = t;
          full[(k * d + i) * d + j] = t;
          full[(k * d + j) * d + i] = t;
        }
      }
    }
    return full;
  }
}
