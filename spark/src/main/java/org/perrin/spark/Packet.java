package org.perrin.spark;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import org.perrin.data.Dataset;

/**
 * Rows on their way to the driver: x, y, offset and weight of each, in one array of bytes.
 *
 * @param from the place of the first among those that were asked for
 * @param count rows
 * @param width of x
 * @param bytes all numbers
 */
record Packet(int from, int count, int width, byte[] bytes) implements Serializable {
  /** Rows {@code rows[from … to)}, of which {@code first} is row 0 of {@code data}. */
  static Packet of(Dataset data, int[] rows, int from, int to, int first) {
    int width = data.x().width();
    int step = width + RowChunk.SIDE;
    byte[] bytes = new byte[Math.multiplyExact(8 * step, to - from)];
    DoubleBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer();
    double[] row = new double[step];
    for (int j = from; j < to; j++) {
      int i = rows[j] - first;
      data.x().copy(i, row);
      row[width] = data.y()[i];
      row[width + 1] = data.offset() == null ? 0 : data.offset()[i];
      row[width + 2] = data.weight() == null ? 1 : data.weight()[i];
      buffer.put(row);
    }
    return new Packet(from, to - from, width, bytes);
  }

  /** Numbers a row. */
  int step() {
    return width + RowChunk.SIDE;
  }

  /** The numbers, to be read at any place. */
  DoubleBuffer values() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer();
  }
}
