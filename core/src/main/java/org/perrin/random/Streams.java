package org.perrin.random;

/**
 * The randomness of one chain: which rows it looks at, and the noise it adds. They are apart so
 * that the rows of coming steps can be known before the steps are made.
 */
public record Streams(RandomStream rows, RandomStream noise) {
  /** The streams of chain {@code chain} under {@code seed}. */
  public static Streams of(long seed, int chain) {
    return new Streams(RandomStream.of(seed, 2 * chain), RandomStream.of(seed, 2 * chain + 1));
  }
}
