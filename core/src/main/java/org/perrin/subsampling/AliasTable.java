package org.perrin.subsampling;

import org.perrin.data.Doubles;
import org.perrin.data.Ints;
import org.perrin.data.Scratch;
import org.perrin.data.Storage;
import org.perrin.random.RandomStream;

/**
 * Draws from any distribution over 0 … N−1 in O(1) (Walker 1977, Vose 1991), with the weight {@code
 * 1/p} beside each draw. The high half of {@code random · N} is a place, the low half the coin that
 * decides between it and its alias.
 *
 * <p>What a draw costs is misses of the cache, so a place is one word that holds threshold and
 * alias: 64 bits, or 32 where N is below 2²² and no row is rarer than a hundredth of 1/N.
 * Thresholds are rounded to what is left beside the alias; {@link #probability} gives the rounded
 * probabilities, so weights made from them are right (to single precision). A table too large for
 * the heap is mapped ({@link Entries}), with the same draws.
 */
public final class AliasTable {
  private static final int COMPACT_ROWS = 1 << 22;
  private static final double COMPACT_LOAD = 0.01;

  private final int size;
  private final int aliasBits;
  private final boolean compact;
  private final int[] small;
  private final long[] large;
  private final Entries mapped;
  private final Doubles probability;
  private final float[] inverse;

  private AliasTable(Doubles load, Ints alias, boolean compact, Storage storage) {
    this.size = (int) load.size();
    this.compact = compact;
    this.aliasBits = compact ? Math.max(1, 32 - Integer.numberOfLeadingZeros(size - 1)) : 32;
    this.mapped = storage instanceof Scratch scratch ? Entries.of(scratch, size) : null;
    this.small = mapped == null && compact ? new int[size] : null;
    this.large = mapped == null && !compact ? new long[size] : null;
    this.probability = mapped == null ? storage.doubles(size) : mapped;
    fill(load, alias);
    this.inverse = mapped == null ? new float[size] : null;
    for (int i = 0; mapped == null && i < size; i++) {
      inverse[i] = (float) (1 / probability.get(i));
    }
  }

  private void fill(Doubles load, Ints alias) {
    double unit = Math.scalb(1.0, (compact ? 32 : 64) - aliasBits);
    for (int i = 0; i < size; i++) {
      double coin = Math.clamp(Math.rint(load.get(i) * unit), 1, unit - 1);
      int other = alias.get(i);
      if (mapped != null) {
        mapped.word(i, (long) coin << aliasBits | other);
      } else if (compact) {
        small[i] = (int) coin << aliasBits | other;
      } else {
        large[i] = (long) coin << 32 | other;
      }
      probability.set(i, probability.get(i) + coin / unit / size);
      probability.set(other, probability.get(other) + (1 - coin / unit) / size);
    }
  }

  /** The table for probabilities proportional to {@code weights}, which are positive. O(N). */
  public static AliasTable of(double[] weights) {
    return of(Doubles.of(weights.clone()), Storage.heap());
  }

  /** The same; overwrites the weights. */
  static AliasTable of(Doubles weights, Storage storage) {
    int n = (int) weights.size();
    double total = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      total += weights.get(i);
      least = Math.min(least, weights.get(i));
    }
    Ints order = storage.ints(n);
    int light = 0;
    int heavy = n;
    for (int i = 0; i < n; i++) {
      double load = weights.get(i) / total * n;
      weights.set(i, load);
      if (load < 1) {
        order.set(light++, i);
      } else {
        order.set(--heavy, i);
      }
    }
    boolean compact = n <= COMPACT_ROWS && least / total * n >= COMPACT_LOAD;
    Ints alias = storage.ints(n);
    pair(weights, order, light, heavy, alias);
    return new AliasTable(weights, alias, compact, storage);
  }

  /** Fills each light place up with a heavy one; leaves in {@code load} the thresholds. */
  private static void pair(Doubles load, Ints order, int lights, int firstHeavy, Ints alias) {
    int n = (int) load.size();
    int next = 0;
    int heavy = firstHeavy;
    int waiting = lights;
    while (next < waiting && heavy < n) {
      int light = order.get(next++);
      int donor = order.get(heavy);
      alias.set(light, donor);
      double left = load.get(donor) - (1 - load.get(light));
      load.set(donor, left);
      if (left < 1) {
        heavy++;
        order.set(waiting++, donor);
      }
    }
    for (; next < waiting; next++) {
      alias.set(order.get(next), order.get(next));
    }
    for (; heavy < n; heavy++) {
      alias.set(order.get(heavy), order.get(heavy));
    }
  }

  /** Writes {@code n} draws to {@code rows} and {@code scale / p} of each to {@code weights}. */
  public void draw(int n, RandomStream random, double scale, int[] rows, double[] weights) {
    if (mapped != null) {
      mapped.draw(n, random, compact ? aliasBits : 0, scale, rows, weights);
      return;
    }
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
  // be a coin toss to predict.

  private void drawSmall(int n, RandomStream random, int[] rows) {
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
    return size;
  }

  /** The probability of {@code i}. */
  public double probability(int i) {
    return probability.get(i);
  }
}
