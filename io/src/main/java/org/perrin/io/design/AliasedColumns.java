package org.perrin.io.design;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.perrin.data.CodedRows;
import org.perrin.data.Rows;
import org.perrin.math.Parallel;

/**
 * Columns of a design that are combinations of columns before them, such as the empty cells of an
 * interaction: what R's {@code lm} calls aliased. Their coefficients could be anything.
 *
 * <p>They are looked for in a sample of rows first. What no combination gives there, none gives
 * anywhere; what one does is tried on all rows, and rows that contradict join the sample. Takes
 * {@code O(d³)} and usually one or no pass. If columns span all rows, later ones are determined for
 * want of rows only: then just columns of zeros count, as they do where there are more than {@value
 * #MOST_COLUMNS} columns.
 */
final class AliasedColumns {
  private static final int MOST_COLUMNS = 1000;
  private static final int MOST_ROUNDS = 100;
  private static final int MORE_ROWS = 1000;

  private AliasedColumns() {}

  static List<Integer> of(Rows x, boolean intercept) {
    if (x instanceof CodedRows coded && CodedDependence.none(coded)) {
      return List.of();
    }
    if (x.width() > MOST_COLUMNS) {
      return zeros(x);
    }
    int size = Math.min(x.count(), 2 * x.width() + MORE_ROWS);
    TreeSet<Integer> sample = new TreeSet<>();
    IntStream.range(0, size).forEach(i -> sample.add((int) ((long) i * x.count() / size)));
    Orthogonal found = Orthogonal.of(x, sample, intercept);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      boolean all = sample.size() == x.count();
      if (all || found.combinations().isEmpty() || !sample.addAll(contradicting(x, found))) {
        break;
      }
      found = Orthogonal.of(x, sample, intercept);
    }
    return found.rank() == x.count()
        ? zeros(x)
        : found.combinations().stream().map(Orthogonal.Combination::column).toList();
  }

  private static List<Integer> zeros(Rows x) {
    double[] sums =
        Parallel.sum(
            x.count(),
            x.width(),
            (sum, from, to) -> {
              double[] row = new double[x.width()];
              for (int i = from; i < to; i++) {
                x.copy(i, row);
                for (int k = 0; k < row.length; k++) {
                  sum[k] += Math.abs(row[k]);
                }
              }
            });
    return IntStream.range(0, sums.length).filter(k -> sums[k] == 0).boxed().toList();
  }

  /** For each combination the row that it is furthest from, unless it is near all of them. */
  private static List<Integer> contradicting(Rows x, Orthogonal found) {
    List<Orthogonal.Combination> tried = found.combinations();
    int chunks = Parallel.chunks(x.count(), 1);
    int[][] worst = new int[chunks][];
    double[][] error = new double[chunks][tried.size()];
    Parallel.run(
        chunks,
        c -> {
          int from = Parallel.bound(x.count(), chunks, c);
          worst[c] = worst(x, from, Parallel.bound(x.count(), chunks, c + 1), tried, error[c]);
        });
    List<Integer> rows = new ArrayList<>();
    for (int t = 0; t < tried.size(); t++) {
      int at = 0;
      for (int c = 1; c < chunks; c++) {
        at = error[c][t] > error[at][t] ? c : at;
      }
      if (error[at][t] > 0) {
        rows.add(worst[at][t]);
      }
    }
    return rows;
  }

  private static int[] worst(
      Rows x, int from, int to, List<Orthogonal.Combination> tried, double[] error) {
    int[] worst = new int[tried.size()];
    double[] row = new double[x.width()];
    for (int i = from; i < to; i++) {
      x.copy(i, row);
      for (int t = 0; t < worst.length; t++) {
        double away = tried.get(t).error(row);
        if (away > error[t]) {
          error[t] = away;
          worst[t] = i;
        }
      }
    }
    return worst;
  }
}
