package org.perrin.io.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Doubles in blocks of up to 512 kB, each in the narrowest form once it is full: nothing is copied
 * before the end, and whole numbers take little room until then.
 */
final class DoubleBlocks {
  private static final int MOST = 1 << 16;

  private final List<StoredNumbers> full = new ArrayList<>(0);
  private double[] block = new double[8];
  private int used;
  private int before;

  void add(double value) {
    if (used == block.length) {
      if (used < MOST) {
        block = Arrays.copyOf(block, 2 * used);
      } else {
        full.add(StoredNumbers.narrow(block, used));
        before += used;
        used = 0;
      }
    }
    block[used++] = value;
  }

  int size() {
    return before + used;
  }

  /** All of them, in the narrowest form; there is nothing to add any more. */
  StoredNumbers stored() {
    full.add(StoredNumbers.narrow(block, used));
    StoredNumbers all = StoredNumbers.joined(full);
    full.clear();
    block = new double[0];
    return all;
  }

  /** The same as doubles. */
  double[] toArray() {
    return stored().toArray();
  }

  /** Moves all to {@code out}. */
  void drain(double[] out) {
    int at = 0;
    for (StoredNumbers part : full) {
      part.copy(0, part.length(), out, at, 1);
      at += part.length();
    }
    System.arraycopy(block, 0, out, at, used);
    full.clear();
    used = 0;
    before = 0;
  }
}
