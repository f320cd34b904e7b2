package org.perrin.subsampling;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.data.Ints;
import org.perrin.data.Storage;
import org.perrin.math.Parallel;
import org.perrin.random.RandomStream;

/**
 * Draws from any distribution over 0 … N−1 in O(1), with the weight {@code 1/p} beside each draw.
 *
 * <p>What a draw costs is misses of the cache, so probabilities are rounded, to one part in 128 at
 * most, into classes: 64 to every power of two. A draw is a class, by an alias table (Walker 1977,
 * Vose 1991) of some hundred places that stay in the first-level cache, and a member of it, all
 * alike: one miss for the number of the row, none for its weight. {@link #probability} returns the
 * rounded probabilities, so weights made from them are right; the rounding itself raises the
 * variance by less than one part in 10,000.
 *
 * <p>O(N) to make, 8 bytes a row, on the heap or mapped with the same draws.
 */
public final class ClassTable {
  /** Bits of a double below its exponent and the first six of its fraction. */
  private static final int BELOW = 46;

  /** Levels of numbers that are not negative. */
  private static final int LEVELS = 1 << 63 - BELOW;

  private static final int NOWHERE = -1;

  /** Each counts all levels by itself: half a megabyte. */
  private static final int MOST_PARTS = 16;

  private final int size;
  private final int @Nullable [] members;
  private final Ints mapped;
  private final Ints classes;
  private final int[] starts;
  private final long[] words;
  private final double[] inverse;

  private ClassTable(int[] counts, Ints classes, Ints order, double[] values, int size) {
    this.size = size;
    this.classes = classes;
    this.starts = starts(counts);
    this.members = order instanceof Ints.OnHeap heap ? heap.values() : null;
    this.mapped = order;
    this.words = new long[counts.length];
    this.inverse = new double[counts.length];
    double[] chances = pair(counts, values);
    for (int k = 0; k < counts.length; k++) {
      inverse[k] = counts[k] / chances[k];
    }
  }

  private static int[] starts(int[] counts) {
    int[] starts = new int[counts.length + 1];
    for (int k = 0; k < counts.length; k++) {
      starts[k + 1] = starts[k] + counts[k];
    }
    return starts;
  }

  /** The table for probabilities proportional to {@code weights}, which are not negative. */
  public static ClassTable of(double[] weights) {
    return of(Doubles.of(weights), Storage.heap());
  }

  /** The same where they may not fit the heap. */
  static ClassTable of(Doubles weights, Storage storage) {
    double total = weights.sum();
    if (!(total > 0) || total == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("weights must add up to a positive number, not " + total);
    }
    int n = (int) weights.size();
    int parts = Math.min(MOST_PARTS, Parallel.chunks(n, 1));
    int[][] counts = new int[parts][];
    Parallel.run(
        parts,
        c ->
            counts[c] =
                counts(weights, Parallel.bound(n, parts, c), Parallel.bound(n, parts, c + 1)));
    int[] all = new int[LEVELS];
    for (int[] part : counts) {
      for (int level = 0; level < LEVELS; level++) {
        all[level] += part[level];
      }
    }
    int[] names = new int[LEVELS];
    int used = 0;
    for (int level = 0; level < LEVELS; level++) {
      names[level] = all[level] > 0 ? used++ : NOWHERE;
    }
    int[] dense = new int[used];
    double[] values = new double[used];
    for (int level = 0; level < LEVELS; level++) {
      if (names[level] != NOWHERE) {
        dense[names[level]] = all[level];
        values[names[level]] = middle(level);
      }
    }
    Ints classes = storage.ints(n);
    Ints order = order(weights, counts, names, dense, classes, storage);
    return new ClassTable(dense, classes, order, values, n);
  }

  /** How many weights of a part have each level. */
  private static int[] counts(Doubles weights, int from, int to) {
    int[] counts = new int[LEVELS];
    for (int i = from; i < to; i++) {
      double w = weights.get(i);
      if (w > 0) {
        counts[level(w)]++;
      }
    }
    return counts;
  }

  /** Rows by class, inside a class as they were; writes their classes. */
  private static Ints order(
      Doubles weights, int[][] counts, int[] names, int[] dense, Ints classes, Storage storage) {
    int n = (int) weights.size();
    int parts = counts.length;
    int[] starts = starts(dense);
    Ints order = storage.ints(starts[dense.length]);
    int[][] next = new int[parts][];
    int[] at = Arrays.copyOf(starts, dense.length);
    for (int c = 0; c < parts; c++) {
      next[c] = at.clone();
      for (int level = 0; level < LEVELS; level++) {
        if (names[level] != NOWHERE) {
          at[names[level]] += counts[c][level];
        }
      }
    }
    Parallel.run(
        parts,
        c -> {
          for (int i = Parallel.bound(n, parts, c); i < Parallel.bound(n, parts, c + 1); i++) {
            double w = weights.get(i);
            int own = w > 0 ? names[level(w)] : NOWHERE;
            classes.set(i, own);
            if (own != NOWHERE) {
              order.set(next[c][own]++, i);
            }
          }
        });
    return order;
  }

  private static int level(double weight) {
    return (int) (Double.doubleToRawLongBits(weight) >>> BELOW);
  }

  /** The middle of the weights of a level. */
  private static double middle(int level) {
    double low = Double.longBitsToDouble((long) level << BELOW);
    double high = Double.longBitsToDouble((long) (level + 1) << BELOW);
    return low / 2 + high / 2;
  }

  /** Makes the alias table of classes; returns their probabilities, rounded as it has them. */
  private double[] pair(int[] counts, double[] values) {
    int places = counts.length;
    double total = 0;
    for (int k = 0; k < places; k++) {
      total += counts[k] * values[k];
    }
    double[] load = new double[places];
    int[] order = new int[places];
    int light = 0;
    int heavy = places;
    for (int k = 0; k < places; k++) {
      load[k] = counts[k] * values[k] / total * places;
      order[load[k] < 1 ? light++ : --heavy] = k;
    }
    int[] alias = new int[places];
    Arrays.setAll(alias, k -> k);
    int waiting = light;
    for (int next = 0; next < waiting && heavy < places; next++) {
      int donor = order[heavy];
      alias[order[next]] = donor;
      load[donor] -= 1 - load[order[next]];
      if (load[donor] < 1) {
        heavy++;
        order[waiting++] = donor;
      }
    }
    double unit = 0x1p32;
    double[] chances = new double[places];
    for (int k = 0; k < places; k++) {
      double coin = Math.clamp(Math.rint(load[k] * unit), 1, unit - 1);
      words[k] = (long) coin << 32 | alias[k];
      chances[k] += coin / unit / places;
      chances[alias[k]] += (1 - coin / unit) / places;
    }
    return chances;
  }

  /** Writes {@code n} draws to {@code rows} and {@code scale / p} of each to {@code weights}. */
  public void draw(int n, RandomStream random, double scale, int[] rows, double[] weights) {
    for (int from = 0; from < n; from += RandomStream.BLOCK / 2) {
      int to = Math.min(n, from + RandomStream.BLOCK / 2);
      choose(from, to, random.words(2 * (to - from)), scale, rows, weights);
    }
    if (members != null) {
      for (int j = 0; j < n; j++) {
        rows[j] = members[rows[j]];
      }
    } else {
      for (int j = 0; j < n; j++) {
        rows[j] = mapped.get(rows[j]);
      }
    }
  }

  /** Places in the order of classes, by two words each; which rows they are is looked up after. */
  private void choose(int from, int to, long[] random, double scale, int[] rows, double[] weights) {
    int places = words.length;
    for (int j = from; j < to; j++) {
      long bits = random[2 * (j - from)];
      int place = RandomStream.index(bits, places);
      long word = words[place];
      // all ones where the coin is below the threshold: a branch would be a coin toss to predict
      long own = (bits * places >>> 32) - (word >>> 32) >> 63;
      int chosen = (int) (place & own | word & ~own);
      int start = starts[chosen];
      int member = RandomStream.index(random[2 * (j - from) + 1], starts[chosen + 1] - start);
      rows[j] = start + member;
      weights[j] = scale * inverse[chosen];
    }
  }

  /** N. */
  public int size() {
    return size;
  }

  /** The probability of {@code i}. */
  public double probability(int i) {
    int own = classes.get(i);
    return own == NOWHERE ? 0 : 1 / inverse[own];
  }
}
