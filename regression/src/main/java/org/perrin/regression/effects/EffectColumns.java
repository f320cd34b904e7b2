package org.perrin.regression.effects;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.design.Encoding;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.Table;

/** The columns that have effects, as some rows of a table have them, and their values. */
final class EffectColumns {
  private static final int MOST_LEVELS = 50;
  private static final int MOST_LOOKED = 10_000;

  private final Table table;
  private final Set<String> names;
  private final Set<String> coded;
  private final Map<String, List<String>> levels;

  private EffectColumns(
      Table table, Set<String> names, Set<String> coded, Map<String, List<String>> levels) {
    this.table = table;
    this.names = names;
    this.coded = coded;
    this.levels = levels;
  }

  static EffectColumns of(Encoding encoding, Table table) {
    Set<String> names = new LinkedHashSet<>(encoding.inputs());
    names.removeAll(encoding.weighing());
    return new EffectColumns(table, names, encoding.coded(), encoding.levels());
  }

  List<String> names() {
    return List.copyOf(names);
  }

  /** A column that has effects. */
  Column look(String column) {
    if (!names.contains(column)) {
      String hint = MessageText.didYouMean(column, names());
      throw new InputException(
          "%s is no column of the model%s"
              .formatted(
                  MessageText.quoted(column),
                  hint.isEmpty() ? ": there are " + MessageText.listed(names()) : hint));
    }
    return table.packed() == null
        ? sample(Table.of(table.source(), List.of(table.column(column)))).column(column)
        : sample().column(column);
  }

  /** A level of a factor must be known; groups may be new. */
  void checkLevel(String column, String value) {
    List<String> known = levels(column);
    if (coded.contains(column) && !known.contains(value)) {
      String hint = MessageText.didYouMean(value, known);
      throw new InputException(
          "%s is no level of %s%s"
              .formatted(
                  MessageText.quoted(value),
                  MessageText.quoted(column),
                  hint.isEmpty() ? ": there are " + MessageText.listed(known) : hint));
    }
  }

  /** Whether a column's values are points of a line. */
  boolean line(Column column) {
    return column instanceof Column.Numeric c
        && levels(c.name()).isEmpty()
        && ColumnNumbers.few(c, 2).length > 2;
  }

  /** Levels, or so many points of a line. */
  List<String> grid(Column column, int points) {
    return column instanceof Column.Numeric c && line(c)
        ? ColumnNumbers.grid(c, points)
        : values(column);
  }

  /** Levels, or numbers if there are two. */
  List<String> values(Column column) {
    List<String> known = levels(column.name());
    if (!known.isEmpty()) {
      return known.subList(0, Math.min(known.size(), MOST_LEVELS));
    }
    return switch (column) {
      case Column.Flags _ -> List.of("false", "true");
      case Column.Numeric c -> ColumnNumbers.texts(ColumnNumbers.few(c, 2));
      default -> List.of();
    };
  }

  private List<String> levels(String column) {
    return levels.getOrDefault(column, List.of());
  }

  /** Enough rows to see what values there are. */
  Table sample() {
    return sample(table);
  }

  private static Table sample(Table of) {
    int total = of.total();
    if (total <= MOST_LOOKED) {
      return of;
    }
    int count = MOST_LOOKED;
    int[] rows = IntStream.range(0, count).map(j -> (int) ((long) j * total / count)).toArray();
    return RowPicker.pick(of, rows);
  }
}
