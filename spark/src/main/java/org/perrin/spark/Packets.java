package org.perrin.spark;

import java.nio.DoubleBuffer;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;

/** Fetched rows, one after the other over all packets. */
final class Packets {
  private final DoubleBuffer[] values;
  private final int[] starts;
  private final int step;

  Packets(List<Packet> packets, int width) {
    this.values = packets.stream().map(Packet::values).toArray(DoubleBuffer[]::new);
    this.starts = new int[packets.size() + 1];
    this.step = width + RowChunk.SIDE;
    for (int p = 0; p < packets.size(); p++) {
      starts[p + 1] = starts[p] + packets.get(p).count();
    }
  }

  int count() {
    return starts[starts.length - 1];
  }

  /** Writes x of row {@code i} to {@code to[at] …}. */
  private void copy(int i, double[] to, int at) {
    int p = packet(i);
    values[p].get((i - starts[p]) * step, to, at, step - RowChunk.SIDE);
  }

  /** y, offset or weight (0, 1, 2) of row {@code i}. */
  private double side(int i, int which) {
    int p = packet(i);
    return values[p].get((i - starts[p]) * step + step - RowChunk.SIDE + which);
  }

  private int packet(int i) {
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= i) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** All of them as a data set. */
  Dataset dataset(List<String> names, boolean offset, boolean weight) {
    return new Dataset(
        DenseRows.fill(count(), step - RowChunk.SIDE, this::copy),
        column(0),
        offset ? column(1) : null,
        weight ? column(2) : null,
        names);
  }

  private double[] column(int which) {
    double[] column = new double[count()];
    java.util.Arrays.setAll(column, i -> side(i, which));
    return column;
  }
}
