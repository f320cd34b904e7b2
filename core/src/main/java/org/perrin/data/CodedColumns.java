package org.perrin.data;

import java.util.Arrays;
import org.perrin.math.Kernels;

/**
 * A {@link CodedTable} by columns, for rows that are read from end to end again and again:
 * registers hold eight rows, and no sum over lanes is made for a row. A product and a sum of rows
 * take a third of what they take row by row.
 *
 * @param height rows, rounded up to whole registers
 * @param columns which column each number is
 * @param numbers column by column
 * @param places of each factor the column that is not 0, or d, column by column
 * @param times of each factor the number that it is multiplied by, or −1 for a one
 */
record CodedColumns(int height, int[] columns, double[] numbers, int[][] places, int[] times) {
  static CodedColumns of(CodedTable table) {
    int n = table.count();
    int height = Kernels.pad(n);
    int pitch = table.pitch();
    double[] numbers = new double[table.numbers() * height];
    int[][] places = new int[table.factors()][n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < table.numbers(); k++) {
        numbers[k * height + i] = table.dense()[i * pitch + k];
      }
      for (int f = 0; f < places.length; f++) {
        places[f][i] = table.places()[i * places.length + f];
      }
    }
    return new CodedColumns(height, table.columns(), numbers, places, table.times());
  }

  /** {@code out[j] = r[first + j] · v}; v has an element for no place. */
  void dots(int first, int n, double[] v, double[] out) {
    double[] near = new double[columns.length];
    for (int k = 0; k < near.length; k++) {
      near[k] = v[columns[k]];
    }
    Kernels.best().columnDots(numbers, height, near.length, first, n, near, out);
    for (int f = 0; f < places.length; f++) {
      if (times[f] < 0) {
        Kernels.best().addElements(v, places[f], first, n, out);
      } else {
        for (int j = 0; j < n; j++) {
          out[j] = Math.fma(value(first + j, f), v[places[f][first + j]], out[j]);
        }
      }
    }
  }

  private double value(int row, int f) {
    return numbers[times[f] * height + row];
  }

  /** {@code sum += Σ c[j] r[first + j]}. */
  void add(int first, int n, double[] c, double[] sum) {
    double[] near = new double[columns.length];
    Kernels.best().addColumns(numbers, height, near.length, first, n, c, near);
    for (int k = 0; k < near.length; k++) {
      sum[columns[k]] += near[k];
    }
    double[] odd = new double[sum.length];
    for (int f = 0; f < places.length; f++) {
      if (times[f] < 0) {
        addLevels(places[f], first, n, c, sum, odd);
      } else {
        for (int j = 0; j < n; j++) {
          sum[places[f][first + j]] += c[j] * value(first + j, f);
        }
      }
    }
    Arrays.setAll(sum, k -> sum[k] + odd[k]);
  }

  /** Every other row to a sum of its own: an element that is added to twice need not wait. */
  private static void addLevels(
      int[] places, int first, int n, double[] c, double[] even, double[] odd) {
    int j = 0;
    for (; j + 1 < n; j += 2) {
      even[places[first + j]] += c[j];
      odd[places[first + j + 1]] += c[j + 1];
    }
    if (j < n) {
      even[places[first + j]] += c[j];
    }
  }
}
