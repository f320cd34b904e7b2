package org.perrin.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.math.Kernels;

/**
 * A {@link CodedTable} by columns, for rows that are read from end to end again and again:
 * registers hold eight rows, and no sum over lanes is made for a row. Factors of which few
 * combinations occur are one ({@link JointFactor}).
 *
 * @param height rows, rounded up to whole registers
 * @param columns which column each number is
 * @param numbers column by column
 * @param factors those that are not multiplied by a number, joined
 * @param scaled those that are
 */
record CodedColumns(
    int height, int[] columns, double[] numbers, List<JointFactor> factors, List<Scaled> scaled) {
  /** Numbers are filled up with columns of zeros to a multiple of it: kernels take so many. */
  private static final int TOGETHER = 4;

  /** A factor times a number: places by row, and where the number's column begins. */
  private record Scaled(int[] places, int number) {}

  static CodedColumns of(CodedTable table) {
    int n = table.count();
    int height = Kernels.pad(n);
    double[] numbers = new double[together(table.numbers()) * height];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < table.numbers(); k++) {
        numbers[k * height + i] = table.dense()[i * table.pitch() + k];
      }
    }
    var factors = new ArrayList<JointFactor>();
    var scaled = new ArrayList<Scaled>();
    for (int f = 0; f < table.factors(); f++) {
      int[] places = places(table, f);
      if (table.times()[f] < 0) {
        JointFactor.add(factors, places);
      } else {
        scaled.add(new Scaled(places, table.times()[f] * height));
      }
    }
    return new CodedColumns(height, table.columns(), numbers, factors, scaled);
  }

  private static int together(int columns) {
    return (columns + TOGETHER - 1) / TOGETHER * TOGETHER;
  }

  private static int[] places(CodedTable table, int f) {
    int[] places = new int[table.count()];
    Arrays.setAll(places, i -> table.places()[i * table.factors() + f]);
    return places;
  }

  /** {@code out[j] = r[first + j] · v}; v has an element for no place. */
  void dots(int first, int n, double[] v, double[] out) {
    double[] near = new double[together(columns.length)];
    for (int k = 0; k < columns.length; k++) {
      near[k] = v[columns[k]];
    }
    Kernels.best().columnDots(numbers, height, near.length, first, n, near, out);
    for (JointFactor factor : factors) {
      factor.addOf(first, n, v, out);
    }
    for (Scaled factor : scaled) {
      for (int j = 0; j < n; j++) {
        double x = numbers[factor.number + first + j];
        out[j] = Math.fma(x, v[factor.places[first + j]], out[j]);
      }
    }
  }

  /** {@code sum += Σ c[j] r[first + j]}. */
  void add(int first, int n, double[] c, double[] sum) {
    double[] near = new double[together(columns.length)];
    Kernels.best().addColumns(numbers, height, near.length, first, n, c, near);
    for (int k = 0; k < columns.length; k++) {
      sum[columns[k]] += near[k];
    }
    for (JointFactor factor : factors) {
      factor.addTo(first, n, c, sum);
    }
    for (Scaled factor : scaled) {
      for (int j = 0; j < n; j++) {
        int place = factor.places[first + j];
        sum[place] = Math.fma(c[j], numbers[factor.number + first + j], sum[place]);
      }
    }
  }
}
