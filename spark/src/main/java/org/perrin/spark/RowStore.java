package org.perrin.spark;

import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.data.Rows;
import org.perrin.model.Model;
import org.perrin.model.RowReplaceableModel;

/**
 * Rows in the driver's memory, each once: for every row of the table the slot where it lies, −1 if
 * it is not here. Rows come in while chains look at others; they are shown, and old ones are taken
 * away, only between blocks of steps. It takes up to a quarter of the heap.
 */
final class RowStore {
  private static final int SHARE = 4;

  private final RowLayout layout;
  private final double[] numbers;
  private final char[] places;
  private final double[][] side;
  private final int[] slots;
  private final int[] free;
  private int spare;
  private final Rows x;
  private RowReplaceableModel.Arriving centre;

  /** For a table of so many rows, with so many numbers beside x. */
  RowStore(int rows, RowLayout layout, int sides) {
    int capacity = capacity(rows, layout);
    this.layout = layout;
    this.numbers = layout.room(capacity);
    this.places = new char[capacity * layout.factors()];
    this.side = new double[sides][capacity];
    this.slots = new int[rows];
    Arrays.fill(slots, -1);
    this.free = new int[capacity];
    Arrays.setAll(free, k -> capacity - 1 - k);
    this.spare = capacity;
    this.x = layout.over(numbers, places);
  }

  /**
   * Rows that there is room for: all and a few more, which may come twice, or what memory holds.
   */
  static int capacity(int rows, RowLayout layout) {
    long byHeap = Runtime.getRuntime().maxMemory() / SHARE / (layout.bytes() + 64L);
    int most = Math.max(layout.pitch(), layout.factors());
    return (int)
        Math.min(rows + rows / 8L + 1024, Math.min(byHeap, (Integer.MAX_VALUE - 64) / most));
  }

  /** All slots. */
  Rows x() {
    return x;
  }

  /** A number beside x, of all slots. */
  double[] side(int which) {
    return side[which];
  }

  /** What takes note of every row that comes from now on. */
  void centre(RowReplaceableModel.Arriving arriving) {
    centre = arriving;
  }

  Model.Centre centre() {
    return centre;
  }

  /** The rows of these that are not here. */
  synchronized int[] missing(int[] rows) {
    return IntStream.of(rows).filter(row -> slots[row] < 0).toArray();
  }

  /**
   * Rows on their way in, not yet shown.
   *
   * @param rows their numbers
   * @param at the slot of each
   */
  record Arrival(int[] rows, int[] at) {}

  /** Slots for rows that are not here; null if some must go first. */
  synchronized Arrival reserve(int[] rows) {
    if (rows.length > spare) {
      return null;
    }
    spare -= rows.length;
    return new Arrival(rows, Arrays.copyOfRange(free, spare, spare + rows.length));
  }

  /** Writes rows that came, perhaps while chains look at others. */
  void write(Arrival arrival, Packet packet) {
    DoubleBuffer values = packet.values();
    CharBuffer codes = packet.places();
    int factors = layout.factors();
    for (int j = 0; j < packet.count(); j++) {
      int slot = arrival.at[packet.from() + j];
      int from = j * packet.step();
      values.get(from, numbers, slot * layout.pitch(), layout.numbers());
      codes.get(j * factors, places, slot * factors, factors);
      for (int k = 0; k < side.length; k++) {
        side[k][slot] = values.get(from + layout.numbers() + k);
      }
    }
    if (centre != null) {
      centre.renew(arrival.at, packet.from(), packet.from() + packet.count());
    }
  }

  /** Shows rows that were written. */
  synchronized void show(Arrival arrival) {
    for (int j = 0; j < arrival.rows.length; j++) {
      if (slots[arrival.rows[j]] < 0) {
        slots[arrival.rows[j]] = arrival.at[j];
      } else {
        // a chain could not wait, and had it fetched for itself
        free[spare++] = arrival.at[j];
      }
    }
  }

  /** Takes away rows that the coming steps do not look at, and lets the others in. */
  synchronized void replace(int[] wanted, int[] missing, List<Packet> packets) {
    var keep = new BitSet(slots.length);
    IntStream.of(wanted).forEach(keep::set);
    for (int row = 0; row < slots.length; row++) {
      if (slots[row] >= 0 && !keep.get(row)) {
        free[spare++] = slots[row];
        slots[row] = -1;
      }
    }
    Arrival arrival = reserve(missing);
    if (arrival == null) {
      throw new IllegalStateException(
          "the driver has room for %,d rows and needs %,d: give it more memory, or ask for fewer draws"
              .formatted(free.length, wanted.length));
    }
    packets.forEach(packet -> write(arrival, packet));
    show(arrival);
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
