package org.perrin.subsampling;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.data.Storage;
import org.perrin.random.RandomStream;

/**
 * Light rows in a table: {@code Λ = maxᵢ λᵢ/pᵢ} with the probabilities as the table has them, so
 * that rounding never lets a bound down. O(N) once, O(1) a row.
 */
final class RowsByBound implements LightRows {
  /** Least λ of a row that has any, as a share of the mean: so rounded chances stay close. */
  private static final double LEAST = 1e-3;

  private final @Nullable ClassTable table;
  private final double total;

  private RowsByBound(@Nullable ClassTable table, double total) {
    this.table = table;
    this.total = total;
  }

  static RowsByBound of(Doubles lambda, Storage storage) {
    long n = lambda.size();
    double sum = 0;
    for (long i = 0; i < n; i++) {
      sum += checked(i, lambda.get(i));
    }
    if (sum == 0) {
      return new RowsByBound(null, 0);
    }
    double least = LEAST * sum / n;
    for (long i = 0; i < n; i++) {
      if (lambda.get(i) > 0 && lambda.get(i) < least) {
        lambda.set(i, least);
      }
    }
    var table = ClassTable.of(lambda, storage);
    double total = 0;
    for (int i = 0; i < n; i++) {
      double bound = lambda.get(i);
      total = bound > 0 ? Math.max(total, bound / table.probability(i)) : total;
    }
    return new RowsByBound(table, total);
  }

  private static double checked(long row, double lambda) {
    if (!(lambda >= 0) || lambda == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "the bound of row %d is %s: it must be finite and not negative".formatted(row, lambda));
    }
    return lambda;
  }

  @Override
  public double total() {
    return total;
  }

  @Override
  public double bound(int row) {
    return table == null ? 0 : total * table.probability(row);
  }

  @Override
  public void draw(int n, RandomStream random, int[] rows, double[] inverse) {
    table.draw(n, random, 1 / total, rows, inverse);
  }
}
