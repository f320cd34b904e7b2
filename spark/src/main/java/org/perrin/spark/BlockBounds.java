package org.perrin.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.perrin.math.Parallel;

/**
 * Which block a row belongs to. Rows in the order of their keys are cut where {@link Parallel} cuts
 * the same rows in memory, so sums by block are its sums, to the bit, wherever rows came from. More
 * and smaller blocks are made only for tables that no memory holds (above 256 MB a block).
 *
 * <p>Rows with one key are equal, but a cut may go through the midst of them: then those of earlier
 * partitions come first.
 */
final class BlockBounds implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int SAMPLE = 20_000;
  private static final long BLOCK_BYTES = 256L << 20;

  private final int rows;
  private final int blocks;
  private final long[] cuts;
  private final int[] before;
  private final int[][] earlier;
  private final transient long[] sample;

  private BlockBounds(
      int rows, int blocks, long[] cuts, int[] before, int[][] earlier, long[] sample) {
    this.sample = sample;
    this.rows = rows;
    this.blocks = blocks;
    this.cuts = cuts;
    this.before = before;
    this.earlier = earlier;
  }

  /** From the keys of each partition, and all of them sorted. */
  static BlockBounds of(List<long[]> keys, long[] sorted, int sumSize, int rowBytes) {
    int rows = sorted.length;
    int blocks = blocks(rows, sumSize, rowBytes);
    long[] cuts = new long[blocks - 1];
    int[] before = new int[blocks - 1];
    for (int b = 1; b < blocks; b++) {
      cuts[b - 1] = sorted[Parallel.bound(rows, blocks, b)];
      before[b - 1] = RowOrder.first(sorted, cuts[b - 1]);
    }
    long[] sample = new long[Math.min(SAMPLE, rows)];
    Arrays.setAll(sample, j -> sorted[(int) ((long) j * rows / sample.length)]);
    return new BlockBounds(rows, blocks, cuts, before, earlier(keys, cuts), sample);
  }

  private static int blocks(int rows, int sumSize, int rowBytes) {
    long bytes = (long) rows * rowBytes;
    int bySize = (int) ((bytes - 1) / BLOCK_BYTES) + 1;
    return Math.max(Parallel.chunks(rows, sumSize), bySize);
  }

  /** For each partition and cut how many rows with the key of the cut earlier partitions hold. */
  private static int[][] earlier(List<long[]> keys, long[] cuts) {
    int[][] earlier = new int[keys.size()][];
    int[] sofar = new int[cuts.length];
    for (int p = 0; p < earlier.length; p++) {
      earlier[p] = sofar.clone();
      for (long key : keys.get(p)) {
        for (int c = RowOrder.first(cuts, key); c < cuts.length && cuts[c] == key; c++) {
          sofar[c]++;
        }
      }
    }
    return earlier;
  }

  /** The keys of evenly spaced rows, in order: those that rough leverage is guessed from. */
  long[] sample() {
    return sample;
  }

  int rows() {
    return rows;
  }

  int blocks() {
    return blocks;
  }

  int first(int block) {
    return Parallel.bound(rows, blocks, block);
  }

  /** The block of every row of one partition, asked in the order of its rows. */
  final class Cursor {
    private final int[] seen;

    Cursor(int partition) {
      this.seen = earlier[partition].clone();
    }

    int block(long key) {
      int c = RowOrder.first(cuts, key);
      if (c == cuts.length || cuts[c] != key) {
        return c;
      }
      int rank = before[c] + seen[c];
      for (int k = c; k < cuts.length && cuts[k] == key; k++) {
        seen[k]++;
      }
      int block = c;
      while (block + 1 < blocks && BlockBounds.this.first(block + 1) <= rank) {
        block++;
      }
      return block;
    }
  }

  Cursor cursor(int partition) {
    return new Cursor(partition);
  }
}
