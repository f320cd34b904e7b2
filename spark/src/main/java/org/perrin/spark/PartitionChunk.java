package org.perrin.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/**
 * Some thousand rows of a partition as they were read, by columns, each with the number that orders
 * it. Rows with missing values are not in it; the first is named in {@link #fault}.
 */
final class PartitionChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  final Field[] fields;
  final double[][] values;
  final String[][] levels;
  final long[] keys;
  final long incomplete;
  final String fault;

  /** Numbers as they are, flags as 0 and 1, texts as places in {@code levels}. */
  PartitionChunk(
      List<Field> fields,
      double[][] values,
      String[][] levels,
      long[] keys,
      long incomplete,
      String fault) {
    this.fields = fields.toArray(Field[]::new);
    this.values = values;
    this.levels = levels;
    this.keys = keys;
    this.incomplete = incomplete;
    this.fault = fault;
  }

  int count() {
    return keys.length;
  }

  /** The rows whose keys are among {@code wanted}, which is sorted. */
  PartitionChunk pick(long[] wanted) {
    int[] chosen =
        IntStream.range(0, count())
            .filter(i -> Arrays.binarySearch(wanted, keys[i]) >= 0)
            .toArray();
    double[][] picked = new double[values.length][];
    Arrays.setAll(picked, k -> IntStream.of(chosen).mapToDouble(i -> values[k][i]).toArray());
    long[] own = IntStream.of(chosen).mapToLong(i -> keys[i]).toArray();
    return new PartitionChunk(List.of(fields), picked, levels, own, 0, null);
  }

  /** As a table, for encodings to be applied to. */
  Table table(String source) {
    List<Column> columns = new ArrayList<>();
    for (int k = 0; k < values.length; k++) {
      columns.add(column(k));
    }
    return Table.of(source, columns);
  }

  private Column column(int k) {
    if (fields[k].type() != Field.Type.TEXT) {
      return fields[k].column(count(), i -> values[k][i], null);
    }
    int[] codes = new int[count()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (int) values[k][i];
    }
    return new Column.Text(fields[k].name(), codes, List.of(levels[k]), 0, null);
  }

  /** A cell of a column of texts. */
  String text(int k, int row) {
    return levels[k][(int) values[k][row]];
  }

  void digest(ColumnDigest[] digests) {
    for (int k = 0; k < values.length; k++) {
      if (fields[k].type() == Field.Type.TEXT) {
        long[] times = new long[levels[k].length];
        for (int i = 0; i < count(); i++) {
          times[(int) values[k][i]]++;
        }
        for (int level = 0; level < times.length; level++) {
          digests[k].text(levels[k][level], times[level]);
        }
      } else {
        for (int i = 0; i < count(); i++) {
          digests[k].number(values[k][i]);
        }
      }
    }
  }
}
