package org.perrin.levels;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.model.Varying;

/**
 * {@code Z_gᵀ W Z_h} of two terms, by level of the first: for each level of g the levels of h that
 * it meets in a row, with a block of {@code k_g × k_h} sums. O(N) to make and to keep.
 */
final class LevelPairs {
  final int[] first;
  final int[] other;
  private final double[] values;
  private final int rows;
  private final int columns;

  private LevelPairs(int[] first, int[] other, double[] values, int rows, int columns) {
    this.first = first;
    this.other = other;
    this.values = values;
    this.rows = rows;
    this.columns = columns;
  }

  static LevelPairs of(Varying g, Varying h, Dataset data) {
    int[] byOther = sort(null, h.level(), h.levels());
    int[] order = sort(byOther, g.level(), g.levels());
    int pairs = 0;
    for (int n = 0; n < order.length; n++) {
      pairs += n == 0 || !same(g, h, order[n], order[n - 1]) ? 1 : 0;
    }
    int kg = g.width();
    int kh = h.width();
    int[] first = new int[g.levels() + 1];
    int[] other = new int[pairs];
    double[] values = new double[Math.multiplyExact(pairs, kg * kh)];
    int at = -1;
    for (int n = 0; n < order.length; n++) {
      int row = order[n];
      if (n == 0 || !same(g, h, row, order[n - 1])) {
        other[++at] = h.level()[row];
        first[g.level()[row] + 1]++;
      }
      double w = data.weight(row);
      for (int c = 0; c < kg; c++) {
        double left = w * g.value(c, row);
        for (int d = 0; d < kh; d++) {
          values[at * kg * kh + c * kh + d] += left * h.value(d, row);
        }
      }
    }
    for (int j = 0; j < g.levels(); j++) {
      first[j + 1] += first[j];
    }
    return new LevelPairs(first, other, values, kg, kh);
  }

  private static boolean same(Varying g, Varying h, int row, int before) {
    return g.level()[row] == g.level()[before] && h.level()[row] == h.level()[before];
  }

  /** Rows in the order of levels, those of a level as they were in {@code order}. */
  static int[] sort(int @Nullable [] order, int[] level, int levels) {
    int[] next = new int[levels + 1];
    for (int j : level) {
      next[j + 1]++;
    }
    for (int j = 0; j < levels; j++) {
      next[j + 1] += next[j];
    }
    int[] out = new int[level.length];
    for (int n = 0; n < level.length; n++) {
      int row = order == null ? n : order[n];
      out[next[level[row]]++] = row;
    }
    return out;
  }

  /** {@code out += Z_gᵀWZ_h b}. */
  void addTo(double[] out, double[] b) {
    multiply(b, 1, out);
  }

  /** {@code out −= Z_gᵀWZ_h b}. */
  void subtractFrom(double[] out, double[] b) {
    multiply(b, -1, out);
  }

  private void multiply(double[] b, double sign, double[] out) {
    if (rows == 1 && columns == 1) {
      for (int j = 0; j + 1 < first.length; j++) {
        out[j] = Math.fma(sign, single(j, b), out[j]);
      }
      return;
    }
    for (int j = 0; j + 1 < first.length; j++) {
      for (int e = first[j]; e < first[j + 1]; e++) {
        for (int c = 0; c < rows; c++) {
          double sum = 0;
          for (int d = 0; d < columns; d++) {
            sum = Math.fma(values[(e * rows + c) * columns + d], b[other[e] * columns + d], sum);
          }
          out[j * rows + c] = Math.fma(sign, sum, out[j * rows + c]);
        }
      }
    }
  }

  /** In four sums, which do not wait for each other. */
  private double single(int j, double[] b) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int e = first[j];
    for (; e + 3 < first[j + 1]; e += 4) {
      s0 = Math.fma(values[e], b[other[e]], s0);
      s1 = Math.fma(values[e + 1], b[other[e + 1]], s1);
      s2 = Math.fma(values[e + 2], b[other[e + 2]], s2);
      s3 = Math.fma(values[e + 3], b[other[e + 3]], s3);
    }
    for (; e < first[j + 1]; e++) {
      s0 = Math.fma(values[e], b[other[e]], s0);
    }
    return s0 + s1 + (s2 + s3);
  }

  /** {@code out += Z_hᵀWZ_g} of level j alone, {@code own} its effects. */
  void scatter(int j, double[] own, int at, double[] out, int from, double sign) {
    if (rows == 1 && columns == 1) {
      double left = sign * own[at];
      for (int e = first[j]; e < first[j + 1]; e++) {
        out[from + other[e]] = Math.fma(values[e], left, out[from + other[e]]);
      }
      return;
    }
    for (int e = first[j]; e < first[j + 1]; e++) {
      for (int c = 0; c < rows; c++) {
        double left = sign * own[at + c];
        for (int d = 0; d < columns; d++) {
          int place = from + other[e] * columns + d;
          out[place] = Math.fma(values[(e * rows + c) * columns + d], left, out[place]);
        }
      }
    }
  }

  /**
   * Lists the numbers of level j of g, k_g for each column of h that it meets, and the places of
   * these columns, the first of h at {@code from}; the next free place is returned.
   */
  int list(int j, int from, int[] places, double[] out, int at) {
    int next = at;
    for (int e = first[j]; e < first[j + 1]; e++) {
      for (int d = 0; d < columns; d++, next++) {
        places[next] = from + other[e] * columns + d;
        for (int c = 0; c < rows; c++) {
          out[next * rows + c] = values[(e * rows + c) * columns + d];
        }
      }
    }
    return next;
  }

  /** Adds all blocks to a dense matrix with {@code width} columns. */
  void spread(double[] matrix, int width, int row, int column) {
    for (int j = 0; j + 1 < first.length; j++) {
      for (int e = first[j]; e < first[j + 1]; e++) {
        for (int c = 0; c < rows; c++) {
          for (int d = 0; d < columns; d++) {
            matrix[(row + j * rows + c) * width + column + other[e] * columns + d] +=
                values[(e * rows + c) * columns + d];
          }
        }
      }
    }
  }
}
