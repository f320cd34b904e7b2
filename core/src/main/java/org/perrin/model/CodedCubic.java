package org.perrin.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.family.BoundedLikelihood;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/**
 * The cubic form {@code Σ vᵢ ℓ'''ᵢ (zᵢᵀu)³/6}, {@code zᵢ = Lᵀxᵢ}, of coded rows. It is kept as rows
 * are stored, {@code Σ t_ijk wᵢwⱼwₖ/6} with {@code w = Mu}, {@code M = BᵀL}: a row adds to {@code
 * s³/6} of the t, and levels of one factor never meet, so most t are 0. Those of a pair i, j lie
 * together for neighbouring k.
 */
final class CodedCubic implements CubicForm {
  /** Shorter runs are taken one by one. */
  private static final int SHORT = 4;

  private final int d;
  private final int stride;
  private final double[] map;
  private final double[] values;
  private int[] pairs;
  private int[] single;
  private int runs;
  private int singles;

  /** Of a sum over all rows, as {@link #add} makes it, and M. */
  private CodedCubic(double[] sum, double[] map, int d) {
    this.d = d;
    this.stride = Kernels.pad(d);
    this.map = DenseRows.padRows(map, d, d);
    this.values = sum;
    this.pairs = new int[4 * 64];
    this.single = new int[4 * 64];
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        divide(i, j);
      }
    }
  }

  /** The form of rows without those of {@code left}, which may be null. */
  static CodedCubic of(
      Dataset all, @Nullable Dataset left, BoundedLikelihood family, double[] factor) {
    int d = all.x().width();
    double[] sum = sum(all, family);
    if (left != null) {
      double[] without = sum(left, family);
      for (int k = 0; k < sum.length; k++) {
        sum[k] -= without[k];
      }
    }
    return new CodedCubic(sum, ((CodedRows) all.x()).met(factor, d), d);
  }

  private static double[] sum(Dataset data, BoundedLikelihood family) {
    int d = data.x().width();
    return Parallel.sum(data.count(), d * d * d, (s, from, to) -> add(data, family, from, to, s));
  }

  /** {@code sum_ijk += Σ c rᵢrⱼrₖ}, {@code i ≤ j ≤ k}, times how often the product occurs. */
  private static void add(Dataset data, BoundedLikelihood family, int from, int to, double[] sum) {
    var x = (CodedRows) data.x();
    int d = x.width();
    int[] at = new int[x.nonZeros()];
    double[] r = new double[at.length];
    for (int i = from; i < to; i++) {
      int n = x.elements(i, at, r);
      double c = data.weight(i) * family.derivative(3, data.offset(i), data.responses().get(i));
      for (int e = 0; e < n; e++) {
        for (int f = e; f < n; f++) {
          int row = (at[e] * d + at[f]) * d;
          double scaled = (e == f ? 3 : 6) * c * r[e] * r[f];
          // of three equal ones there is one product, of two three
          sum[row + at[f]] = Math.fma(e == f ? scaled / 3 : scaled / 2, r[f], sum[row + at[f]]);
          for (int g = f + 1; g < n; g++) {
            sum[row + at[g]] = Math.fma(scaled, r[g], sum[row + at[g]]);
          }
        }
      }
    }
  }

  /** Takes note of the elements of a pair. */
  private void divide(int i, int j) {
    int row = (i * d + j) * d;
    int k = j;
    while (k < d) {
      int end = k;
      while (end < d && values[row + end] != 0) {
        end++;
      }
      if (end - k >= SHORT) {
        pairs = put(pairs, runs++, i, j, k, end - k);
      } else {
        for (int l = k; l < end; l++) {
          single = put(single, singles++, i, j, l, 1);
        }
      }
      k = end + 1;
    }
  }

  private static int[] put(int[] list, int n, int i, int j, int k, int length) {
    int[] to = list.length < 4 * (n + 1) ? Arrays.copyOf(list, 2 * list.length) : list;
    to[4 * n] = i;
    to[4 * n + 1] = j;
    to[4 * n + 2] = k;
    to[4 * n + 3] = length;
    return to;
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  public double addGradient(double[] u, double[] out) {
    double[] w = new double[d];
    Kernels.best().dots(map, stride, 0, d, Kernels.padded(u), w);
    double[] g = new double[d];
    double value = addRuns(w, g) + addSingles(w, g);
    double[] pulled = new double[stride];
    Kernels.best().addRows(map, stride, 0, d, g, pulled);
    for (int k = 0; k < d; k++) {
      out[k] += pulled[k] / 6;
    }
    return value / 6;
  }

  private double addRuns(double[] w, double[] g) {
    Kernels kernels = Kernels.best();
    double value = 0;
    for (int p = 0; p < runs; p++) {
      int i = pairs[4 * p];
      int j = pairs[4 * p + 1];
      int k = pairs[4 * p + 2];
      int n = pairs[4 * p + 3];
      int at = (i * d + j) * d + k;
      double along = kernels.dot(values, at, w, k, n);
      double both = w[i] * w[j];
      kernels.axpy(both, values, at, g, k, n);
      g[i] = Math.fma(w[j], along, g[i]);
      g[j] = Math.fma(w[i], along, g[j]);
      value = Math.fma(both, along, value);
    }
    return value;
  }

  private double addSingles(double[] w, double[] g) {
    double value = 0;
    for (int p = 0; p < singles; p++) {
      int i = single[4 * p];
      int j = single[4 * p + 1];
      int k = single[4 * p + 2];
      double t = values[(i * d + j) * d + k];
      g[i] += t * w[j] * w[k];
      g[j] += t * w[i] * w[k];
      g[k] += t * w[i] * w[j];
      value += t * w[i] * w[j] * w[k];
    }
    return value;
  }
}
