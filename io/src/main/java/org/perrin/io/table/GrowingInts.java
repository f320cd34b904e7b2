package org.perrin.io.table;

import java.util.Arrays;

/** Integers in one growing array. */
final class GrowingInts {
  private int[] values = new int[8];
  private int used;

  void add(int value) {
    if (used == values.length) {
      values = Arrays.copyOf(values, 2 * used);
    }
    values[used++] = value;
  }

  int[] toArray() {
    return Arrays.copyOf(values, used);
  }

  /** Moves all to {@code out}, NaN for what is negative. */
  void drain(double[] out) {
    for (int i = 0; i < used; i++) {
      out[i] = values[i] < 0 ? Double.NaN : values[i];
    }
    used = 0;
  }
}
