package org.perrin.io.table;

import java.util.ArrayList;
import java.util.List;

/** Doubles in blocks that double in size up to 512 kB: nothing is copied before the end. */
final class DoubleBlocks {
  private final List<double[]> full = new ArrayList<>(0);
  private double[] block = new double[8];
  private int used;
  private int before;

  void add(double value) {
    if (used == block.length) {
      full.add(block);
      before += used;
      block = new double[Math.min(2 * used, 1 << 16)];
      used = 0;
    }
    block[used++] = value;
  }

  int size() {
    return before + used;
  }

  double[] toArray() {
    double[] all = new double[size()];
    int at = 0;
    for (double[] part : full) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    System.arraycopy(block, 0, all, at, used);
    full.clear();
    block = new double[0];
    used = 0;
    return all;
  }

  /** Moves all to {@code out}. */
  void drain(double[] out) {
    double[] all = toArray();
    System.arraycopy(all, 0, out, 0, all.length);
    block = new double[Math.max(8, all.length)];
    before = 0;
  }
}
