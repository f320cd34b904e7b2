package org.perrin.io.design;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.perrin.io.MessageText;
import org.perrin.io.table.Column;
import org.perrin.io.table.Spelling;
import org.perrin.io.table.Table;

/** How the columns of a design were read. */
final class ColumnReadings {
  private ColumnReadings() {}

  /** What is to be said of how columns were read. */
  static List<String> notes(Table table, Collection<String> names) {
    return names.stream()
        .map(table::column)
        .filter(column -> column.note() != null)
        .map(column -> "%s: %s".formatted(MessageText.quoted(column.name()), column.note()))
        .toList();
  }

  /** Those that another table would not have by itself. */
  static Map<String, Spelling> spellings(Table table, Collection<String> names) {
    Map<String, Spelling> spellings = new HashMap<>();
    for (String name : names) {
      switch (table.column(name)) {
        case Column.Text _ -> spellings.put(name, Spelling.TEXT);
        case Column.Numeric numeric when numeric.note() != null ->
            spellings.put(name, numeric.spelling());
        default -> {}
      }
    }
    return spellings;
  }
}
