package org.perrin.bench.paper;

/**
 * The generator behind NumPy's {@code RandomState}: MT19937 (Matsumoto and Nishimura, 1998) with
 * the ways in which NumPy makes doubles, normals and permutations of its words. With it the
 * synthetic data of the paper come out as its authors had them. Not for sampling.
 */
final class MersenneTwister {
  private static final int WORDS = 624;
  private static final int MIDDLE = 397;

  private final int[] state = new int[WORDS];
  private int next = WORDS;
  private double spare = Double.NaN;

  MersenneTwister(int seed) {
    int word = seed;
    for (int k = 0; k < WORDS; k++) {
      state[k] = word;
      word = 1812433253 * (word ^ word >>> 30) + k + 1;
    }
  }

  /** 32 bits. */
  private int bits() {
    if (next == WORDS) {
      twist();
    }
    int y = state[next++];
    y ^= y >>> 11;
    y ^= y << 7 & 0x9d2c5680;
    y ^= y << 15 & 0xefc60000;
    return y ^ y >>> 18;
  }

  private void twist() {
    for (int k = 0; k < WORDS; k++) {
      int y = state[k] & 0x80000000 | state[(k + 1) % WORDS] & 0x7fffffff;
      state[k] = state[(k + MIDDLE) % WORDS] ^ y >>> 1 ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
    }
    next = 0;
  }

  /** Uniform on [0, 1) with 53 bits. */
  double uniform() {
    long high = bits() >>> 5;
    long low = bits() >>> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
  }

  /** Standard normal by Marsaglia's polar method, two at a time. */
  double normal() {
    if (!Double.isNaN(spare)) {
      double kept = spare;
      spare = Double.NaN;
      return kept;
    }
    double x;
    double y;
    double square;
    do {
      x = 2 * uniform() - 1;
      y = 2 * uniform() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    double f = Math.sqrt(-2 * StrictMath.log(square) / square);
    spare = f * x;
    return f * y;
  }

  /** Uniform on 0 … most, by rejection. */
  int upTo(int most) {
    int mask = most == 0 ? 0 : -1 >>> Integer.numberOfLeadingZeros(most);
    int value;
    do {
      value = bits() & mask;
    } while (value > most);
    return value;
  }

  /** 0 … n−1 in random order (Fisher and Yates, from the end). */
  int[] permutation(int n) {
    int[] order = new int[n];
    java.util.Arrays.setAll(order, k -> k);
    for (int i = n - 1; i > 0; i--) {
      int j = upTo(i);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    return order;
  }
}
