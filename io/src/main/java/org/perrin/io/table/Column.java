package org.perrin.io.table;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table. What is odd about its values is kept with them and reported only when the
 * column is used, so that a bad column can be left out by name.
 */
public sealed interface Column {
  /** As in the header. */
  String name();

  /** Rows. */
  int count();

  /** Rows without a value. */
  int missing();

  /** What it holds, in one word. */
  String kind();

  /** What a user should know of how it was read, or null. */
  default @Nullable String note() {
    return null;
  }

  /** The same values under another name. */
  Column named(String name);

  /**
   * The first value that does not belong.
   *
   * @param where the line or the row
   * @param problem what is wrong, and what to do
   */
  record Flaw(String where, String problem) {}

  /**
   * Numbers.
   *
   * @param name of the column
   * @param values one a row, NaN where there is none
   * @param missing how many there are not
   * @param flaw the first that is not finite, or null
   * @param spelling how they were written
   * @param note what a user should know of that, or null
   */
  record Numeric(
      String name,
      StoredNumbers values,
      int missing,
      @Nullable Flaw flaw,
      Spelling spelling,
      @Nullable String note)
      implements Column {
    /** Numbers of which nothing is to be said. */
    public Numeric(String name, double[] values, int missing, @Nullable Flaw flaw) {
      this(name, StoredNumbers.narrow(values), missing, flaw, Spelling.PLAIN, null);
    }

    /** A column of finite numbers as they are stored. */
    static Numeric of(String name, StoredNumbers values) {
      return new Numeric(name, values, 0, null, Spelling.PLAIN, null);
    }

    /** A column of finite numbers. */
    public static Numeric of(String name, double... values) {
      return new Numeric(name, values, 0, null);
    }

    @Override
    public int count() {
      return values.length();
    }

    @Override
    public String kind() {
      return "number";
    }

    @Override
    public Numeric named(String newName) {
      return new Numeric(newName, values, missing, flaw, spelling, note);
    }
  }

  /**
   * Truth values.
   *
   * @param name of the column
   * @param values 1, 0, or −1 where there is none
   * @param missing how many there are not
   */
  record Flags(String name, byte[] values, int missing) implements Column {
    @Override
    public int count() {
      return values.length;
    }

    @Override
    public String kind() {
      return "boolean";
    }

    @Override
    public Flags named(String newName) {
      return new Flags(newName, values, missing);
    }
  }

  /**
   * Text, each different value stored once.
   *
   * @param name of the column
   * @param codes the level of each row, −1 where there is none
   * @param levels in the order of their first appearance, or in the user's
   * @param missing how many values there are not
   * @param flaw the first text in a column that is numbers otherwise, or null
   * @param note what a user should know of the values, or null
   * @param arranged whether the order of levels is the user's, to be kept; else they are sorted
   */
  record Text(
      String name,
      int[] codes,
      List<String> levels,
      int missing,
      @Nullable Flaw flaw,
      @Nullable String note,
      boolean arranged)
      implements Column {
    /** Text of which nothing is to be said. */
    public Text(String name, int[] codes, List<String> levels, int missing, @Nullable Flaw flaw) {
      this(name, codes, levels, missing, flaw, null);
    }

    /** Text whose levels have no order of their own. */
    public Text(
        String name, int[] codes, List<String> levels, int missing, Flaw flaw, String note) {
      this(name, codes, levels, missing, flaw, note, false);
    }

    Text flawed(Flaw what) {
      return new Text(name, codes, levels, missing, what, note, arranged);
    }

    Text noted(String what) {
      return new Text(name, codes, levels, missing, flaw, what, arranged);
    }

    /** A column from its values, null where there is none. */
    public static Text of(String name, String... values) {
      Dictionary dictionary = new Dictionary();
      int[] codes = new int[values.length];
      int missing = 0;
      for (int i = 0; i < values.length; i++) {
        codes[i] = values[i] == null ? -1 : dictionary.code(values[i]);
        missing += values[i] == null ? 1 : 0;
      }
      return new Text(name, codes, dictionary.levels(), missing, null);
    }

    @Override
    public int count() {
      return codes.length;
    }

    @Override
    public String kind() {
      return "text";
    }

    /** The text of a row, or null. */
    public @Nullable String get(int row) {
      return codes[row] < 0 ? null : levels.get(codes[row]);
    }

    @Override
    public Text named(String newName) {
      return new Text(newName, codes, levels, missing, flaw, note, arranged);
    }
  }

  /**
   * Values that a regression cannot use, such as dates; only their kind is kept.
   *
   * @param name of the column
   * @param kind what they are
   * @param count rows
   * @param missing rows without a value
   * @param advice what to do
   */
  record Other(String name, String kind, int count, int missing, String advice) implements Column {
    /** Checks that there is something to tell. */
    public Other {
      Objects.requireNonNull(advice, "advice");
    }

    @Override
    public Other named(String newName) {
      return new Other(newName, kind, count, missing, advice);
    }
  }
}
