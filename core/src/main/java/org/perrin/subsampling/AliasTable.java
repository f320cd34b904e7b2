package org.perrin.subsampling;

import org.perrin.random.RandomStream;

/**
 * Draws from any distribution over 0 … N−1 in O(1) (Walker 1977, Vose 1991). A place holds its
 * threshold and its alias in one 64-bit word, so a draw is one random number and one miss of the
 * cache: the high half of {@code random · N} is the place, the low half the coin. Probabilities are
 * rounded to 2⁻³² of a place; {@link #probability} gives the rounded ones, so that weights made
 * from them are exact.
 */
public final class AliasTable {
  private static final double UNIT = 0x1p32;

  private final long[] places;
  private final double[] probability;

  private AliasTable(long[] places, double[] probability) {
    this.places = places;
    this.probability = probability;
  }

  /** The table for probabilities proportional to {@code weights}, which are positive. O(N). */
  public static AliasTable of(double[] weights) {
    int n = weights.length;
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    double[] load = new double[n];
    int[] order = new int[n];
    int small = 0;
    int large = n;
    for (int i = 0; i < n; i++) {
      load[i] = weights[i] / total * n;
      if (load[i] < 1) {
        order[small++] = i;
      } else {
        order[--large] = i;
      }
    }
    return new AliasTable(pair(load, order, small, large), null).withProbabilities();
  }

  /** Fills each light place up with a heavy one, until all are full. */
  private static long[] pair(double[] load, int[] order, int small, int large) {
    int n = load.length;
    long[] places = new long[n];
    int next = 0;
    int heavy = large;
    int lights = small;
    while (next < lights && heavy < n) {
      int light = order[next++];
      int donor = order[heavy];
      places[light] = word(load[light], donor);
      load[donor] -= 1 - load[light];
      if (load[donor] < 1) {
        heavy++;
        order[lights++] = donor;
      }
    }
    while (next < lights) {
      int i = order[next++];
      places[i] = word(1, i);
    }
    while (heavy < n) {
      int i = order[heavy++];
      places[i] = word(1, i);
    }
    return places;
  }

  private static long word(double threshold, int alias) {
    long coin = (long) Math.clamp(Math.rint(threshold * UNIT), 1, UNIT - 1);
    return coin << 32 | alias;
  }

  private AliasTable withProbabilities() {
    int n = places.length;
    double[] p = new double[n];
    for (int i = 0; i < n; i++) {
      double own = (places[i] >>> 32) / UNIT;
      p[i] += own;
      p[(int) places[i]] += 1 - own;
    }
    for (int i = 0; i < n; i++) {
      p[i] /= n;
    }
    return new AliasTable(places, p);
  }

  /** One draw. */
  public int draw(RandomStream random) {
    long bits = random.nextLong();
    int place = (int) Math.unsignedMultiplyHigh(bits, places.length);
    long coin = bits * places.length >>> 32;
    long word = places[place];
    return coin < word >>> 32 ? place : (int) word;
  }

  /** N. */
  public int size() {
    return places.length;
  }

  /** The probability of {@code i}. */
  public double probability(int i) {
    return probability[i];
  }
}
