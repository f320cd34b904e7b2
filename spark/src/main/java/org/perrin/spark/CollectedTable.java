package org.perrin.spark;

import java.util.ArrayList;
import java.util.List;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/** All rows of a table on the driver, in an order that does not depend on partitions. */
final class CollectedTable {
  private final List<PartitionChunk> pieces;
  private final List<Field> fields;

  private CollectedTable(List<PartitionChunk> pieces, List<Field> fields) {
    this.pieces = pieces;
    this.fields = fields;
  }

  static Table of(String source, List<PartitionChunk> pieces, List<Field> fields) {
    return new CollectedTable(pieces, fields).table(source);
  }

  private Table table(String source) {
    long[] order = RowOrder.of(pieces.stream().map(piece -> piece.keys).toList(), this::compare);
    List<Column> columns = new ArrayList<>();
    for (int k = 0; k < fields.size(); k++) {
      int field = k;
      columns.add(
          fields
              .get(k)
              .column(order.length, i -> number(order[i], field), i -> text(order[i], field)));
    }
    return Table.of(source, columns);
  }

  private double number(long place, int field) {
    return pieces.get(RowOrder.part(place)).values[field][RowOrder.row(place)];
  }

  private String text(long place, int field) {
    return pieces.get(RowOrder.part(place)).text(field, RowOrder.row(place));
  }

  private int compare(long a, long b) {
    for (int k = 0; k < fields.size(); k++) {
      int order =
          fields.get(k).type() == Field.Type.TEXT
              ? text(a, k).compareTo(text(b, k))
              : Double.compare(number(a, k), number(b, k));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
