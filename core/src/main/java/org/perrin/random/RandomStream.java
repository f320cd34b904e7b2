package org.perrin.random;

import org.apache.commons.rng.RandomProviderState;
import org.apache.commons.rng.core.RandomProviderDefaultState;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * One stream of random numbers: xoshiro256++ with normals by the modified ziggurat, both from
 * Commons RNG. Streams of one seed are cut from one sequence at distances of 2¹²⁸, so they do not
 * meet. The state can be saved and restored, to the bit.
 */
public class RandomStream {
  /** The most words that {@link #words} gives at once. */
  public static final int BLOCK = 128;

  private final Source source;
  private final NormalizedGaussianSampler gaussian;
  private final ContinuousSampler exponential;
  private final long[] words = new long[BLOCK];

  RandomStream(Source source) {
    this.source = source;
    this.gaussian = ZigguratSampler.NormalizedGaussian.of(source);
    this.exponential = ZigguratSampler.Exponential.of(source);
  }

  /** Stream number {@code index} of {@code seed}. */
  public static RandomStream of(long seed, int index) {
    return new RandomStream(source(seed, index));
  }

  static Source source(long seed, int index) {
    var source = new Source(spread(seed));
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

  /**
   * As many words as {@code n} calls of {@link #nextLong} give, sooner; they stay until the next
   * call.
   */
  public long[] words(int n) {
    source.fill(words, n);
    return words;
  }

  /** Uniform on [0, 1). */
  public double nextDouble() {
    return source.nextDouble();
  }

  /** Standard normal. */
  public double nextGaussian() {
    return gaussian.sample();
  }

  /** Exponential with mean 1. */
  public double nextExponential() {
    return exponential.sample();
  }

  /** Uniform on 0 … n−1, off by less than n / 2⁶⁴. */
  public int nextIndex(int n) {
    return index(source.nextLong(), n);
  }

  /** A word as a number in 0 … n−1. */
  public static int index(long word, int n) {
    return (int) Math.unsignedMultiplyHigh(word, n);
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
