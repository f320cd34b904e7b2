package org.perrin.io.design;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.io.table.Table;

/**
 * A table made ready for regression. Takes 8 bytes a cell of the design, beside the table.
 *
 * @param data what models see
 * @param groups what rows have of {@link Encoding#allGroups}
 * @param encoding how it came about
 * @param guess the model that the target suggests, or null if the specification says what it is
 * @param rows the table's rows that it holds, or null if all
 * @param notes what a user should know: rows and columns left out
 */
public record Design(
    Dataset data,
    List<GroupRows> groups,
    Encoding encoding,
    @Nullable ModelGuess guess,
    int @Nullable [] rows,
    List<String> notes) {
  /** Copies the lists. */
  public Design {
    groups = List.copyOf(groups);
    notes = List.copyOf(notes);
  }

  Design guessed(@Nullable ModelGuess model) {
    return new Design(data, groups, encoding, model, rows, notes);
  }

  /**
   * As {@link #of}, of a table that stands for a larger one: columns that others determine here
   * need not be determined there, and stay.
   */
  public static Design sketch(Table table, DesignSpec spec) {
    return DesignBuilder.fit(table, spec, false);
  }

  /**
   * Fits the encoding to the table, and applies it.
   *
   * @throws org.perrin.io.InputException in one line, if roles and table do not fit
   */
  public static Design of(Table table, DesignSpec spec) {
    return DesignBuilder.fit(table, spec, true);
  }
}
