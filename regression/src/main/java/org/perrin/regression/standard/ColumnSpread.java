package org.perrin.regression.standard;

import org.jspecify.annotations.Nullable;
import org.perrin.math.Parallel;

/** How far a column reaches, as {@link ColumnStatistics#spread}. */
public final class ColumnSpread {
  private ColumnSpread() {}

  /** The range if it has two values, else the standard deviation; 1 for a column of ones, null. */
  public static double of(double @Nullable [] values) {
    if (values == null) {
      return 1;
    }
    double range = rangeOfTwo(values);
    double spread = range > 0 ? range : sd(values);
    return spread > 0 ? spread : 1;
  }

  /** How far the mean of a column lies from 0, in its spread; 0 for ones. */
  public static double distance(double @Nullable [] values) {
    return values == null ? 0 : Math.abs(mean(values)) / of(values);
  }

  private static double rangeOfTwo(double... values) {
    double first = values[0];
    double second = first;
    for (double value : values) {
      if (value != first && value != second) {
        if (second != first) {
          return 0;
        }
        second = value;
      }
    }
    return Math.abs(second - first);
  }

  private static double sd(double... values) {
    double mean = mean(values);
    double squares = sum(values, mean, true);
    return Math.sqrt(squares / Math.max(1, values.length - 1));
  }

  private static double mean(double... values) {
    return values[0] + sum(values, values[0], false) / values.length;
  }

  /** Of differences, or of their squares. */
  private static double sum(double[] values, double centre, boolean squared) {
    return Parallel.sum(
        values.length,
        1,
        (total, from, to) -> {
          for (int i = from; i < to; i++) {
            double away = values[i] - centre;
            total[0] += squared ? away * away : away;
          }
        })[0];
  }
}
