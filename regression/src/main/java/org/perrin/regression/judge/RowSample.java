package org.perrin.regression.judge;

import java.util.Arrays;
import java.util.TreeMap;
import org.perrin.random.RandomStream;

/**
 * Rows drawn with replacement, each with its own probability, for sums over all rows: {@code Σᵢ aᵢ
 * ≈ Σⱼ wⱼ aⱼ} over the rows drawn, {@code wⱼ = (times drawn)/(m pⱼ)}; unbiased (Hansen and Hurwitz,
 * 1943). All rows with weight 1 where all are looked at.
 *
 * @param rows drawn, ascending, each once
 * @param times how often each was drawn
 * @param probability p of each; 1 where all rows are looked at
 * @param size m, or 0 where all rows are looked at
 */
public record RowSample(int[] rows, int[] times, double[] probability, int size) {
  /** The share of draws that go to all rows alike. */
  private static final double UNIFORM = 0.2;

  /** All rows. */
  public static RowSample all(int count) {
    int[] rows = new int[count];
    int[] times = new int[count];
    double[] ones = new double[count];
    Arrays.setAll(rows, i -> i);
    Arrays.fill(times, 1);
    Arrays.fill(ones, 1);
    return new RowSample(rows, times, ones, 0);
  }

  /** So many draws, by scores that are not negative: {@code p = 0.8 score/Σ + 0.2/N}. */
  static RowSample of(double[] score, int size, long seed) {
    int n = score.length;
    double total = 0;
    for (double v : score) {
      total += v;
    }
    double[] points = points(size, seed);
    double scale = total > 0 ? (1 - UNIFORM) / total : 0;
    double base = total > 0 ? UNIFORM / n : 1.0 / n;
    var drawn = new TreeMap<Integer, Integer>();
    double reached = 0;
    int at = 0;
    for (int i = 0; i < n && at < size; i++) {
      reached += base + scale * score[i];
      for (; at < size && (points[at] < reached || i == n - 1); at++) {
        drawn.merge(i, 1, Integer::sum);
      }
    }
    int[] rows = drawn.keySet().stream().mapToInt(i -> i).toArray();
    int[] times = drawn.values().stream().mapToInt(i -> i).toArray();
    double[] p = Arrays.stream(rows).mapToDouble(i -> base + scale * score[i]).toArray();
    return new RowSample(rows, times, p, size);
  }

  private static double[] points(int size, long seed) {
    var random = RandomStream.of(seed);
    double[] points = new double[size];
    Arrays.setAll(points, j -> random.nextDouble());
    Arrays.sort(points);
    return points;
  }

  /** Whether all rows are looked at. */
  public boolean whole() {
    return size == 0;
  }

  /** {@code Σⱼ wⱼ aⱼ}. */
  public double sum(double[] a) {
    double sum = 0;
    for (int j = 0; j < rows.length; j++) {
      sum += whole() ? a[j] : times[j] * a[j] / (probability[j] * size);
    }
    return sum;
  }

  /** The standard error of {@link #sum}, 0 where all rows are looked at. */
  public double error(double[] a) {
    if (whole() || size < 2) {
      return whole() ? 0 : Double.NaN;
    }
    double mean = sum(a);
    double squares = 0;
    for (int j = 0; j < rows.length; j++) {
      double gap = a[j] / probability[j] - mean;
      squares += times[j] * gap * gap;
    }
    return Math.sqrt(squares / (size - 1.0) / size);
  }
}
