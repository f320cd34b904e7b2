package org.perrin.spark;

import java.nio.DoubleBuffer;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;

/**
 * Rows that came, as they are computed with.
 *
 * @param layout of the rows
 * @param numbers of each, as far apart as kernels have them
 * @param places of each
 * @param sides columns beside x
 */
record PacketTable(RowLayout layout, double[] numbers, char[] places, double[][] sides) {
  private static PacketTable allocate(RowLayout layout, int rows, int sides) {
    return new PacketTable(
        layout,
        new double[Math.multiplyExact(rows, layout.pitch())],
        new char[Math.multiplyExact(rows, layout.factors())],
        new double[sides][rows]);
  }

  /** Fetched rows, one after the other over all packets. */
  static PacketTable of(List<Packet> packets, RowLayout layout, int sides) {
    int rows = packets.stream().mapToInt(Packet::count).sum();
    var table = allocate(layout, rows, sides);
    int at = 0;
    for (Packet packet : packets) {
      table.take(packet, at);
      at += packet.count();
    }
    return table;
  }

  /** Encoded rows. */
  static PacketTable of(RowChunk rows, RowLayout layout) {
    var table = allocate(layout, rows.count(), RowChunk.SIDE);
    table.take(DoubleBuffer.wrap(rows.values()), rows.count(), 0);
    System.arraycopy(rows.places(), 0, table.places, 0, table.places.length);
    return table;
  }

  private void take(Packet packet, int at) {
    take(packet.values(), packet.count(), at);
    packet.places().get(0, places, at * layout.factors(), packet.count() * layout.factors());
  }

  private void take(DoubleBuffer values, int count, int at) {
    int step = layout.numbers() + sides.length;
    for (int i = 0; i < count; i++) {
      values.get(i * step, numbers, (at + i) * layout.pitch(), layout.numbers());
      for (int k = 0; k < sides.length; k++) {
        sides[k][at + i] = values.get(i * step + layout.numbers() + k);
      }
    }
  }

  Rows rows() {
    return layout.over(numbers, places);
  }

  /** All of them. */
  Dataset dataset(List<String> names, boolean offset, boolean weight) {
    return new Dataset(rows(), sides[0], offset ? sides[1] : null, weight ? sides[2] : null, names);
  }

  /** What rows keep in a metric. */
  RowBlock.Pulled pulled() {
    return new RowBlock.Pulled(Doubles.of(sides[3]), Doubles.of(sides[4]));
  }
}
