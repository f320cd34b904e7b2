package org.perrin.io;

import org.perrin.family.Families;
import org.perrin.family.Support;

/**
 * What can be done about a problem, in words that suit the caller: a Java caller reads them as they
 * stand, the command line adds its option behind each.
 */
public enum Remedy {
  /** Rows with missing values. */
  LEAVE_ROWS_OUT("leave the rows out"),
  /** A column that is of no use. */
  LEAVE_COLUMN_OUT("leave the column out"),
  /** Several of them. */
  LEAVE_COLUMNS_OUT("leave the columns out"),
  /** Numbers from what is none. */
  QUERY("compute it by a query"),
  /** Which level is 1. */
  POSITIVE("name the positive level"),
  /** For numbers. */
  NUMBERS(use(Support.REAL)),
  /** For two levels. */
  TWO_LEVELS(use(Support.BINARY)),
  /** What is explained. */
  TARGET("name a target"),
  /** Whether a point or a comma stands before decimals. */
  DECIMAL("say what stands before decimals"),
  /** Where a table is written. */
  FILE("choose the name of a file"),
  /** More digits. */
  DOUBLE("use double precision");

  private final String phrase;

  Remedy(String phrase) {
    this.phrase = phrase;
  }

  private static String use(Support support) {
    return "use a %s model".formatted(Families.usual(support).name());
  }

  /** As it stands in messages. */
  @Override
  public String toString() {
    return phrase;
  }
}
