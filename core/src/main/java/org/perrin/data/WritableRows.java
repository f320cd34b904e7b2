package org.perrin.data;

/** A table that is filled a block at a time, by one thread for each row. */
public interface WritableRows extends Rows {
  /**
   * Rows {@code first ≤ i < first + n}, from {@code x} in the kernels' layout: row {@code first +
   * j} begins at {@code x[j · stride]}, its padding is zero.
   */
  void write(int first, int n, double[] x);
}
