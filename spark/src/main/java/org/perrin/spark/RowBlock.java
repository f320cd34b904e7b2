package org.perrin.spark;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;

/**
 * Neighbouring rows of the design: one partition of the cached table. Where Spark moves it, it
 * travels as one array of bytes.
 */
final class RowBlock implements Serializable {
  private static final long serialVersionUID = 1L;

  private int first;
  private RowLayout layout;
  private String[] names;
  private boolean offset;
  private boolean weight;
  private int sides;
  private transient Dataset data;
  private transient @Nullable Pulled pulled;

  /**
   * What coded rows keep in a metric, in which they are not mapped.
   *
   * @param predictors at θ̂
   * @param lengths of the rows in the metric, squared
   */
  record Pulled(Doubles predictors, Doubles lengths) {}

  /** Rows of a layout; {@code pulled} may be null. */
  RowBlock(int first, RowLayout layout, Dataset data, @Nullable Pulled pulled) {
    this.first = first;
    this.layout = layout;
    this.names = data.names().toArray(String[]::new);
    this.offset = data.offsets() != null;
    this.weight = data.weights() != null;
    this.sides = RowChunk.SIDE + (pulled == null ? 0 : 2);
    this.data = data;
    this.pulled = pulled;
  }

  /** From encoded rows. */
  static RowBlock of(int first, RowChunk rows, RowEncoder encoder) {
    Dataset data =
        PacketTable.of(rows, encoder.layout())
            .dataset(encoder.names(), encoder.offset(), encoder.weight());
    return new RowBlock(first, encoder.layout(), data, null);
  }

  /** The number of the first row. */
  int first() {
    return first;
  }

  int count() {
    return data.count();
  }

  RowLayout layout() {
    return layout;
  }

  Dataset data() {
    return data;
  }

  /** Of coded rows in a metric. */
  @Nullable Pulled pulled() {
    return pulled;
  }

  /** Numbers a row beside x. */
  int sides() {
    return sides;
  }

  /** Writes them. */
  void side(int i, double[] to, int at) {
    to[at] = data.responses().get(i);
    to[at + 1] = data.offset(i);
    to[at + 2] = data.weight(i);
    if (pulled != null) {
      to[at + 3] = pulled.predictors.get(i);
      to[at + 4] = pulled.lengths.get(i);
    }
  }

  /** The rows with these numbers, of those that are here; numbers are sorted. */
  Packet pick(int[] rows) {
    return Packet.of(this, rows, place(rows, first), place(rows, first + count()));
  }

  private static int place(int[] sorted, int row) {
    int at = Arrays.binarySearch(sorted, row);
    return at < 0 ? ~at : at;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    int[] all = new int[count()];
    Arrays.setAll(all, i -> first + i);
    out.writeObject(Packet.of(this, all, 0, all.length));
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    var table = PacketTable.of(List.of((Packet) in.readObject()), layout, sides);
    data = table.dataset(List.of(names), offset, weight);
    pulled = sides == RowChunk.SIDE ? null : table.pulled();
  }
}
