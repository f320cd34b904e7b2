package org.perrin.data;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/**
 * What a regression sees: a design matrix with names for its columns, a response, and, where there
 * are any, an offset in the linear predictor and a weight for each row.
 *
 * @param x the design, an intercept included if the model is to have one
 * @param responses y, or null
 * @param offsets added to the linear predictor, or null
 * @param weights how often each row counts, or null
 * @param names of the columns of x
 */
public record Dataset(
    Rows x,
    @Nullable Doubles responses,
    @Nullable Doubles offsets,
    @Nullable Doubles weights,
    List<String> names) {
  /** Checks that the parts fit. */
  public Dataset {
    checkLength("the response", responses, x);
    checkLength("the offset", offsets, x);
    checkLength("the weight", weights, x);
    if (names.size() != x.width()) {
      throw new IllegalArgumentException(
          "%d names for %d columns".formatted(names.size(), x.width()));
    }
    names = List.copyOf(names);
    Kernels.expect((long) x.count() * x.width());
  }

  /** From arrays, null where there is nothing. */
  public Dataset(
      Rows x,
      double @Nullable [] y,
      double @Nullable [] offset,
      double @Nullable [] weight,
      List<String> names) {
    this(x, finite("response", y), finite("offset", offset), finite("weight", weight), names);
    for (int i = 0; weight != null && i < weight.length; i++) {
      if (weight[i] < 0) {
        throw new IllegalArgumentException(
            "the weight of row %d is %s: weights must not be negative".formatted(i, weight[i]));
      }
    }
  }

  private static void checkLength(String what, @Nullable Doubles values, Rows x) {
    if (values != null && values.size() != x.count()) {
      throw new IllegalArgumentException(
          "%s has %d values for %d rows".formatted(what, values.size(), x.count()));
    }
  }

  private static @Nullable Doubles finite(String what, double @Nullable [] values) {
    for (int i = 0; values != null && i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "the %s of row %d is %s: data must be finite".formatted(what, i, values[i]));
      }
    }
    return values == null ? null : Doubles.of(values);
  }

  /** The response in an array, which takes a copy where the data are mapped; null if none. */
  public double @Nullable [] y() {
    return responses == null ? null : responses.toArray();
  }

  /** As {@link #y()}. */
  public double @Nullable [] offset() {
    return offsets == null ? null : offsets.toArray();
  }

  /** As {@link #y()}. */
  public double @Nullable [] weight() {
    return weights == null ? null : weights.toArray();
  }

  /** How often a row counts. */
  public double weight(int row) {
    return weights == null ? 1 : weights.get(row);
  }

  /** What is added to a row's linear predictor. */
  public double offset(int row) {
    return offsets == null ? 0 : offsets.get(row);
  }

  /** A design and a response, columns named x0, x1, … */
  public static Dataset of(Rows x, double @Nullable [] y) {
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
    return new Dataset(x, responses, offsets, weights, newNames);
  }

  /** N. */
  public int count() {
    return x.count();
  }

  /** Throws if {@code refuse} says of a response what is wrong with it. */
  public void checkResponses(DoubleFunction<@Nullable String> refuse) {
    Parallel.overRows(
        count(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            String fault = refuse.apply(responses.get(i));
            if (fault != null) {
              throw new IllegalArgumentException(
                  "the response of row %d is %s: %s".formatted(i, responses.get(i), fault));
            }
          }
        });
  }

  /** The rows with these numbers, copied. */
  public Dataset select(int[] rows) {
    return new Dataset(
        x.select(rows), pick(responses, rows), pick(offsets, rows), pick(weights, rows), names);
  }

  /** The same with its rows stored in another way. */
  public Dataset with(Rows rows) {
    return new Dataset(rows, responses, offsets, weights, names);
  }

  /** The same rows, row i counted {@code factors[i]} times. */
  public Dataset scaled(double[] factors) {
    if (Arrays.stream(factors).allMatch(f -> f == 1)) {
      return this;
    }
    double[] scaled = new double[count()];
    Arrays.setAll(scaled, i -> factors[i] * weight(i));
    return new Dataset(x, responses, offsets, Doubles.of(scaled), names);
  }

  private static @Nullable Doubles pick(@Nullable Doubles values, int[] rows) {
    return values == null
        ? null
        : Doubles.of(Arrays.stream(rows).mapToDouble(values::get).toArray());
  }
}
