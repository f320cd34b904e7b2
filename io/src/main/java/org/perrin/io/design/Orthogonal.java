package org.perrin.io.design;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.IntStream;
import org.perrin.data.Rows;

/**
 * Columns made orthogonal one after the other (Gram and Schmidt, twice, as Giraud, Langou and
 * Rozložník, 2005, show to be enough), and those of which nothing is left: less than 10⁻⁷ of the
 * column, as in R's {@code lm}. The column is taken about its mean where there is an intercept, so
 * that a year or a time stamp counts by how it varies.
 *
 * @param rank the number of columns that are no combinations
 * @param combinations the others
 */
record Orthogonal(int rank, List<Combination> combinations) {
  private static final double TOLERANCE = 1e-7;
  private static final double ROUNDING = 1e-12;

  /**
   * A column that is a combination of others in the rows that were looked at.
   *
   * @param column its place
   * @param sources the places of the others
   * @param factors theirs
   * @param spread root mean square of the column, about its mean if there is an intercept
   */
  record Combination(int column, int[] sources, double[] factors, double spread) {
    /** How far a row is from it, 0 if near enough. */
    double error(double[] row) {
      double left = row[column];
      double size = Math.abs(left);
      for (int k = 0; k < sources.length; k++) {
        double part = factors[k] * row[sources[k]];
        left -= part;
        size += Math.abs(part);
      }
      double error = Math.abs(left);
      return error > TOLERANCE * spread + ROUNDING * size ? error : 0;
    }
  }

  static Orthogonal of(Rows x, SortedSet<Integer> rows, boolean intercept) {
    double[][] columns = new double[x.width()][rows.size()];
    double[] row = new double[x.width()];
    int i = 0;
    for (int at : rows) {
      x.copy(at, row);
      for (int k = 0; k < row.length; k++) {
        columns[k][i] = row[k];
      }
      i++;
    }
    return of(columns, intercept);
  }

  private static Orthogonal of(double[][] columns, boolean intercept) {
    List<double[]> basis = new ArrayList<>();
    List<double[]> triangle = new ArrayList<>();
    List<Integer> kept = new ArrayList<>();
    List<Combination> combinations = new ArrayList<>();
    for (int j = 0; j < columns.length; j++) {
      double[] v = columns[j];
      double[] along = new double[basis.size() + 1];
      double size = norm(v);
      project(basis, 0, intercept && j > 0 ? 1 : 0, v, along);
      double spread = norm(v) > ROUNDING * size ? norm(v) : 0;
      project(basis, intercept && j > 0 ? 1 : 0, basis.size(), v, along);
      project(basis, 0, basis.size(), v, along);
      double left = norm(v);
      if (left > TOLERANCE * spread) {
        along[basis.size()] = left;
        scale(v, 1 / left);
        basis.add(v);
        triangle.add(along);
        kept.add(j);
      } else {
        double typical = spread / Math.sqrt(v.length);
        combinations.add(combination(j, kept, solve(triangle, along), typical));
      }
    }
    return new Orthogonal(kept.size(), combinations);
  }

  private static Combination combination(
      int column, List<Integer> kept, double[] factors, double spread) {
    int[] used = IntStream.range(0, factors.length).filter(k -> factors[k] != 0).toArray();
    return new Combination(
        column,
        IntStream.of(used).map(kept::get).toArray(),
        IntStream.of(used).mapToDouble(k -> factors[k]).toArray(),
        spread);
  }

  /** Takes away what lies along some of the basis. */
  private static void project(List<double[]> basis, int from, int to, double[] v, double[] along) {
    for (int k = from; k < to; k++) {
      double[] q = basis.get(k);
      double dot = 0;
      for (int i = 0; i < v.length; i++) {
        dot += q[i] * v[i];
      }
      for (int i = 0; i < v.length; i++) {
        v[i] -= dot * q[i];
      }
      along[k] += dot;
    }
  }

  private static double norm(double[] v) {
    double largest = 0;
    for (double value : v) {
      largest = Math.max(largest, Math.abs(value));
    }
    if (largest == 0) {
      return 0;
    }
    double square = 0;
    for (double value : v) {
      square += value / largest * (value / largest);
    }
    return largest * Math.sqrt(square);
  }

  private static void scale(double[] v, double factor) {
    for (int i = 0; i < v.length; i++) {
      v[i] *= factor;
    }
  }

  /** The factors of the kept columns, by substitution from the last. */
  private static double[] solve(List<double[]> triangle, double[] along) {
    double[] factors = new double[triangle.size()];
    for (int k = factors.length - 1; k >= 0; k--) {
      double left = along[k];
      for (int j = k + 1; j < factors.length; j++) {
        left -= triangle.get(j)[k] * factors[j];
      }
      factors[k] = left / triangle.get(k)[k];
    }
    return factors;
  }
}
