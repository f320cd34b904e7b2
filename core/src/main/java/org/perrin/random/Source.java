package org.perrin.random;

import org.apache.commons.rng.core.source64.XoShiRo256PlusPlus;

/**
 * xoshiro256++ (Blackman and Vigna, 2021) of Commons RNG, and many words of it at once: its state
 * stays in registers meanwhile, which makes them twice as fast. The words are the same.
 */
final class Source extends XoShiRo256PlusPlus {
  Source(long[] seed) {
    super(seed);
  }

  /** The next {@code n} words. */
  void fill(long[] out, int n) {
    long s0 = state0;
    long s1 = state1;
    long s2 = state2;
    long s3 = state3;
    for (int k = 0; k < n; k++) {
      out[k] = Long.rotateLeft(s0 + s3, 23) + s0;
      long shifted = s1 << 17;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= shifted;
      s3 = Long.rotateLeft(s3, 45);
    }
    state0 = s0;
    state1 = s1;
    state2 = s2;
    state3 = s3;
  }
}
