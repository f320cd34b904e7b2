package org.perrin.diagnostics;

/** The order of numbers. */
public final class AscendingOrder {
  private AscendingOrder() {}

  /** Places of the numbers from the least to the largest; equal ones in the order they stand. */
  public static int[] of(double... values) {
    return SortedDraws.of(new double[][] {values}).origin();
  }
}
