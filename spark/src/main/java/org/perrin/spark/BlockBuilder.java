package org.perrin.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import scala.Tuple2;

/** Puts the chunks of a block together: rows in the order of their keys, then of their contents. */
final class BlockBuilder {
  private final RowEncoder encoder;
  private final List<RowChunk> chunks = new ArrayList<>();
  private final int step;

  BlockBuilder(RowEncoder encoder, Iterator<Tuple2<Integer, RowChunk>> from) {
    this.encoder = encoder;
    this.step = encoder.width() + RowChunk.SIDE;
    from.forEachRemaining(pair -> chunks.add(pair._2()));
  }

  RowBlock build(int first) {
    long[] order = RowOrder.of(chunks.stream().map(RowChunk::keys).toList(), this::compare);
    double[] values = new double[Math.multiplyExact(order.length, step)];
    for (int i = 0; i < order.length; i++) {
      System.arraycopy(values(order[i]), at(order[i]), values, i * step, step);
    }
    return new RowBlock(first, order.length, values, encoder);
  }

  private double[] values(long place) {
    return chunks.get(RowOrder.part(place)).values();
  }

  private int at(long place) {
    return RowOrder.row(place) * step;
  }

  private int compare(long a, long b) {
    return Arrays.compare(values(a), at(a), at(a) + step, values(b), at(b), at(b) + step);
  }
}
