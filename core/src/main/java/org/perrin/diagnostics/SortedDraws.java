package org.perrin.diagnostics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Special;

/**
 * All draws of a parameter in ascending order, with the place of each, and statistics of their
 * ranks; sorted once. Draws go to buckets of equal width, a few each, so that most parameters are
 * sorted in O(n); those with far outliers, whose buckets are crowded, by comparison.
 */
final class SortedDraws {
  private static final int BUCKETS_A_DRAW = 2;

  private static final int MOST_BUCKETS = 1 << 20;

  /** Draws in one bucket above which buckets do not help. */
  private static final int CROWDED = 64;

  /** Scores of n ranks without ties, of the n that was asked for last. */
  private static volatile double[] scoresOfRanks = new double[0];

  private final double[][] chains;
  private final double[] values;
  private int @Nullable [] places;

  private SortedDraws(double[][] chains, double[] ascending) {
    this.chains = chains;
    this.values = ascending;
  }

  static SortedDraws of(double[][] chains) {
    double[] all =
        new double[Math.toIntExact(Arrays.stream(chains).mapToLong(c -> c.length).sum())];
    int at = 0;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double[] chain : chains) {
      for (double x : chain) {
        // adding 0 makes −0 a 0, which the order would tell apart
        all[at] = x + 0.0;
        low = Math.min(low, all[at]);
        high = Math.max(high, all[at++]);
      }
    }
    double[] sorted = high - low < Double.POSITIVE_INFINITY ? sorted(all, low, high) : null;
    if (sorted == null) {
      sorted = all;
      Arrays.sort(sorted);
    }
    return new SortedDraws(chains, sorted);
  }

  /** In order, by buckets; null if they are crowded. */
  private static double @Nullable [] sorted(double[] all, double low, double high) {
    int[] starts = starts(all, low, high);
    double[] out = new double[all.length];
    int[] next = starts.clone();
    double times = times(starts.length - 1, low, high);
    for (double x : all) {
      out[next[bucket(x, low, times, starts.length - 1)]++] = x;
    }
    for (int b = 0; b + 1 < starts.length; b++) {
      if (starts[b + 1] - starts[b] > CROWDED) {
        return null;
      }
      for (int i = starts[b] + 1; i < starts[b + 1]; i++) {
        double x = out[i];
        int k = i - 1;
        for (; k >= starts[b] && out[k] > x; k--) {
          out[k + 1] = out[k];
        }
        out[k + 1] = x;
      }
    }
    return out;
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

  /**
   * {@code Φ⁻¹((r − 3/8)/(S + 1/4))} for all draws, r their rank among all S, equal draws sharing
   * it; for each chain an array.
   */
  double[][] normalScores() {
    return spread(scores(values));
  }

  /** The same for the distances from {@code centre}. */
  double[][] foldedScores(double centre) {
    int n = values.length;
    double[] distances = new double[n];
    int[] origin = new int[n];
    int low = 0;
    int high = n - 1;
    // both sides of the centre are in order already
    for (int i = n - 1; i >= 0; i--) {
      double below = Math.abs(values[low] - centre);
      double above = Math.abs(values[high] - centre);
      boolean left = below > above;
      distances[i] = left ? below : above;
      origin[i] = left ? low : high;
      low += left ? 1 : 0;
      high -= left ? 0 : 1;
    }
    double[] ofDistances = scores(distances);
    double[] scores = new double[n];
    for (int i = 0; i < n; i++) {
      scores[origin[i]] = ofDistances[i];
    }
    return spread(scores);
  }

  /** Scores of numbers in ascending order. */
  private static double[] scores(double[] ascending) {
    int n = ascending.length;
    double[] table = table(n);
    double[] scores = new double[n];
    for (int first = 0, next; first < n; first = next) {
      next = first + 1;
      while (next < n && ascending[next] == ascending[first]) {
        next++;
      }
      if (next == first + 1) {
        scores[first] = table[first];
      } else {
        Arrays.fill(scores, first, next, score((first + 1 + next) / 2.0, n));
      }
    }
    return scores;
  }

  private static double[] table(int n) {
    double[] table = scoresOfRanks;
    if (table.length != n) {
      table = new double[n];
      for (int i = 0; i < n; i++) {
        table[i] = score(i + 1, n);
      }
      scoresOfRanks = table;
    }
    return table;
  }

  private static double score(double rank, int n) {
    return Special.normalQuantile((rank - 0.375) / (n + 0.25));
  }

  /** Numbers of places in the order, at the draws. */
  private double[][] spread(double[] ofPlaces) {
    if (places == null) {
      places = places();
    }
    double[][] out = new double[chains.length][];
    int at = 0;
    for (int c = 0; c < out.length; c++) {
      out[c] = new double[chains[c].length];
      for (int t = 0; t < out[c].length; t++) {
        out[c][t] = ofPlaces[places[at++]];
      }
    }
    return out;
  }

  /** Where in the order each draw is. */
  private int[] places() {
    double low = values[0];
    double high = values[values.length - 1];
    int[] starts = starts(values, low, high);
    double times = times(starts.length - 1, low, high);
    int[] out = new int[values.length];
    int at = 0;
    for (double[] chain : chains) {
      for (double draw : chain) {
        double x = draw + 0.0;
        int b = bucket(x, low, times, starts.length - 1);
        out[at++] = place(x, starts[b], starts[b + 1]);
      }
    }
    return out;
  }

  private int place(double x, int from, int to) {
    if (to - from > CROWDED) {
      return Arrays.binarySearch(values, from, to, x);
    }
    int at = from;
    while (values[at] < x) {
      at++;
    }
    return at;
  }

  /** Where buckets of equal width begin in the order. */
  private static int[] starts(double[] all, double low, double high) {
    int buckets = Math.max(1, BUCKETS_A_DRAW * Math.min(all.length, MOST_BUCKETS));
    int[] starts = new int[buckets + 1];
    double times = times(buckets, low, high);
    for (double x : all) {
      starts[bucket(x, low, times, buckets) + 1]++;
    }
    for (int b = 0; b < buckets; b++) {
      starts[b + 1] += starts[b];
    }
    return starts;
  }

  private static double times(int buckets, double low, double high) {
    return high > low ? Math.min(buckets / (high - low), Double.MAX_VALUE) : 0;
  }

  private static int bucket(double x, double low, double times, int buckets) {
    return Math.min((int) ((x - low) * times), buckets - 1);
  }
}
