package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.StoredNumbers;
import org.perrin.io.table.Table;

/** A table of one row: the mean of each number, the commonest of other values. */
final class TypicalRow {
  private TypicalRow() {}

  static Table of(Table table) {
    Table first = RowPicker.pick(table, new int[1]);
    List<Column> columns =
        IntStream.range(0, table.columns().size())
            .mapToObj(k -> typical(table.columns().get(k), first.columns().get(k)))
            .toList();
    return Table.of(table.source(), columns);
  }

  private static Column typical(Column column, Column first) {
    return switch (column) {
      case Column.Numeric c -> {
        double mean =
            Arrays.stream(c.values().toArray())
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
        yield new Column.Numeric(c.name(), StoredNumbers.of(mean), 0, null, c.spelling(), null);
      }
      case Column.Flags c -> {
        long yes = IntStream.range(0, c.count()).filter(i -> c.values()[i] == 1).count();
        yield new Column.Flags(c.name(), new byte[] {(byte) (2 * yes >= c.count() ? 1 : 0)}, 0);
      }
      case Column.Text c -> {
        int code =
            Arrays.stream(c.codes())
                .filter(v -> v >= 0)
                .boxed()
                .collect(Collectors.groupingBy(v -> v, Collectors.counting()))
                .entrySet()
                .stream()
                .max((a, b) -> Long.compare(a.getValue(), b.getValue()))
                .orElseThrow()
                .getKey();
        yield new Column.Text(c.name(), new int[] {code}, c.levels(), 0, null);
      }
      case Column.Other _ -> first;
    };
  }
}
