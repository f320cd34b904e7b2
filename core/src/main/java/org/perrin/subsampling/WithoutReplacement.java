package org.perrin.subsampling;

import org.perrin.data.Batch;
import org.perrin.random.RandomStream;

/**
 * All rows alike, none twice: every set of n rows has the same chance. Floyd's algorithm (Bentley
 * and Floyd, 1987) on a small hash table: O(n), whatever N is.
 */
public record WithoutReplacement(int rows) implements Subsampling {
  /** Checks N. */
  public WithoutReplacement {
    if (rows < 1) {
      throw new IllegalArgumentException("there must be at least one row, not " + rows);
    }
  }

  @Override
  public void draw(int n, double[] theta, RandomStream random, Batch batch) {
    int size = Math.min(n, rows);
    batch.resize(size);
    int[] chosen = batch.rows();
    int[] table = batch.table(size);
    for (int j = 0; j < size; j++) {
      int last = rows - size + j;
      int row = random.nextIndex(last + 1);
      chosen[j] = insert(table, row) ? row : last;
      if (chosen[j] == last && row != last) {
        insert(table, last);
      }
    }
    java.util.Arrays.fill(batch.weights(), 0, size, (double) rows / size);
  }

  /** Adds {@code row} to an open-addressed table; false if it was there. */
  private static boolean insert(int[] table, int row) {
    int mask = table.length - 1;
    int place = (row * 0x9e3779b9 >>> 7) & mask;
    while (table[place] >= 0) {
      if (table[place] == row) {
        return false;
      }
      place = (place + 1) & mask;
    }
    table[place] = row;
    return true;
  }

  @Override
  public double probability(int row) {
    return 1.0 / rows;
  }
}
