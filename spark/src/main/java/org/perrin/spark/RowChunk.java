package org.perrin.spark;

import java.io.Serializable;

/**
 * Some encoded rows on their way to their block: for each its key, and x, y, offset and weight one
 * after the other.
 */
record RowChunk(long[] keys, double[] values) implements Serializable {
  /** Numbers a row beside x. */
  static final int SIDE = 3;

  int count() {
    return keys.length;
  }
}
