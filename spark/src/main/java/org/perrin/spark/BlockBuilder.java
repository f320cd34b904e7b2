package org.perrin.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import scala.Tuple2;

/** Puts the chunks of a block together: rows in the order of their keys, then of their contents. */
final class BlockBuilder {
  private final RowEncoder encoder;
  private final List<RowChunk> chunks = new ArrayList<>();

  BlockBuilder(RowEncoder encoder, Iterator<Tuple2<Integer, RowChunk>> from) {
    this.encoder = encoder;
    from.forEachRemaining(pair -> chunks.add(pair._2()));
  }

  RowBlock build(int first) {
    long[] order = RowOrder.of(chunks.stream().map(RowChunk::keys).toList(), this::compare);
    var all = RowChunk.ofSize(order.length, encoder.layout());
    for (int i = 0; i < order.length; i++) {
      all.take(i, chunks.get(RowOrder.part(order[i])), RowOrder.row(order[i]));
    }
    return RowBlock.of(first, all, encoder);
  }

  private int compare(long a, long b) {
    RowChunk one = chunks.get(RowOrder.part(a));
    RowChunk other = chunks.get(RowOrder.part(b));
    return one.compare(RowOrder.row(a), other, RowOrder.row(b));
  }
}
