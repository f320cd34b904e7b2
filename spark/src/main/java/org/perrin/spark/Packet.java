package org.perrin.spark;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;

/**
 * Rows on their way to the driver, in one array of bytes: of each its numbers with what stands
 * beside them, and behind those of all rows the places of their factors.
 *
 * @param from the place of the first among those that were asked for
 * @param count rows
 * @param step numbers a row
 * @param factors places a row
 * @param bytes all of them
 */
record Packet(int from, int count, int step, int factors, byte[] bytes) implements Serializable {
  /** Rows {@code rows[from … to)} of a block. */
  static Packet of(RowBlock block, int[] rows, int from, int to) {
    RowLayout layout = block.layout();
    int numbers = layout.numbers();
    int factors = layout.factors();
    double[] values = new double[numbers + block.sides()];
    char[] places = new char[factors];
    byte[] bytes = new byte[Math.multiplyExact(8 * values.length + 2 * factors, to - from)];
    var packet = new Packet(from, to - from, values.length, factors, bytes);
    DoubleBuffer allValues = packet.values();
    CharBuffer allPlaces = packet.places();
    RowLayout.Splitter splitter = layout.splitter();
    for (int j = from; j < to; j++) {
      int i = rows[j] - block.first();
      splitter.split(block.data().x(), i, values, 0, places, 0);
      block.side(i, values, numbers);
      allValues.put(values);
      allPlaces.put(places);
    }
    return packet;
  }

  /** The numbers, to be read at any place. */
  DoubleBuffer values() {
    return buffer(0, Double.BYTES * step * count).asDoubleBuffer();
  }

  /** The places, to be read at any place. */
  CharBuffer places() {
    return buffer(Double.BYTES * step * count, Character.BYTES * factors * count).asCharBuffer();
  }

  private ByteBuffer buffer(int start, int length) {
    return ByteBuffer.wrap(bytes, start, length).slice().order(ByteOrder.LITTLE_ENDIAN);
  }
}
