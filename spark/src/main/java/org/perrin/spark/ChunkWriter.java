package org.perrin.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.perrin.io.design.Encoding;
import scala.Tuple2;

/** Encodes the pieces of a partition and sorts their rows out by block. */
final class ChunkWriter {
  private final RowEncoder encoder;
  private final BlockBounds splits;
  private final BlockBounds.Cursor cursor;
  private final Encoding encoding;

  ChunkWriter(RowEncoder encoder, BlockBounds splits, int partition) {
    this.encoder = encoder;
    this.splits = splits;
    this.cursor = splits.cursor(partition);
    this.encoding = encoder.parsed();
  }

  /** The chunks of a piece, at most one a block. */
  Iterator<Tuple2<Integer, RowChunk>> write(PartitionChunk piece) {
    if (piece.count() == 0) {
      return java.util.Collections.emptyIterator();
    }
    RowChunk rows = encoder.rows(piece, encoding);
    int[] block = new int[piece.count()];
    int[] sizes = new int[splits.blocks()];
    for (int i = 0; i < block.length; i++) {
      block[i] = cursor.block(piece.keys[i]);
      sizes[block[i]]++;
    }
    RowChunk[] chunks = new RowChunk[splits.blocks()];
    Arrays.setAll(chunks, b -> RowChunk.ofSize(sizes[b], encoder.layout()));
    int[] at = new int[chunks.length];
    for (int i = 0; i < block.length; i++) {
      chunks[block[i]].take(at[block[i]]++, rows, i);
    }
    List<Tuple2<Integer, RowChunk>> filled = new ArrayList<>();
    for (int b = 0; b < chunks.length; b++) {
      if (sizes[b] > 0) {
        filled.add(new Tuple2<>(b, chunks[b]));
      }
    }
    return filled.iterator();
  }
}
