package org.perrin.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;

/** What the driver learns of one partition in the first pass. */
final class PartDigest implements Serializable {
  private static final long serialVersionUID = 1L;

  final ColumnDigest[] columns;
  long[] keys = {};
  long incomplete;
  String fault;

  PartDigest(int columns) {
    this.columns = new ColumnDigest[columns];
    Arrays.setAll(this.columns, _ -> new ColumnDigest());
  }

  /** Of all pieces of a partition. */
  static PartDigest of(Iterator<PartitionChunk> pieces, int columns) {
    var digest = new PartDigest(columns);
    int count = 0;
    while (pieces.hasNext()) {
      PartitionChunk piece = pieces.next();
      piece.digest(digest.columns);
      int room = Math.max(digest.keys.length, count + piece.count());
      room = room > digest.keys.length ? Math.max(room, 2 * digest.keys.length) : room;
      digest.keys = Arrays.copyOf(digest.keys, room);
      System.arraycopy(piece.keys, 0, digest.keys, count, piece.count());
      count += piece.count();
      digest.incomplete += piece.incomplete;
      digest.fault = digest.fault == null ? piece.fault : digest.fault;
    }
    digest.keys = Arrays.copyOf(digest.keys, count);
    return digest;
  }
}
