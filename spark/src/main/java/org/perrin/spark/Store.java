package org.perrin.spark;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.model.Model;
import org.perrin.model.Regressed;

/**
 * Rows in the driver's memory, each once: for every row of the table the slot where it lies, −1 if
 * it is not here. Rows come in while chains look at others; they are shown, and old ones are taken
 * away, only between blocks of steps. It takes up to a quarter of the heap.
 */
final class Store {
  private static final int SHARE = 4;

  private final int width;
  private final int stride;
  private final double[] x;
  private final double[][] side;
  private final int[] slots;
  private final int[] free;
  private int spare;
  private final Regressed.Arriving centre;

  Store(SparkPulled model, double[] sum) {
    this.width = model.dimension();
    this.stride = Kernels.pad(width);
    int capacity = capacity(model.rows(), width);
    this.x = new double[capacity * stride];
    this.side = new double[RowChunk.SIDE][capacity];
    this.slots = new int[model.rows()];
    Arrays.fill(slots, -1);
    this.free = new int[capacity];
    Arrays.setAll(free, k -> capacity - 1 - k);
    this.spare = capacity;
    var data =
        new Dataset(
            DenseRows.over(x, width),
            side[0],
            side[1],
            model.weighted() ? side[2] : null,
            model.names());
    this.centre = model.form().with(data).origin(sum);
  }

  /**
   * Rows that there is room for: all and a few more, which may come twice, or what memory holds.
   */
  static int capacity(int rows, int width) {
    int stride = Kernels.pad(width);
    long byHeap = Runtime.getRuntime().maxMemory() / SHARE / (8L * (stride + 8));
    return (int)
        Math.min(rows + rows / 8L + 1024, Math.min(byHeap, (Integer.MAX_VALUE - 64) / stride));
  }

  /**
   * Rows on their way in.
   *
   * @param wanted all that the coming steps look at
   * @param missing those that were not here
   * @param packets what came for them
   */
  record Arrival(int[] wanted, int[] missing, Packets packets) {}

  /** The rows of these that are not here. */
  synchronized int[] missing(int[] rows) {
    return IntStream.of(rows).filter(row -> slots[row] < 0).toArray();
  }

  /** An arrival that was written, perhaps while chains ran, and the slots where. */
  record Placed(Arrival arrival, int[] at) {}

  /** Writes rows where none are, if there is room; null if some must go first. */
  synchronized Placed place(Arrival arrival) {
    int n = arrival.missing.length;
    if (n > spare) {
      return null;
    }
    int[] at = Arrays.copyOfRange(free, spare - n, spare);
    spare -= n;
    Parallel.overRows(
        Math.max(1, n),
        (from, to) -> {
          double[] row = new double[width + side.length];
          for (int j = from; j < Math.min(to, n); j++) {
            arrival.packets.copy(j, row);
            write(row, at[j]);
          }
          centre.renew(at, from, Math.min(to, n));
        });
    return new Placed(arrival, at);
  }

  private void write(double[] row, int slot) {
    System.arraycopy(row, 0, x, slot * stride, width);
    for (int k = 0; k < side.length; k++) {
      side[k][slot] = row[width + k];
    }
  }

  /** Shows rows that were placed. */
  synchronized void show(Placed placed) {
    int[] missing = placed.arrival.missing;
    for (int j = 0; j < missing.length; j++) {
      if (slots[missing[j]] < 0) {
        slots[missing[j]] = placed.at[j];
      } else {
        // a chain could not wait, and had it fetched for itself
        free[spare++] = placed.at[j];
      }
    }
  }

  /** Takes away rows that the coming steps do not look at, and lets the others in. */
  synchronized void replace(Arrival arrival) {
    var keep = new BitSet(slots.length);
    IntStream.of(arrival.wanted).forEach(keep::set);
    for (int row = 0; row < slots.length; row++) {
      if (slots[row] >= 0 && !keep.get(row)) {
        free[spare++] = slots[row];
        slots[row] = -1;
      }
    }
    Placed placed = place(arrival);
    if (placed == null) {
      throw new IllegalStateException(
          "the driver has room for %,d rows and needs %,d: give it more memory, or ask for fewer draws"
              .formatted(free.length, arrival.wanted.length));
    }
    show(placed);
  }

  Model.Centre centre() {
    return centre;
  }

  /** Turns numbers of rows into slots, from {@code j} on; stops at the first that is not here. */
  int locate(int[] chosen, int j, int n) {
    int at = j;
    for (; at < n; at++) {
      int slot = slots[chosen[at]];
      if (slot < 0) {
        break;
      }
      chosen[at] = slot;
    }
    return at;
  }
}
