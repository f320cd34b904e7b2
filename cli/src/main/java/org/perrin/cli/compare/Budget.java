package org.perrin.cli.compare;

/**
 * What each sampler may spend after it has found the mode.
 *
 * @param passes rows read over rows there are, infinite if it does not matter
 * @param seconds of sampling, infinite if they do not matter
 */
public record Budget(double passes, double seconds) {
  /** Numbers of draws kept in memory, all chains together. */
  private static final double MOST_NUMBERS = 2e7;

  private static final int MOST_DRAWS = 100_000;

  /** Draws a chain that are not reached before the budget ends, or else as many as fit. */
  int draws(int chains, int dimension, double rowsPerDraw, int rows) {
    double byPasses = 4 * passes * rows / (chains * rowsPerDraw) + 2;
    double byMemory = MOST_NUMBERS / dimension / chains;
    return (int) Math.max(2, Math.min(MOST_DRAWS, Math.min(byPasses, byMemory)));
  }

  /** The share that is spent. */
  double spent(double passesSoFar, double secondsSoFar) {
    return Math.max(passesSoFar / passes, secondsSoFar / seconds);
  }
}
