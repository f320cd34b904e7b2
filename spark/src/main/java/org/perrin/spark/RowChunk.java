package org.perrin.spark;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Some encoded rows on their way to their block: for each its key, its numbers with y, offset and
 * weight behind them, and the places of its factors.
 */
record RowChunk(long[] keys, double[] values, char[] places) implements Serializable {
  /** Numbers a row beside x. */
  static final int SIDE = 3;

  static RowChunk ofSize(int rows, RowLayout layout) {
    return new RowChunk(
        new long[rows],
        new double[Math.multiplyExact(rows, layout.numbers() + SIDE)],
        new char[Math.multiplyExact(rows, layout.factors())]);
  }

  int count() {
    return keys.length;
  }

  /** Compares the contents of a row with that of another chunk. */
  int compare(int i, RowChunk other, int j) {
    int step = values.length / count();
    int codes = places.length / count();
    int order =
        Arrays.compare(values, i * step, (i + 1) * step, other.values, j * step, (j + 1) * step);
    return order != 0
        ? order
        : Arrays.compare(
            places, i * codes, (i + 1) * codes, other.places, j * codes, (j + 1) * codes);
  }

  /** Writes row {@code i} of another chunk to {@code to}. */
  void take(int to, RowChunk from, int i) {
    int step = from.values.length / from.count();
    int codes = from.places.length / from.count();
    keys[to] = from.keys[i];
    System.arraycopy(from.values, i * step, values, to * step, step);
    System.arraycopy(from.places, i * codes, places, to * codes, codes);
  }
}
