package org.perrin.spark;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Rows;

/**
 * Neighbouring rows of the design: one partition of the cached table. Where Spark moves it, it
 * travels as one array of bytes.
 */
final class RowBlock implements Serializable {
  private static final long serialVersionUID = 1L;

  private int first;
  private String[] names;
  private boolean offset;
  private boolean weight;
  private transient Dataset data;

  RowBlock(int first, Dataset data) {
    this.first = first;
    this.names = data.names().toArray(String[]::new);
    this.offset = data.offset() != null;
    this.weight = data.weight() != null;
    this.data = data;
  }

  /** From rows with response, offset and weight behind each. */
  RowBlock(int first, int count, double[] values, RowEncoder encoder) {
    this.first = first;
    this.names = encoder.names().toArray(String[]::new);
    this.offset = encoder.offset();
    this.weight = encoder.weight();
    this.data = dataset(count, values, encoder.width());
  }

  private Dataset dataset(int count, double[] values, int width) {
    int step = width + RowChunk.SIDE;
    Rows x =
        DenseRows.fill(
            count, width, (i, to, at) -> System.arraycopy(values, i * step, to, at, width));
    return new Dataset(
        x,
        column(values, count, step, width),
        offset ? column(values, count, step, width + 1) : null,
        weight ? column(values, count, step, width + 2) : null,
        List.of(names));
  }

  private static double[] column(double[] values, int count, int step, int k) {
    double[] column = new double[count];
    Arrays.setAll(column, i -> values[i * step + k]);
    return column;
  }

  /** The number of the first row. */
  int first() {
    return first;
  }

  int count() {
    return data.count();
  }

  Dataset data() {
    return data;
  }

  /** The rows with these numbers, of those that are here; numbers are sorted. */
  Packet pick(int[] rows) {
    int from = place(rows, first);
    int to = place(rows, first + count());
    return Packet.of(data, rows, from, to, first);
  }

  private static int place(int[] sorted, int row) {
    int at = Arrays.binarySearch(sorted, row);
    return at < 0 ? ~at : at;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    int[] all = new int[count()];
    Arrays.setAll(all, i -> first + i);
    out.writeObject(Packet.of(data, all, 0, all.length, first));
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    Packet packet = (Packet) in.readObject();
    double[] values = new double[packet.count() * packet.step()];
    packet.values().get(values);
    data = dataset(packet.count(), values, packet.width());
  }
}
