package org.perrin.subsampling;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.perrin.data.Doubles;
import org.perrin.data.Scratch;
import org.perrin.random.RandomStream;

/**
 * An alias table in a mapped file: 16 bytes a place, the word of threshold and alias and behind it
 * the probability. As numbers it is the probabilities.
 */
record Entries(MemorySegment places, long size) implements Doubles {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

  static Entries of(Scratch scratch, long size) {
    return new Entries(scratch.segment(16 * size), size);
  }

  void word(long i, long word) {
    places.set(LONG, 16 * i, word);
  }

  @Override
  public double get(long i) {
    return places.get(DOUBLE, 16 * i + 8);
  }

  @Override
  public void set(long i, double value) {
    places.set(DOUBLE, 16 * i + 8, value);
  }

  /** As {@link AliasTable#draw}; {@code bits} of the alias in a compact word, 0 in a long one. */
  void draw(int n, RandomStream random, int bits, double scale, int[] rows, double[] weights) {
    int shift = bits == 0 ? 32 : bits;
    long aliasMask = (1L << shift) - 1;
    int coinShift = bits == 0 ? 32 : 32 + bits;
    for (int j = 0; j < n; j++) {
      long number = random.nextLong();
      long place = Math.unsignedMultiplyHigh(number, size);
      long coin = number * size >>> coinShift;
      long word = places.get(LONG, 16 * place);
      long own = coin - (word >>> shift) >> 63;
      rows[j] = (int) (place & own | word & aliasMask & ~own);
    }
    for (int j = 0; j < n; j++) {
      weights[j] = scale * (float) (1 / get(rows[j]));
    }
  }
}
