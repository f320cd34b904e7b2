package org.perrin.diagnostics;

/**
 * Which draws of m chains of n have a property, a bit each, and the autocovariance of the zeros and
 * ones that they stand for: {@code Σₛ xₛ xₛ₊ₜ} counts bits of a chain and of itself shifted, {@code
 * n/64} operations a lag.
 */
final class Marks implements Autocovariance {
  private final int n;
  private final long[][] bits;
  private final double[] means;
  private boolean counted;

  Marks(int chains, int n) {
    this.n = n;
    this.bits = new long[chains][n / Long.SIZE + 2];
    this.means = new double[chains];
  }

  /** Marks a draw, counted chain after chain. */
  void set(int draw) {
    int chain = draw / n;
    int at = draw - chain * n;
    bits[chain][at >> 6] |= 1L << at;
    counted = false;
  }

  @Override
  public int length() {
    return n;
  }

  @Override
  public double[] means() {
    if (!counted) {
      for (int c = 0; c < bits.length; c++) {
        means[c] = (double) ones(bits[c], 0, n) / n;
      }
      counted = true;
    }
    return means;
  }

  @Override
  public double at(int lag) {
    double sum = 0;
    double[] mean = means();
    for (int c = 0; c < bits.length; c++) {
      int last = ones(bits[c], n - lag, n);
      int first = ones(bits[c], 0, lag);
      int all = ones(bits[c], 0, n);
      // Σ (xₛ − x̄)(xₛ₊ₜ − x̄) over s < n − t
      double m = mean[c];
      sum += pairs(bits[c], lag) - m * (2.0 * all - first - last) + (n - lag) * m * m;
    }
    return sum / n / bits.length;
  }

  /** How many draws and those {@code lag} behind are both marked. */
  private static int pairs(long[] bits, int lag) {
    int words = lag >> 6;
    int shift = lag & 63;
    int count = 0;
    for (int w = 0; w + words + 1 < bits.length; w++) {
      long low = bits[w + words] >>> shift;
      // a shift by 64 is none in Java
      long high = shift == 0 ? 0 : bits[w + words + 1] << (64 - shift);
      count += Long.bitCount(bits[w] & (low | high));
    }
    return count;
  }

  /** Marks of {@code from ≤ s < to}. */
  private static int ones(long[] bits, int from, int to) {
    int count = 0;
    for (int w = from >> 6; w << 6 < to; w++) {
      long word = bits[w];
      if (w == from >> 6) {
        word &= -1L << from;
      }
      if (to - (w << 6) < Long.SIZE) {
        word &= (1L << to) - 1;
      }
      count += Long.bitCount(word);
    }
    return count;
  }
}
