package org.perrin.subsampling;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.data.Storage;
import org.perrin.math.Parallel;
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
    raise(lambda, LEAST * sum / n);
    var table = ClassTable.of(lambda, storage);
    return new RowsByBound(table, largestRatio(lambda, table));
  }

  private static void raise(Doubles lambda, double least) {
    Parallel.overRows(
        (int) lambda.size(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            if (lambda.get(i) > 0 && lambda.get(i) < least) {
              lambda.set(i, least);
            }
          }
        });
  }

  /** {@code maxᵢ λᵢ/pᵢ}. */
  private static double largestRatio(Doubles lambda, ClassTable table) {
    int n = (int) lambda.size();
    int chunks = Parallel.chunks(n, 1);
    double[] most = new double[chunks];
    Parallel.run(
        chunks,
        c -> {
          double own = 0;
          for (int i = Parallel.bound(n, chunks, c); i < Parallel.bound(n, chunks, c + 1); i++) {
            double bound = lambda.get(i);
            own = bound > 0 ? Math.max(own, bound / table.probability(i)) : own;
          }
          most[c] = own;
        });
    return Arrays.stream(most).max().orElse(0);
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
