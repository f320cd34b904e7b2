package org.perrin.diagnostics;

/** Quantiles and shortest intervals of numbers in any order; sorted once. */
public final class Quantiles {
  private final SortedDraws sorted;

  private Quantiles(SortedDraws sorted) {
    this.sorted = sorted;
  }

  /** Of all draws of a parameter. */
  public static Quantiles of(double[]... chains) {
    return new Quantiles(SortedDraws.of(chains));
  }

  /** A quantile, interpolated linearly (R's type 7). */
  public double at(double p) {
    return sorted.quantile(p);
  }

  /**
   * The shortest interval that holds a share of the numbers: of all that begin at one of n numbers
   * and hold {@code ⌊share · n⌋} steps.
   *
   * @return its ends
   */
  public double[] shortest(double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("an interval needs 0 < p < 1, not " + share);
    }
    int n = sorted.size();
    int steps = (int) Math.floor(share * n);
    int best = 0;
    for (int i = 1; i + steps < n; i++) {
      double width = sorted.at(i + steps) - sorted.at(i);
      best = width < sorted.at(best + steps) - sorted.at(best) ? i : best;
    }
    return new double[] {sorted.at(best), sorted.at(Math.min(n - 1, best + steps))};
  }
}
