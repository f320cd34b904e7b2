package org.perrin.diagnostics;

import java.util.Arrays;
import org.perrin.math.Special;

/** All draws of a parameter in ascending order, and statistics of their ranks; sorted once. */
final class SortedDraws {
  private static final int DRAWS_A_BUCKET = 4;

  private final double[] values;

  private SortedDraws(double[] ascending) {
    this.values = ascending;
  }

  static SortedDraws of(double[][] chains) {
    double[] all =
        new double[Math.toIntExact(Arrays.stream(chains).mapToLong(c -> c.length).sum())];
    int at = 0;
    for (double[] chain : chains) {
      for (double x : chain) {
        // adding 0 makes −0 a 0, which the order would tell apart
        all[at++] = x + 0.0;
      }
    }
    Arrays.sort(all);
    return new SortedDraws(all);
  }

  int size() {
    return values.length;
  }

  /** The draw with {@code rank} smaller ones. */
  double at(int rank) {
    return values[rank];
  }

  /** A quantile, interpolated linearly (R's type 7). */
  double quantile(double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException("a quantile needs 0 ≤ p ≤ 1, not " + p);
    }
    int n = values.length;
    if (n < 2 || Double.isNaN(values[n - 1])) {
      return n == 1 ? values[0] : Double.NaN;
    }
    double place = n * p + (1 - p);
    int k = (int) Math.min(Math.max(place, 1), n - 1);
    double gamma = Math.min(Math.max(place - k, 0), 1);
    return (1 - gamma) * values[k - 1] + gamma * values[k];
  }

  /** The order of the distances from {@code centre}: both sides of it are in order already. */
  SortedDraws folded(double centre) {
    double[] distances = new double[values.length];
    int low = 0;
    int high = values.length - 1;
    for (int i = values.length - 1; i >= 0; i--) {
      double below = Math.abs(values[low] - centre);
      double above = Math.abs(values[high] - centre);
      boolean left = below > above;
      distances[i] = left ? below : above;
      low += left ? 1 : 0;
      high -= left ? 0 : 1;
    }
    return new SortedDraws(distances);
  }

  /**
   * {@code Φ⁻¹((r − 3/8)/(S + 1/4))} for draws of which this is the order, r their rank among all
   * S, equal draws sharing it.
   */
  double[][] normalScores(double[][] chains) {
    int n = values.length;
    double[] scores = new double[n];
    for (int first = 0, next; first < n; first = next) {
      next = first + 1;
      while (next < n && values[next] == values[first]) {
        next++;
      }
      double rank = (first + 1 + next) / 2.0;
      double score = Special.normalQuantile((rank - 0.375) / (n + 0.25));
      Arrays.fill(scores, first, next, score);
    }
    int[] starts = starts();
    double[][] out = new double[chains.length][];
    for (int c = 0; c < out.length; c++) {
      out[c] = new double[chains[c].length];
      for (int t = 0; t < out[c].length; t++) {
        double x = chains[c][t] + 0.0;
        int b = bucket(x, starts.length - 1);
        out[c][t] = scores[Arrays.binarySearch(values, starts[b], starts[b + 1], x)];
      }
    }
    return out;
  }

  /** Where buckets of equal width begin, so that a search need not go through all of memory. */
  private int[] starts() {
    int buckets = values.length / DRAWS_A_BUCKET + 1;
    int[] starts = new int[buckets + 1];
    int b = 0;
    for (int i = 0; i < values.length; i++) {
      int own = bucket(values[i], buckets);
      while (b < own) {
        starts[++b] = i;
      }
    }
    Arrays.fill(starts, b + 1, starts.length, values.length);
    return starts;
  }

  private int bucket(double x, int buckets) {
    double low = values[0];
    double share = (x - low) / (values[values.length - 1] - low);
    return (int) Math.min(share * buckets, buckets - 1.0);
  }
}
