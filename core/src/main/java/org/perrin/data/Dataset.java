package org.perrin.data;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a regression sees: a design matrix with names for its columns, a response, and, where there
 * are any, an offset in the linear predictor and a weight for each row.
 *
 * @param x the design, an intercept included if the model is to have one
 * @param y the response
 * @param offset added to the linear predictor, or null
 * @param weight how often each row counts, or null
 * @param names of the columns of x
 */
public record Dataset(Rows x, double[] y, double[] offset, double[] weight, List<String> names) {
  /** Checks that the parts fit. */
  public Dataset {
    checkLength("the response", y, x);
    checkLength("the offset", offset, x);
    checkLength("the weight", weight, x);
    if (weight != null) {
      for (int i = 0; i < weight.length; i++) {
        if (weight[i] < 0) {
          throw new IllegalArgumentException(
              "the weight of row %d is %s: weights must not be negative".formatted(i, weight[i]));
        }
      }
    }
    if (names.size() != x.width()) {
      throw new IllegalArgumentException(
          "%d names for %d columns".formatted(names.size(), x.width()));
    }
    names = List.copyOf(names);
  }

  private static void checkLength(String what, double[] values, Rows x) {
    if (values == null) {
      return;
    }
    if (values.length != x.count()) {
      throw new IllegalArgumentException(
          "%s has %d values for %d rows".formatted(what, values.length, x.count()));
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "%s of row %d is %s: data must be finite".formatted(what, i, values[i]));
      }
    }
  }

  /** A design and a response, columns named x0, x1, … */
  public static Dataset of(Rows x, double[] y) {
    return new Dataset(x, y, null, null, numbered(x.width()));
  }

  /** As {@link #of(Rows, double[])}, from plain arrays. */
  public static Dataset of(double[][] x, double[] y) {
    return of(DenseRows.of(x), y);
  }

  private static List<String> numbered(int width) {
    return IntStream.range(0, width).mapToObj(k -> "x" + k).toList();
  }

  /** The same rows with other names. */
  public Dataset named(List<String> newNames) {
    return new Dataset(x, y, offset, weight, newNames);
  }

  /** N. */
  public int count() {
    return x.count();
  }

  /** The rows with these numbers, copied. */
  public Dataset select(int[] rows) {
    DenseRows chosen =
        DenseRows.fill(
            rows.length,
            x.width(),
            (row, to, at) -> {
              for (int k = 0; k < x.width(); k++) {
                to[at + k] = x.get(rows[row], k);
              }
            });
    return new Dataset(chosen, pick(y, rows), pick(offset, rows), pick(weight, rows), names);
  }

  /** The same rows, row i counted {@code factors[i]} times. */
  public Dataset scaled(double[] factors) {
    double[] scaled = new double[count()];
    Arrays.setAll(scaled, i -> factors[i] * (weight == null ? 1 : weight[i]));
    return new Dataset(x, y, offset, scaled, names);
  }

  private static double[] pick(double[] values, int[] rows) {
    return values == null ? null : Arrays.stream(rows).mapToDouble(i -> values[i]).toArray();
  }
}
