package org.perrin.regression.model;

import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Where the predictors of a family's parameters come from: columns of the design that are their
 * own, or a number that all rows share.
 *
 * @param spans the columns of each parameter that has some, in the order of the design
 * @param source for each parameter the place of its span, or {@code −1 − j} if it is the j-th of
 *     those that all rows share
 */
public record Predictors(List<Span> spans, int[] source) {
  /** Columns {@code from ≤ k < to}. */
  public record Span(int from, int to) {}

  /** The coefficients of one span, 0 for all other columns, in an array of that length. */
  public double[] point(int span, double[] coefficients, int length) {
    double[] point = new double[length];
    Span own = spans.get(span);
    System.arraycopy(coefficients, own.from(), point, own.from(), own.to() - own.from());
    return point;
  }

  /** The predictors of all parameters, from those of spans and the numbers that rows share. */
  public double[] all(IntToDoubleFunction ofSpan, double[] shared) {
    double[] all = new double[source.length];
    for (int k = 0; k < all.length; k++) {
      all[k] = source[k] >= 0 ? ofSpan.applyAsDouble(source[k]) : shared[-1 - source[k]];
    }
    return all;
  }
}
