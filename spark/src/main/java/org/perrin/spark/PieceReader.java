package org.perrin.spark;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.perrin.io.MessageText;

/**
 * Reads a partition into pieces. A row is ordered by its key or, without one, by a hash of its
 * contents: equal rows may change places without anybody seeing it, so contents are all the
 * identity that a row needs, whatever partition it comes from.
 */
final class PieceReader implements Iterator<PartitionChunk> {
  private static final int ROWS = 8192;

  private final int partition;
  private final Iterator<Row> rows;
  private final UsedColumns layout;
  private final String source;
  private long read;
  private boolean first = true;

  PieceReader(int partition, Iterator<Row> rows, UsedColumns layout, String source) {
    this.partition = partition;
    this.rows = rows;
    this.layout = layout;
    this.source = source;
  }

  @Override
  public boolean hasNext() {
    return first || rows.hasNext();
  }

  @Override
  public PartitionChunk next() {
    first = false;
    return new Filling().piece();
  }

  /** A piece on its way. */
  private final class Filling {
    private final List<Field> fields = layout.fields();
    private final double[][] values = new double[fields.size()][ROWS];
    private final List<Map<String, Integer>> codes =
        fields.stream().<Map<String, Integer>>map(_ -> new HashMap<>()).toList();
    private final long[] keys = new long[ROWS];
    private int count;
    private long incomplete;
    private String fault;

    PartitionChunk piece() {
      while (count < ROWS && rows.hasNext()) {
        Row row = rows.next();
        read++;
        take(row);
      }
      double[][] kept = new double[values.length][];
      String[][] levels = new String[values.length][];
      for (int k = 0; k < values.length; k++) {
        kept[k] = Arrays.copyOf(values[k], count);
        levels[k] = new String[codes.get(k).size()];
        String[] names = levels[k];
        codes.get(k).forEach((text, code) -> names[code] = text);
      }
      return new PartitionChunk(
          fields, kept, levels, Arrays.copyOf(keys, count), incomplete, fault);
    }

    private void take(Row row) {
      long hash = 0;
      for (int k = 0; k < values.length; k++) {
        Field field = fields.get(k);
        if (row.isNullAt(field.place())) {
          fault(field, "has no value");
          return;
        }
        if (field.type() == Field.Type.TEXT) {
          String text = field.text(row);
          Map<String, Integer> places = codes.get(k);
          values[k][count] = places.computeIfAbsent(text, _ -> places.size());
          hash = mixed(hash ^ hash(text));
          continue;
        }
        double value = field.number(row) + 0.0;
        if (!Double.isFinite(value)) {
          fault(field, Double.isNaN(value) ? "has no value" : "is infinite");
          return;
        }
        values[k][count] = value;
        hash = mixed(hash ^ Double.doubleToRawLongBits(value));
      }
      order(row, hash);
    }

    private void order(Row row, long hash) {
      keys[count] = hash;
      if (layout.key() != null) {
        if (row.isNullAt(layout.key().place())) {
          fault(layout.key(), "has no value");
          return;
        }
        Number key = (Number) row.get(layout.key().place());
        keys[count] = key.longValue();
        if (keys[count] != key.doubleValue() && !(key instanceof Long)) {
          fault(layout.key(), "is no whole number, so it cannot order rows");
          return;
        }
      }
      count++;
    }

    private void fault(Field field, String problem) {
      incomplete++;
      if (fault == null) {
        fault =
            "%s, partition %d, row %d, column %s: %s"
                .formatted(source, partition, read, MessageText.quoted(field.name()), problem);
      }
    }
  }

  private static long hash(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = mixed(hash ^ text.charAt(i));
    }
    return hash;
  }

  /** SplitMix64's finaliser (Steele, Lea and Flood, 2014). */
  private static long mixed(long z) {
    long next = z + 0x9e3779b97f4a7c15L;
    next = (next ^ (next >>> 30)) * 0xbf58476d1ce4e5b9L;
    next = (next ^ (next >>> 27)) * 0x94d049bb133111ebL;
    return next ^ (next >>> 31);
  }
}
