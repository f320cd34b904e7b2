package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.List;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.StoredNumbers;
import org.perrin.io.table.Table;

/** A table as it would be if some column were otherwise. */
@FunctionalInterface
interface Scenario {
  /** Changes a table. */
  Table apply(Table table);

  /** Rows as they are. */
  static Scenario observed() {
    return table -> table;
  }

  /** First this, then another. */
  default Scenario then(Scenario next) {
    return table -> next.apply(apply(table));
  }

  /** A number is larger by so much than it is. */
  static Scenario shift(String name, double by) {
    return table ->
        table.column(name) instanceof Column.Numeric c
            ? RowPicker.replace(
                table,
                new Column.Numeric(
                    name,
                    StoredNumbers.of(
                        Arrays.stream(c.values().toArray()).map(v -> v + by).toArray()),
                    c.missing(),
                    c.flaw(),
                    c.spelling(),
                    null))
            : table;
  }

  /** A column has one value in all rows, given as text. */
  static Scenario at(String name, String value) {
    return table -> RowPicker.replace(table, constant(table.column(name), value, table.count()));
  }

  private static Column constant(Column column, String value, int rows) {
    return switch (along(column, List.of(value))) {
      case Column.Numeric c -> {
        double[] values = new double[rows];
        Arrays.fill(values, c.values().get(0));
        yield new Column.Numeric(c.name(), StoredNumbers.of(values), 0, null, c.spelling(), null);
      }
      case Column.Flags c -> {
        byte[] values = new byte[rows];
        Arrays.fill(values, c.values()[0]);
        yield new Column.Flags(c.name(), values, 0);
      }
      case Column.Text c -> new Column.Text(c.name(), new int[rows], c.levels(), 0, null);
      case Column.Other c -> c;
    };
  }

  /** A column of that kind and name, with a row for each of these values. */
  static Column along(Column column, List<String> values) {
    return switch (column) {
      case Column.Numeric c -> {
        double[] all = values.stream().mapToDouble(value -> number(c.name(), value)).toArray();
        yield new Column.Numeric(c.name(), StoredNumbers.of(all), 0, null, c.spelling(), null);
      }
      case Column.Flags c -> {
        byte[] all = new byte[values.size()];
        for (int q = 0; q < all.length; q++) {
          all[q] = flag(c.name(), values.get(q));
        }
        yield new Column.Flags(c.name(), all, 0);
      }
      case Column.Text c -> Column.Text.of(c.name(), values.toArray(String[]::new));
      case Column.Other c ->
          throw new InputException(
              "%s is of no use to a regression: %s"
                  .formatted(MessageText.quoted(c.name()), c.advice()));
    };
  }

  private static byte flag(String name, String value) {
    boolean truth = value.equalsIgnoreCase("true") || value.equals("1");
    if (!truth && !value.equalsIgnoreCase("false") && !value.equals("0")) {
      throw new InputException(
          "%s is true or false, and not %s"
              .formatted(MessageText.quoted(name), MessageText.quoted(value)));
    }
    return (byte) (truth ? 1 : 0);
  }

  private static double number(String name, String value) {
    try {
      return Double.parseDouble(value.trim());
    } catch (NumberFormatException e) {
      throw new InputException(
          "%s is a number, and not %s"
              .formatted(MessageText.quoted(name), MessageText.quoted(value)),
          e);
    }
  }
}
