package org.perrin.io.table;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.perrin.data.MappedRows;
import org.perrin.data.Storage;
import org.perrin.io.packed.PackedColumn;
import org.perrin.io.packed.PackedTable;

/** Some rows of a table, packed or not, and tables with a column replaced. */
public final class RowPicker {
  private RowPicker() {}

  /** The rows with these numbers, in this order. */
  public static Table pick(Table table, int[] rows) {
    if (table.packed() != null) {
      return pick(table.packed(), rows);
    }
    return Table.of(table.source(), table.columns().stream().map(c -> pick(c, rows)).toList());
  }

  private static Column pick(Column column, int[] rows) {
    return switch (column) {
      case Column.Numeric c -> {
        double[] values = Arrays.stream(rows).mapToDouble(i -> c.values().get(i)).toArray();
        int missing = (int) Arrays.stream(values).filter(Double::isNaN).count();
        yield new Column.Numeric(
            c.name(), StoredNumbers.of(values), missing, c.flaw(), c.spelling(), c.note());
      }
      case Column.Flags c -> {
        byte[] values = new byte[rows.length];
        int missing = 0;
        for (int j = 0; j < rows.length; j++) {
          values[j] = c.values()[rows[j]];
          missing += values[j] < 0 ? 1 : 0;
        }
        yield new Column.Flags(c.name(), values, missing);
      }
      case Column.Text c -> {
        int[] codes = Arrays.stream(rows).map(i -> c.codes()[i]).toArray();
        int missing = (int) Arrays.stream(codes).filter(code -> code < 0).count();
        yield new Column.Text(c.name(), codes, c.levels(), missing, c.flaw(), c.note());
      }
      case Column.Other c ->
          new Column.Other(
              c.name(), c.kind(), rows.length, Math.min(c.missing(), rows.length), c.advice());
    };
  }

  private static Table pick(PackedTable packed, int[] rows) {
    MappedRows stored = packed.stored(Storage.heap());
    double[][] values = new double[stored.width()][rows.length];
    double[] row = new double[stored.width()];
    for (int j = 0; j < rows.length; j++) {
      stored.copy(rows[j], row);
      for (int k = 0; k < row.length; k++) {
        values[k][j] = row[k];
      }
    }
    List<Column> columns =
        packed.columns().stream().map(c -> column(c, values, rows.length)).toList();
    return Table.of(packed.source(), columns);
  }

  private static Column column(PackedColumn column, double[][] values, int rows) {
    return column.holding(column.place() < 0 ? new double[rows] : values[column.place()]);
  }

  /** The same table with another column in place of the one of that name. */
  public static Table replace(Table table, Column column) {
    table.column(column.name());
    Stream<Column> columns =
        table.columns().stream().map(c -> c.name().equals(column.name()) ? column : c);
    return Table.of(table.source(), columns.toList());
  }
}
