package org.perrin.model;

import org.jspecify.annotations.Nullable;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;

/**
 * A model whose rows are close to polynomials near 0, by bounds that it knows: in the natural
 * metric a sampler can then leave most rows alone and still be exact.
 */
public interface Bounded extends Curved {
  /** Why this one knows no bounds after all, in a phrase; null if it does. */
  default @Nullable String unbounded() {
    return null;
  }

  /**
   * The model in a metric, as {@link Model#in} to the bit, for a sampler that reads few rows after
   * some passes: it may make a row of the metric whenever that is read.
   */
  default Bounded forFewRows(Metric metric) {
    return (Bounded) in(metric);
  }

  /** What says everything of all rows, where a few sums do; null elsewhere. One pass. */
  default @Nullable RowApproximation summary() {
    return summarySize() == 0
        ? null
        : summary(Parallel.sum(rows(), summarySize(), (s, from, to) -> addSummary(from, to, s)));
  }

  /** How many sums say everything; 0 where none do. */
  default int summarySize() {
    return 0;
  }

  /** Adds to those sums what rows {@code from ≤ i < to} have to say. */
  default void addSummary(int from, int to, double[] sum) {
    throw new UnsupportedOperationException("no sums say everything of these rows");
  }

  /** What sums over all rows say. */
  default RowApproximation summary(double[] sum) {
    throw new UnsupportedOperationException("no sums say everything of these rows");
  }

  /**
   * What is known around u = 0 to the second order, in a metric that is of the Hessian at a point;
   * null if no sum over few rows would be left. One pass.
   */
  default @Nullable QuadraticCentre quadratic(double[] curvedAt) {
    return null;
  }

  /** The highest order of polynomials there is, 2 or 3. */
  int highestOrder();

  /** What polynomials of {@code order} leave, bounded within {@code reach} of 0. */
  Remainder remainder(int order, double reach);

  /** How many cubes of vectors a row adds to {@link #addCubic}: what that costs. */
  default int cubes() {
    return 1;
  }

  /** Adds {@code Σ ∇³fᵢ(0)} over rows {@code from ≤ i < to}, laid out as {@link Cubic} has it. */
  void addCubic(int from, int to, double[] sum);

  /** The cubic form of all rows but {@code left}, which may be null; one pass over the data. */
  default CubicForm cubicForm(@Nullable Bounded left) {
    return Cubic.of(Taylor.difference(this, left, Bounded::cubicSum), dimension());
  }

  /** Multiply-adds that an evaluation of {@link #cubicForm} takes, about. */
  default double cubicWork() {
    double d = dimension();
    return d * d * d / 2;
  }

  /** What {@link #addCubic} adds up over all rows: one pass over the data. */
  default double[] cubicSum() {
    return Parallel.sum(rows(), Cubic.size(dimension()), (s, from, to) -> addCubic(from, to, s));
  }
}
