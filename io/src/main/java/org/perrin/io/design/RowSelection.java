package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.Remedy;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/**
 * The rows of a table that are kept.
 *
 * @param total in the table
 * @param kept their numbers, or null if all
 */
record RowSelection(int total, int @Nullable [] kept) {
  static RowSelection all(Table table) {
    return new RowSelection(table.count(), null);
  }

  /** The rows in which all these columns have values. */
  static RowSelection complete(Table table, Collection<String> columns, MissingPolicy policy) {
    List<Column> lacking =
        columns.stream()
            .distinct()
            .map(table::column)
            .filter(column -> column.missing() > 0)
            .toList();
    if (lacking.isEmpty()) {
      return all(table);
    }
    if (policy == MissingPolicy.ERROR) {
      throw InputException.of(table.source(), counts(table, lacking));
    }
    int[] kept =
        IntStream.range(0, table.count())
            .filter(row -> lacking.stream().noneMatch(column -> isMissing(column, row)))
            .toArray();
    if (kept.length == 0) {
      throw InputException.of(
          table.source(),
          "no row is complete: %s that have missing values, such as %s"
              .formatted(
                  Remedy.LEAVE_COLUMNS_OUT,
                  MessageText.listed(lacking.stream().map(Column::name).toList())));
    }
    return new RowSelection(table.count(), kept);
  }

  /** The rows that have no problem. */
  static RowSelection without(String[] problems) {
    int[] kept = IntStream.range(0, problems.length).filter(i -> problems[i] == null).toArray();
    return new RowSelection(problems.length, kept);
  }

  private static String counts(Table table, List<Column> lacking) {
    List<String> shown = new ArrayList<>();
    lacking.stream()
        .limit(8)
        .forEach(
            c ->
                shown.add(
                    "%s %s"
                        .formatted(MessageText.quoted(c.name()), MessageText.count(c.missing()))));
    return "values are missing in %s of %s (%s%s): fill them in, %s, or %s"
        .formatted(
            MessageText.count(lacking.size(), "column"),
            MessageText.count(table.count(), "row"),
            String.join(", ", shown),
            lacking.size() > shown.size() ? ", …" : "",
            Remedy.LEAVE_ROWS_OUT,
            Remedy.LEAVE_COLUMNS_OUT);
  }

  static boolean isMissing(Column column, int row) {
    return switch (column) {
      case Column.Numeric numeric -> Double.isNaN(numeric.values().get(row));
      case Column.Flags flags -> flags.values()[row] < 0;
      case Column.Text text -> text.codes()[row] < 0;
      case Column.Other _ -> false;
    };
  }

  int count() {
    return kept == null ? total : kept.length;
  }

  int get(int i) {
    return kept == null ? i : kept[i];
  }

  double[] pick(double[] values) {
    return kept == null ? values : IntStream.of(kept).mapToDouble(row -> values[row]).toArray();
  }
}
