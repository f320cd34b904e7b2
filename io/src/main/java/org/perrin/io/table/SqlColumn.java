package org.perrin.io.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/** Grows one column from the rows of a query; its kind is given by the database's type. */
sealed interface SqlColumn {
  Set<String> NUMBERS =
      Set.of(
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "HUGEINT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT",
          "UHUGEINT",
          "FLOAT",
          "DOUBLE");

  /** Takes the value of a row. */
  void add(ResultSet result, int column, int row) throws SQLException;

  /** The finished column. */
  Column build();

  static SqlColumn of(String name, String type) {
    if (NUMBERS.contains(type) || type.startsWith("DECIMAL")) {
      return new Numbers(name);
    }
    if (type.equals("BOOLEAN")) {
      return new Flags(name);
    }
    if (type.equals("VARCHAR") || type.startsWith("ENUM") || type.equals("UUID")) {
      return new Texts(name);
    }
    boolean date = type.startsWith("DATE") || type.startsWith("TIMESTAMP");
    return date
        ? new Others(name, "date", ColumnBuilder.DATE_ADVICE)
        : new Others(
            name,
            type,
            "values of type %s are no numbers: choose or convert them by --sql, or leave them out by --drop"
                .formatted(type));
  }

  /** Numbers of any width. */
  final class Numbers implements SqlColumn {
    private final String name;
    private final ColumnBuilder.DoubleBlocks values = new ColumnBuilder.DoubleBlocks();
    private int missing;
    private Column.Flaw flaw;

    Numbers(String name) {
      this.name = name;
    }

    @Override
    public void add(ResultSet result, int column, int row) throws SQLException {
      double value = result.getDouble(column);
      if (result.wasNull()) {
        missing++;
        value = Double.NaN;
      } else if (!Double.isFinite(value) && flaw == null) {
        flaw =
            ColumnBuilder.notFinite(
                "row " + row, String.valueOf(value), org.perrin.io.table.Numbers.Kind.NOT_FINITE);
      }
      values.add(value);
    }

    @Override
    public Column build() {
      return new Column.Numeric(name, values.toArray(), missing, flaw);
    }
  }

  /** Truth values. */
  final class Flags implements SqlColumn {
    private final String name;
    private final ColumnBuilder.IntBlocks values = new ColumnBuilder.IntBlocks();
    private int missing;

    Flags(String name) {
      this.name = name;
    }

    @Override
    public void add(ResultSet result, int column, int row) throws SQLException {
      boolean value = result.getBoolean(column);
      boolean absent = result.wasNull();
      missing += absent ? 1 : 0;
      values.add(absent ? -1 : value ? 1 : 0);
    }

    @Override
    public Column build() {
      int[] all = values.toArray();
      byte[] flags = new byte[all.length];
      for (int i = 0; i < all.length; i++) {
        flags[i] = (byte) all[i];
      }
      return new Column.Flags(name, flags, missing);
    }
  }

  /** Text. */
  final class Texts implements SqlColumn {
    private final String name;
    private final Dictionary levels = new Dictionary();
    private final ColumnBuilder.IntBlocks codes = new ColumnBuilder.IntBlocks();
    private int missing;

    Texts(String name) {
      this.name = name;
    }

    @Override
    public void add(ResultSet result, int column, int row) throws SQLException {
      String value = result.getString(column);
      missing += value == null ? 1 : 0;
      codes.add(value == null ? -1 : levels.code(value));
    }

    @Override
    public Column build() {
      return new Column.Text(name, codes.toArray(), levels.levels(), missing, null);
    }
  }

  /** Anything else: only counted. */
  final class Others implements SqlColumn {
    private final String name;
    private final String kind;
    private final String advice;
    private int count;
    private int missing;

    Others(String name, String kind, String advice) {
      this.name = name;
      this.kind = kind;
      this.advice = advice;
    }

    @Override
    public void add(ResultSet result, int column, int row) throws SQLException {
      count++;
      missing += result.getObject(column) == null ? 1 : 0;
    }

    @Override
    public Column build() {
      return new Column.Other(name, kind, count, missing, advice);
    }
  }
}
