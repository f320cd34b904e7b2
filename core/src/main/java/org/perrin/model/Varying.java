package org.perrin.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Coefficients that vary from level to level of a factor, such as {@code (1 + x | g)}: every level
 * j has k of them, {@code bⱼ ~ N(0, D R D)} with D diagonal (standard deviations) and R a
 * correlation matrix, or the identity where they are not correlated. A row of level j has {@code
 * Σ_c v_c b_jc} in its predictor.
 *
 * @param name of the factor
 * @param predictor which of the family's predictors it belongs to; 0 is the first
 * @param level of each row, from 0
 * @param levels J; some may have no row
 * @param columns what the k coefficients belong to
 * @param values {@code v_c} of each row; null for a constant 1
 * @param correlated whether R is unknown
 * @param scales priors of {@code log sd} of each column, with its Jacobian, as {@link
 *     Priors#exponential} makes them
 * @param lkj shape of the LKJ prior of R: density {@code ∝ det(R)^{lkj − 1}}, 1 is uniform
 */
public record Varying(
    String name,
    int predictor,
    int[] level,
    int levels,
    List<String> columns,
    List<double @Nullable []> values,
    boolean correlated,
    List<Density> scales,
    double lkj) {
  /** Checks that the parts fit. */
  public Varying {
    columns = List.copyOf(columns);
    scales = List.copyOf(scales);
    values = java.util.Collections.unmodifiableList(new java.util.ArrayList<>(values));
    int k = columns.size();
    if (k == 0 || values.size() != k || scales.size() != k) {
      throw new IllegalArgumentException(
          "%d columns, %d arrays of values and %d priors of scales for %s do not fit"
              .formatted(k, values.size(), scales.size(), name));
    }
    for (double[] own : values) {
      if (own != null && own.length != level.length) {
        throw new IllegalArgumentException(
            "%d values for %d rows of %s".formatted(own.length, level.length, name));
      }
    }
    if (!(lkj > 0) || lkj == Double.POSITIVE_INFINITY || predictor < 0) {
      throw new IllegalArgumentException(
          "the shape of correlations of %s must be positive, not %s".formatted(name, lkj));
    }
    for (int j : level) {
      if (j < 0 || j >= levels) {
        throw new IllegalArgumentException(
            "level %d of %s is not one of its %d".formatted(j, name, levels));
      }
    }
  }

  /** In the first predictor. */
  public Varying(
      String name,
      int[] level,
      int levels,
      List<String> columns,
      List<double @Nullable []> values,
      boolean correlated,
      List<Density> scales,
      double lkj) {
    this(name, 0, level, levels, columns, values, correlated, scales, lkj);
  }

  /** An intercept for every level. */
  public static Varying intercepts(String name, int[] level, int levels, Density scale) {
    return new Varying(
        name,
        level,
        levels,
        List.of("1"),
        java.util.Collections.singletonList(null),
        false,
        List.of(scale),
        1);
  }

  /** k. */
  public int width() {
    return columns.size();
  }

  /** How many correlations are unknown: {@code k(k−1)/2}, or none. */
  public int correlations() {
    return correlated ? width() * (width() - 1) / 2 : 0;
  }

  /** {@code v_c} of a row. */
  public double value(int column, int row) {
    double[] own = values.get(column);
    return own == null ? 1 : own[row];
  }
}
