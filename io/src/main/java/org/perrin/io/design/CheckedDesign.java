package org.perrin.io.design;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.io.MessageText;
import org.perrin.io.table.Column;

/**
 * The design of a table of which some rows cannot be predicted.
 *
 * @param design of the others, or of all rows if the table is packed; null if there are no others
 * @param problems for each row of the table what is wrong with it, or null; null if nothing is
 *     wrong with any
 */
public record CheckedDesign(@Nullable Design design, String @Nullable [] problems) {
  /** Of rows none of which can be predicted. */
  static CheckedDesign none(String[] problems) {
    return new CheckedDesign(null, problems);
  }

  static final String MISSING = " is missing";

  /** What is wrong with each row, or null if nothing is. */
  static String @Nullable [] problems(TypedColumns use, Encoding encoding) {
    String[] problems = new String[use.table().count()];
    boolean any = false;
    for (String name : encoding.inputs()) {
      Column column = use.table().column(name);
      for (int i = 0; i < problems.length && column.missing() > 0; i++) {
        if (problems[i] == null && RowSelection.isMissing(column, i)) {
          problems[i] = missing(name);
          any = true;
        }
      }
    }
    for (FittedFactor.Levels factor : encoding.factors()) {
      int[] codes = use.codesOrNew(factor.column(), factor.levels());
      for (int i = 0; i < codes.length; i++) {
        if (problems[i] == null && codes[i] == TypedColumns.NEW) {
          problems[i] = unknown(factor.column(), use.level(i, factor.column()));
          any = true;
        }
      }
    }
    return any ? problems : null;
  }

  /** What is wrong with a row of the table, or null. */
  public @Nullable String problem(int row) {
    return problems == null ? null : problems[row];
  }

  /** How many rows have which kind of problem, in one line, or null if none has. */
  public @Nullable String note() {
    if (problems == null) {
      return null;
    }
    long all = Arrays.stream(problems).filter(p -> p != null).count();
    long missing = Arrays.stream(problems).filter(p -> p != null && p.endsWith(MISSING)).count();
    return "%s of %s cannot be predicted: %s with missing values, %s with levels that were not there when the model was fitted"
        .formatted(
            MessageText.count(all),
            MessageText.count(problems.length, "row"),
            MessageText.count(missing),
            MessageText.count(all - missing));
  }

  static String missing(String column) {
    return MessageText.quoted(column) + MISSING;
  }

  static String unknown(String column, String level) {
    return "%s has the new level %s"
        .formatted(MessageText.quoted(column), MessageText.quoted(level));
  }
}
