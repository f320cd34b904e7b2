package org.perrin.regression.standard;

import java.util.Arrays;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.math.Parallel;

/**
 * The columns of a design at a glance, from one pass.
 *
 * @param mean of each
 * @param sd of each, 0 if it is constant
 * @param low the least value
 * @param high the greatest value
 * @param twoValued whether there are no others than these two
 */
public record ColumnStatistics(
    double[] mean, double[] sd, double[] low, double[] high, boolean[] twoValued) {
  private static final int CHUNKS = 64;

  /** Looks at all rows; the same bits on any number of threads. */
  public static ColumnStatistics of(Dataset data) {
    int n = data.count();
    Part[] parts = new Part[Math.min(CHUNKS, n)];
    Parallel.run(parts.length, c -> parts[c] = Part.of(data.x(), bound(n, c), bound(n, c + 1)));
    Part all = parts[0];
    for (int c = 1; c < parts.length; c++) {
      all.add(parts[c]);
    }
    return all.columns();
  }

  private static int bound(int n, int c) {
    return (int) ((long) n * c / Math.min(CHUNKS, n));
  }

  /** How far a column reaches, as default priors see it: its range if it has two values. */
  public double spread(int k) {
    return twoValued[k] ? high[k] - low[k] : sd[k] > 0 ? sd[k] : 1;
  }

  /** Some rows; squares are taken around the part's own mean, so that no digits are lost. */
  private static final class Part {
    private final double[] mean;
    private final double[] squares;
    private final double[] low;
    private final double[] high;
    private final boolean[] more;
    private double count;

    static Part of(Rows x, int from, int to) {
      double[] first = new double[x.width()];
      x.copy(from, first);
      var part = new Part(first, to - from);
      if (x instanceof CodedRows coded) {
        part.see(coded.stored(), from, to);
      } else {
        part.see(x, from, to, first);
      }
      return part;
    }

    private Part(double[] first, int count) {
      int d = first.length;
      this.count = count;
      this.low = first.clone();
      this.high = first.clone();
      this.more = new boolean[d];
      this.squares = new double[d];
      this.mean = new double[d];
    }

    /** What is not stored is 0. */
    private void see(CodedRows x, int from, int to) {
      int d = x.width();
      int[] at = new int[x.nonZeros()];
      double[] values = new double[at.length];
      double[] sum = new double[d];
      int[] seen = new int[d];
      double[] first = new double[d];
      for (int k : x.numbers()) {
        first[k] = low[k];
      }
      for (int i = from; i < to; i++) {
        int n = x.elements(i, at, values);
        for (int e = 0; e < n; e++) {
          int k = at[e];
          double away = values[e] - first[k];
          sum[k] += away;
          squares[k] += away * away;
          seen[k]++;
          see(k, values[e]);
        }
      }
      for (int k = 0; k < d; k++) {
        if (seen[k] < to - from) {
          see(k, 0);
        }
      }
      finish(first, sum);
    }

    private void see(Rows x, int from, int to, double[] first) {
      int d = x.width();
      double[] rows = new double[x.block() * x.stride()];
      double[] sum = new double[d];
      for (int i = from; i < to; i += x.block()) {
        int n = Math.min(x.block(), to - i);
        x.read(i, n, rows);
        for (int j = 0; j < n; j++) {
          see(rows, j * x.stride(), first, sum);
        }
      }
      finish(first, sum);
    }

    private void see(double[] rows, int at, double[] first, double[] sum) {
      for (int k = 0; k < sum.length; k++) {
        double value = rows[at + k];
        double away = value - first[k];
        sum[k] += away;
        squares[k] += away * away;
        see(k, value);
      }
    }

    private void finish(double[] first, double[] sum) {
      for (int k = 0; k < sum.length; k++) {
        mean[k] = first[k] + sum[k] / count;
        squares[k] = Math.max(0, squares[k] - sum[k] * sum[k] / count);
      }
    }

    private void see(int k, double value) {
      if (value != low[k] && value != high[k]) {
        more[k] |= low[k] != high[k];
        low[k] = Math.min(low[k], value);
        high[k] = Math.max(high[k], value);
      }
    }

    /** Takes in another part (Chan, Golub and LeVeque, 1983). */
    void add(Part other) {
      double total = count + other.count;
      for (int k = 0; k < mean.length; k++) {
        double gap = other.mean[k] - mean[k];
        mean[k] += gap * other.count / total;
        squares[k] += other.squares[k] + gap * gap * count * other.count / total;
        more[k] |= other.more[k];
        see(k, other.low[k]);
        see(k, other.high[k]);
      }
      count = total;
    }

    ColumnStatistics columns() {
      double[] sd = new double[mean.length];
      boolean[] two = new boolean[mean.length];
      for (int k = 0; k < sd.length; k++) {
        boolean constant = low[k] == high[k];
        sd[k] = constant ? 0 : Math.sqrt(squares[k] / Math.max(1, count - 1));
        two[k] = !constant && !more[k];
      }
      return new ColumnStatistics(Arrays.copyOf(mean, mean.length), sd, low, high, two);
    }
  }
}
