package org.perrin.regression.effects;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.Table;

/** Rows by the levels of a column. */
final class RowGroups {
  private static final int BLOCK = 1 << 14;

  private RowGroups() {}

  /** Rows that have a level. */
  record Group(String level, int[] rows) {}

  static List<Group> of(Table table, String column, int most) {
    table.column(column);
    var rows = new TreeMap<String, IntStream.Builder>();
    int total = table.total();
    for (int from = 0; from < total; from += BLOCK) {
      int[] some = IntStream.range(from, Math.min(total, from + BLOCK)).toArray();
      Column values = RowPicker.pick(table, some).column(column);
      for (int j = 0; j < some.length; j++) {
        String level = level(values, j);
        if (level != null) {
          rows.computeIfAbsent(level, _ -> IntStream.builder()).add(some[j]);
        }
      }
      if (rows.size() > most) {
        throw new InputException(
            "%s has more than %d values: rows are not grouped by it"
                .formatted(MessageText.quoted(column), most));
      }
    }
    return rows.entrySet().stream()
        .map(e -> new Group(e.getKey(), e.getValue().build().toArray()))
        .toList();
  }

  private static @Nullable String level(Column column, int row) {
    return switch (column) {
      case Column.Numeric c -> {
        double v = c.values().get(row);
        yield Double.isNaN(v)
            ? null
            : v == Math.rint(v) ? String.valueOf((long) v) : String.valueOf(v);
      }
      case Column.Flags c -> c.values()[row] < 0 ? null : c.values()[row] == 1 ? "true" : "false";
      case Column.Text c -> c.get(row);
      case Column.Other _ -> null;
    };
  }
}
