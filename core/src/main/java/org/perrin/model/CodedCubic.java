package org.perrin.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.CodedCubes;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.family.BoundedLikelihood;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.math.SpareArrays;

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

  /** Of a sum over all rows, as {@link CodedCubes#spread} gives it, and M. */
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
    return of(((CodedRows) all.x()).cubes().spread(sums(all, family)), all, left, family, factor);
  }

  /** The same where what all rows add up to is known, and {@code all} may be any of them. */
  static CodedCubic of(
      double[] sum,
      Dataset all,
      @Nullable Dataset left,
      BoundedLikelihood family,
      double[] factor) {
    int d = all.x().width();
    if (left != null) {
      double[] without = ((CodedRows) left.x()).cubes().spread(sums(left, family));
      for (int k = 0; k < sum.length; k++) {
        sum[k] -= without[k];
      }
    }
    return new CodedCubic(sum, ((CodedRows) all.x()).met(factor, d), d);
  }

  /** What all rows add up to, as {@link CodedCubes} has it. */
  private static double[] sums(Dataset data, BoundedLikelihood family) {
    CodedCubes cubes = ((CodedRows) data.x()).cubes();
    return Parallel.sum(
        data.count(), cubes.size(), (s, from, to) -> add(cubes, data, family, from, to, s));
  }

  /** Adds rows {@code from ≤ i < to}. */
  static void add(
      CodedCubes cubes, Dataset data, BoundedLikelihood family, int from, int to, double[] sum) {
    cubes.add(from, to, derivatives(data, family, from, to), sum);
  }

  private static double[] derivatives(Dataset data, BoundedLikelihood family, int from, int to) {
    double[] third = new double[to - from];
    for (int i = from; i < to; i++) {
      third[i - from] =
          data.weight(i) * family.derivative(3, data.offset(i), data.responses().get(i));
    }
    return third;
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
    double[] w = SpareArrays.take(d);
    double[] g = SpareArrays.zeros(d);
    double[] point = SpareArrays.zeros(stride);
    double[] pulled = SpareArrays.zeros(stride);
    System.arraycopy(u, 0, point, 0, d);
    Kernels.best().dots(map, stride, 0, d, point, w);
    double value = addRuns(w, g) + addSingles(w, g);
    Kernels.best().addRows(map, stride, 0, d, g, pulled);
    for (int k = 0; k < d; k++) {
      out[k] += pulled[k] / 6;
    }
    SpareArrays.give(pulled);
    SpareArrays.give(point);
    SpareArrays.give(g);
    SpareArrays.give(w);
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
