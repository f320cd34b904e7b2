package org.perrin.spark;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.model.Model;

/**
 * The rows that chains look at in a block of steps, in the driver's memory: each different row
 * once, and for every row of the table where it lies, −1 if it is not here (4 bytes a row).
 */
final class Window {
  private final int[] rows;
  private final int[] slots;
  private final Dataset data;
  private final Model.Centre centre;

  private Window(int[] rows, int[] slots, Dataset data, Model.Centre centre) {
    this.rows = rows;
    this.slots = slots;
    this.data = data;
    this.centre = centre;
  }

  /** Rows taken from {@code old}, where it has them, and from what was fetched for the others. */
  static Window of(int[] rows, Window old, Packets fetched, SparkPulled model, double[] sum) {
    int[] slots = new int[model.rows()];
    Arrays.fill(slots, -1);
    int[] from = new int[rows.length];
    int next = 0;
    for (int j = 0; j < rows.length; j++) {
      slots[rows[j]] = j;
      int before = old == null ? -1 : old.slots[rows[j]];
      from[j] = before >= 0 ? before : ~next++;
    }
    Dataset data = dataset(from, old, fetched, model);
    return new Window(rows, slots, data, model.form().with(data).origin(sum));
  }

  private static Dataset dataset(int[] from, Window old, Packets fetched, SparkPulled model) {
    int width = model.dimension();
    var x =
        DenseRows.fill(
            from.length,
            width,
            (j, to, at) -> {
              if (from[j] < 0) {
                fetched.copy(~from[j], to, at);
              } else {
                for (int k = 0; k < width; k++) {
                  to[at + k] = old.data.x().get(from[j], k);
                }
              }
            });
    return new Dataset(
        x,
        side(from, old == null ? null : old.data.y(), fetched, 0),
        side(from, old == null ? null : old.data.offset(), fetched, 1),
        model.weighted() ? side(from, old == null ? null : old.data.weight(), fetched, 2) : null,
        model.names());
  }

  private static double[] side(int[] from, double[] old, Packets fetched, int which) {
    double[] side = new double[from.length];
    Arrays.setAll(side, j -> from[j] < 0 ? fetched.side(~from[j], which) : old[from[j]]);
    return side;
  }

  /** These rows and others, those that were here in their places. */
  int[] and(int[] others) {
    int[] all = Arrays.copyOf(rows, rows.length + others.length);
    System.arraycopy(others, 0, all, rows.length, others.length);
    return all;
  }

  boolean has(int row) {
    return slots[row] >= 0;
  }

  int count() {
    return rows.length;
  }

  Model.Centre centre() {
    return centre;
  }

  /** Turns numbers of rows into places here, from {@code j} on; stops at the first that is not. */
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
