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
    return switch (column) {
      case Column.Numeric c -> {
        double[] values = new double[rows];
        Arrays.fill(values, number(c.name(), value));
        yield new Column.Numeric(c.name(), StoredNumbers.of(values), 0, null, c.spelling(), null);
      }
      case Column.Flags c -> {
        byte[] values = new byte[rows];
        boolean truth = value.equalsIgnoreCase("true") || value.equals("1");
        boolean known = truth || value.equalsIgnoreCase("false") || value.equals("0");
        if (!known) {
          throw new InputException(
              "%s is true or false, and not %s"
                  .formatted(MessageText.quoted(c.name()), MessageText.quoted(value)));
        }
        Arrays.fill(values, (byte) (truth ? 1 : 0));
        yield new Column.Flags(c.name(), values, 0);
      }
      case Column.Text c -> new Column.Text(c.name(), new int[rows], List.of(value), 0, null);
      case Column.Other c ->
          throw new InputException(
              "%s is of no use to a regression: %s"
                  .formatted(MessageText.quoted(c.name()), c.advice()));
    };
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
