package org.perrin.diagnostics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Special;

/**
 * All draws of a parameter in ascending order, with the place of each, and statistics of their
 * ranks; sorted once. Draws go to buckets of equal width, a few each, so that most parameters are
 * sorted in O(n); those with far outliers, whose buckets are crowded with different draws, by
 * comparison.
 */
final class SortedDraws {
  private static final int BUCKETS_A_DRAW = 4;

  private static final int MOST_BUCKETS = 1 << 20;

  /** Draws in one bucket above which buckets do not help, unless these are equal. */
  private static final int CROWDED = 64;

  /** What is moved within crowded buckets before they are given up. */
  private static final long MOVES_A_DRAW = 2;

  /** Scores of n ranks without ties, of the n that was asked for last. */
  private static volatile double[] scoresOfRanks = new double[0];

  private final double[][] chains;
  private final double[] values;

  /** The draw at each place, counted chain after chain. */
  private final int[] origin;

  private SortedDraws(double[][] chains, double[] ascending, int[] origin) {
    this.chains = chains;
    this.values = ascending;
    this.origin = origin;
  }

  static SortedDraws of(double[][] chains) {
    double[] all =
        new double[Math.toIntExact(Arrays.stream(chains).mapToLong(c -> c.length).sum())];
    int at = 0;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    boolean ordered = true;
    for (double[] chain : chains) {
      for (double draw : chain) {
        // adding 0 makes −0 a 0, which the order would tell apart
        double x = draw + 0.0;
        all[at++] = x;
        low = x < low ? x : low;
        high = x > high ? x : high;
        ordered &= x == x;
      }
    }
    int[] origin = new int[all.length];
    double[] ascending =
        ordered && high - low < Double.POSITIVE_INFINITY ? byBuckets(all, low, high, origin) : null;
    if (ascending == null) {
      ascending = byComparison(all, origin);
    }
    return new SortedDraws(chains, ascending, origin);
  }

  /** In order, and where each came from; null if buckets are crowded. */
  private static double @Nullable [] byBuckets(
      double[] all, double low, double high, int[] origin) {
    int buckets = Math.max(1, BUCKETS_A_DRAW * Math.min(all.length, MOST_BUCKETS));
    double times = high > low ? Math.min(buckets / (high - low), Double.MAX_VALUE) : 0;
    int[] bucket = new int[all.length];
    int[] next = new int[buckets + 1];
    for (int i = 0; i < all.length; i++) {
      int b = Math.min((int) ((all[i] - low) * times), buckets - 1);
      bucket[i] = b;
      next[b]++;
    }
    int before = 0;
    boolean crowded = false;
    for (int b = 0; b < buckets; b++) {
      int count = next[b];
      crowded |= count > CROWDED;
      next[b] = before;
      before += count;
    }
    double[] out = new double[all.length];
    for (int i = 0; i < all.length; i++) {
      int place = next[bucket[i]]++;
      out[place] = all[i];
      origin[place] = i;
    }
    // equal draws, as zeros of a sparse column, may crowd in a bucket and are in order already
    long moves = crowded ? MOVES_A_DRAW * out.length : Long.MAX_VALUE;
    for (int i = 1; i < out.length; i++) {
      double x = out[i];
      if (x < out[i - 1]) {
        int from = origin[i];
        int k = i - 1;
        do {
          out[k + 1] = out[k];
          origin[k + 1] = origin[k];
          k--;
        } while (k >= 0 && out[k] > x);
        out[k + 1] = x;
        origin[k + 1] = from;
        moves -= i - k;
        if (moves < 0) {
          return null;
        }
      }
    }
    return out;
  }

  /** The same for numbers of any kind. */
  private static double[] byComparison(double[] all, int[] origin) {
    double[] out = all.clone();
    Arrays.sort(out);
    int[] taken = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      int place = first(out, all[i]);
      origin[place + taken[place]++] = i;
    }
    return out;
  }

  /** The first place of a number that is there. */
  private static int first(double[] ascending, double x) {
    int low = 0;
    int high = ascending.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Double.compare(ascending[middle], x) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  int size() {
    return values.length;
  }

  /** The draw at each place, counted chain after chain. */
  int[] origin() {
    return origin;
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
   * Which draws are at most {@code limit}, or which are above it if they are fewer: zeros and ones
   * have the autocovariance of ones and zeros. For chains of one length.
   */
  Marks cut(double limit) {
    int end = values.length;
    for (int low = 0; low < end; ) {
      int middle = (low + end) >>> 1;
      if (values[middle] <= limit) {
        low = middle + 1;
      } else {
        end = middle;
      }
    }
    var marks = new Marks(chains.length, chains[0].length);
    boolean few = end <= values.length - end;
    for (int i = few ? 0 : end; i < (few ? end : values.length); i++) {
      marks.set(origin[i]);
    }
    return marks;
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
    int[] place = new int[n];
    int low = 0;
    int high = n - 1;
    // both sides of the centre are in order already; which comes next is a coin toss that no
    // processor predicts, so it is a number and not a branch: the sign of the difference
    for (int i = n - 1; i >= 0; i--) {
      double below = Math.abs(values[low] - centre);
      double above = Math.abs(values[high] - centre);
      int left = (int) (Double.doubleToRawLongBits(above - below) >>> 63);
      distances[i] = Math.max(below, above);
      place[i] = high + left * (low - high);
      low += left;
      high -= 1 - left;
    }
    double[] ofDistances = scores(distances);
    double[] scores = new double[n];
    for (int i = 0; i < n; i++) {
      scores[place[i]] = ofDistances[i];
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
    double[] all = new double[ofPlaces.length];
    for (int i = 0; i < all.length; i++) {
      all[origin[i]] = ofPlaces[i];
    }
    double[][] out = new double[chains.length][];
    int at = 0;
    for (int c = 0; c < out.length; c++) {
      out[c] = Arrays.copyOfRange(all, at, at + chains[c].length);
      at += chains[c].length;
    }
    return out;
  }
}
