package org.perrin.random;

import org.apache.commons.rng.RandomProviderState;
import org.apache.commons.rng.core.RandomProviderDefaultState;
import org.apache.commons.rng.core.source64.XoShiRo256PlusPlus;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * One stream of random numbers: xoshiro256++ with normals by the modified ziggurat, both from
 * Commons RNG. Streams of one seed are cut from one sequence at distances of 2¹²⁸, so they do not
 * meet. The state can be saved and restored, to the bit.
 */
public class RandomStream {
  private final XoShiRo256PlusPlus source;
  private final NormalizedGaussianSampler gaussian;

  RandomStream(XoShiRo256PlusPlus source) {
    this.source = source;
    this.gaussian = ZigguratSampler.NormalizedGaussian.of(source);
  }

  /** Stream number {@code index} of {@code seed}. */
  public static RandomStream of(long seed, int index) {
    return new RandomStream(source(seed, index));
  }

  static XoShiRo256PlusPlus source(long seed, int index) {
    var source = new XoShiRo256PlusPlus(spread(seed));
    for (int k = 0; k < index; k++) {
      source.jump();
    }
    return source;
  }

  /** The first stream of {@code seed}. */
  public static RandomStream of(long seed) {
    return of(seed, 0);
  }

  /** SplitMix64 (Steele, Lea and Flood, 2014): four well-mixed words from one. */
  private static long[] spread(long seed) {
    long[] words = new long[4];
    long state = seed;
    for (int k = 0; k < 4; k++) {
      state += 0x9e3779b97f4a7c15L;
      long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      words[k] = z ^ (z >>> 31);
    }
    return words;
  }

  /** A stream that goes on as this one does, without moving it. */
  public RandomStream copy() {
    var copy = of(0);
    copy.restore(save());
    return copy;
  }

  /** 64 random bits. */
  public long nextLong() {
    return source.nextLong();
  }

  /** Uniform on [0, 1). */
  public double nextDouble() {
    return source.nextDouble();
  }

  /** Standard normal. */
  public double nextGaussian() {
    return gaussian.sample();
  }

  /** Uniform on 0 … n−1, off by less than n / 2⁶⁴. */
  public int nextIndex(int n) {
    return (int) Math.unsignedMultiplyHigh(source.nextLong(), n);
  }

  /** Fills the first {@code n} places with standard normals. */
  public void fillGaussian(double[] out, int n) {
    for (int k = 0; k < n; k++) {
      out[k] = gaussian.sample();
    }
  }

  /** The state, for {@link #restore}. */
  public byte[] save() {
    return ((RandomProviderDefaultState) source.saveState()).getState();
  }

  /** Goes on where {@link #save} was called. */
  public void restore(byte[] state) {
    RandomProviderState saved = new RandomProviderDefaultState(state);
    source.restoreState(saved);
  }
}
