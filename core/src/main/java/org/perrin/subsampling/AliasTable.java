package org.perrin.subsampling;

import org.perrin.random.RandomStream;

/**
 * Draws from any distribution over 0 … N−1 in O(1) (Walker 1977, Vose 1991), with the weight {@code
 * 1/p} beside each draw. The high half of {@code random · N} is a place, the low half the coin that
 * decides between it and its alias.
 *
 * <p>What a draw costs is misses of the cache, so a place is one word that holds threshold and
 * alias: 64 bits, or 32 where N is below 2²² and no row is rarer than a hundredth of 1/N.
 * Thresholds are rounded to what is left beside the alias; {@link #probability} gives the rounded
 * probabilities, so weights made from them are right (to single precision).
 */
public final class AliasTable {
  private static final int COMPACT_ROWS = 1 << 22;
  private static final double COMPACT_LOAD = 0.01;

  private final int[] small;
  private final long[] large;
  private final int aliasBits;
  private final double[] probability;
  private final float[] inverse;

  private AliasTable(double[] load, int[] alias, boolean compact) {
    int n = load.length;
    this.aliasBits = compact ? Math.max(1, 32 - Integer.numberOfLeadingZeros(n - 1)) : 32;
    this.small = compact ? new int[n] : null;
    this.large = compact ? null : new long[n];
    this.probability = new double[n];
    double unit = Math.scalb(1.0, (compact ? 32 : 64) - aliasBits);
    for (int i = 0; i < n; i++) {
      double coin = Math.clamp(Math.rint(load[i] * unit), 1, unit - 1);
      if (compact) {
        small[i] = (int) coin << aliasBits | alias[i];
      } else {
        large[i] = (long) coin << 32 | alias[i];
      }
      probability[i] += coin / unit / n;
      probability[alias[i]] += (1 - coin / unit) / n;
    }
    this.inverse = new float[n];
    for (int i = 0; i < n; i++) {
      inverse[i] = (float) (1 / probability[i]);
    }
  }

  /** The table for probabilities proportional to {@code weights}, which are positive. O(N). */
  public static AliasTable of(double[] weights) {
    int n = weights.length;
    double total = 0;
    double least = Double.POSITIVE_INFINITY;
    for (double weight : weights) {
      total += weight;
      least = Math.min(least, weight);
    }
    double[] load = new double[n];
    int[] order = new int[n];
    int light = 0;
    int heavy = n;
    for (int i = 0; i < n; i++) {
      load[i] = weights[i] / total * n;
      if (load[i] < 1) {
        order[light++] = i;
      } else {
        order[--heavy] = i;
      }
    }
    boolean compact = n <= COMPACT_ROWS && least / total * n >= COMPACT_LOAD;
    return new AliasTable(load, pair(load, order, light, heavy), compact);
  }

  /** Fills each light place up with a heavy one; leaves in {@code load} the thresholds. */
  private static int[] pair(double[] load, int[] order, int lights, int firstHeavy) {
    int n = load.length;
    int[] alias = new int[n];
    int next = 0;
    int heavy = firstHeavy;
    int waiting = lights;
    while (next < waiting && heavy < n) {
      int light = order[next++];
      int donor = order[heavy];
      alias[light] = donor;
      load[donor] -= 1 - load[light];
      if (load[donor] < 1) {
        heavy++;
        order[waiting++] = donor;
      }
    }
    for (; next < waiting; next++) {
      alias[order[next]] = order[next];
    }
    for (; heavy < n; heavy++) {
      alias[order[heavy]] = order[heavy];
    }
    return alias;
  }

  /** Writes {@code n} draws to {@code rows} and {@code scale / p} of each to {@code weights}. */
  public void draw(int n, RandomStream random, double scale, int[] rows, double[] weights) {
    if (small != null) {
      drawSmall(n, random, rows);
    } else {
      drawLarge(n, random, rows);
    }
    for (int j = 0; j < n; j++) {
      weights[j] = scale * inverse[rows[j]];
    }
  }

  // The choice is made with a mask, all ones where the coin is below the threshold: a branch would
  // be
  // a coin toss to predict.

  private void drawSmall(int n, RandomStream random, int[] rows) {
    int size = small.length;
    int shift = 32 + aliasBits;
    int aliasMask = (1 << aliasBits) - 1;
    for (int j = 0; j < n; j++) {
      long bits = random.nextLong();
      int place = (int) Math.unsignedMultiplyHigh(bits, size);
      int coin = (int) (bits * size >>> shift);
      int word = small[place];
      int own = coin - (word >>> aliasBits) >> 31;
      rows[j] = place & own | word & aliasMask & ~own;
    }
  }

  private void drawLarge(int n, RandomStream random, int[] rows) {
    int size = large.length;
    for (int j = 0; j < n; j++) {
      long bits = random.nextLong();
      int place = (int) Math.unsignedMultiplyHigh(bits, size);
      long coin = bits * size >>> 32;
      long word = large[place];
      long own = coin - (word >>> 32) >> 63;
      rows[j] = (int) (place & own | word & ~own);
    }
  }

  /** N. */
  public int size() {
    return probability.length;
  }

  /** The probability of {@code i}. */
  public double probability(int i) {
    return probability[i];
  }
}
