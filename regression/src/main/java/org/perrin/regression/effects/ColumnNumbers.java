package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.perrin.io.table.Column;

/** The numbers of a column, and how they are written. */
final class ColumnNumbers {
  private ColumnNumbers() {}

  /** The finite numbers of a column, from the least to the largest. */
  static double[] sorted(Column column) {
    double[] finite =
        Arrays.stream(((Column.Numeric) column).values().toArray())
            .filter(Double::isFinite)
            .toArray();
    Arrays.sort(finite);
    return finite;
  }

  /** The distinct finite numbers of a column in order if there are at most so many, else more. */
  static double[] few(Column.Numeric column, int most) {
    double[] found = new double[most + 1];
    int count = 0;
    for (double value : column.values().toArray()) {
      int k = 0;
      while (k < count && found[k] != value) {
        k++;
      }
      if (k == count && Double.isFinite(value)) {
        found[count++] = value;
        if (count > most) {
          return found;
        }
      }
    }
    double[] all = Arrays.copyOf(found, count);
    Arrays.sort(all);
    return all;
  }

  /** Numbers as people write them. */
  static List<String> texts(double... values) {
    return Arrays.stream(values).mapToObj(ColumnNumbers::text).toList();
  }

  /** Their standard deviation; 1 if they are all the same. */
  static double spread(double[] sorted) {
    double mean = Arrays.stream(sorted).average().orElse(0);
    double sd =
        Math.sqrt(Arrays.stream(sorted).map(v -> (v - mean) * (v - mean)).average().orElse(0));
    return sd > 0 ? sd : 1;
  }

  /** A number as people write it. */
  static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.format(Locale.ROOT, "%.6g", value).replaceFirst("(\\.\\d*?)0+$", "$1");
  }

  /**
   * Evenly spaced between the 1 % and the 99 % quantile; the values themselves if there are few.
   */
  static List<String> grid(Column.Numeric column, int points) {
    double[] own = few(column, points);
    if (own.length <= points) {
      return texts(own);
    }
    double[] sorted = sorted(column);
    double low = sorted[(int) Math.round(0.01 * (sorted.length - 1))];
    double high = sorted[(int) Math.round(0.99 * (sorted.length - 1))];
    boolean tight = high == low;
    double from = tight ? sorted[0] : low;
    double to = tight ? sorted[sorted.length - 1] : high;
    return IntStream.range(0, points)
        .mapToObj(k -> text(from + (to - from) * k / (points - 1)))
        .distinct()
        .toList();
  }

  /** Values at these places of the order, each once. */
  static List<String> quantiles(Column column, double... places) {
    double[] sorted = sorted(column);
    return Arrays.stream(places)
        .mapToObj(p -> text(sorted[(int) Math.round(p * (sorted.length - 1))]))
        .distinct()
        .toList();
  }
}
