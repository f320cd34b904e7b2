package org.perrin.io.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.Remedy;

/** Grows one column from the rows of a query; its kind is given by the database's type. */
sealed interface SqlColumn extends ColumnDrain.Drained {
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

  /** What it is, after all rows have been drained. */
  default RowSink.Shell shell() {
    return new RowSink.Shell(build(), List.of());
  }

  /** Its name. */
  String name();

  /** Takes the values of a row. */
  static void add(List<SqlColumn> columns, ResultSet result, int row) throws SQLException {
    for (int k = 0; k < columns.size(); k++) {
      columns.get(k).add(result, k + 1, row);
    }
  }

  /** Refuses a result without rows. */
  static void check(String source, int rows) {
    if (rows == 0) {
      throw InputException.of(source, "there are no rows: check the query or the file");
    }
  }

  static SqlColumn of(String name, String type) {
    if (NUMBERS.contains(type) || type.startsWith("DECIMAL")) {
      return new OfNumbers(name, Getter.of(type));
    }
    if (type.equals("BOOLEAN")) {
      return new OfFlags(name);
    }
    if (type.equals("VARCHAR") || type.startsWith("ENUM") || type.equals("UUID")) {
      return new OfText(name);
    }
    boolean date = type.startsWith("DATE") || type.startsWith("TIMESTAMP");
    return date
        ? new OfOther(name, "date", ColumnBuilder.dateAdvice(name))
        : new OfOther(
            name,
            type,
            "a value of type %s is no number: %s, or %s"
                .formatted(type, Remedy.QUERY, Remedy.LEAVE_COLUMN_OUT));
  }

  /**
   * How the driver hands over numbers of a type; any other of its methods makes an object of each.
   */
  @FunctionalInterface
  interface Getter {
    double get(ResultSet result, int column) throws SQLException;

    static Getter of(String type) {
      return switch (type) {
        case "TINYINT" -> ResultSet::getByte;
        case "SMALLINT" -> ResultSet::getShort;
        case "INTEGER" -> ResultSet::getInt;
        case "BIGINT" -> ResultSet::getLong;
        case "FLOAT" -> ResultSet::getFloat;
        default -> ResultSet::getDouble;
      };
    }
  }

  /** Numbers of any width. */
  final class OfNumbers implements SqlColumn {
    private final String name;
    private final Getter getter;
    private final DoubleBlocks values = new DoubleBlocks();
    private int missing;
    private Column.@Nullable Flaw flaw;

    OfNumbers(String name, Getter getter) {
      this.name = name;
      this.getter = getter;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void add(ResultSet result, int column, int row) throws SQLException {
      double value = getter.get(result, column);
      if (result.wasNull()) {
        missing++;
        value = Double.NaN;
      } else if (!Double.isFinite(value) && flaw == null) {
        flaw =
            ColumnBuilder.notFinite("row " + row, String.valueOf(value), Numbers.Kind.NOT_FINITE);
      }
      values.add(value);
    }

    @Override
    public void drain(double[] out) {
      values.drain(out);
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(missing);
      Resumable.write(out, flaw);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      missing = in.readInt();
      flaw = Resumable.flaw(in);
    }

    @Override
    public Column build() {
      return new Column.Numeric(name, values.stored(), missing, flaw, Spelling.PLAIN, null);
    }
  }

  /** Truth values. */
  final class OfFlags implements SqlColumn {
    private final String name;
    private final GrowingInts values = new GrowingInts();
    private int missing;

    OfFlags(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void add(ResultSet result, int column, int row) throws SQLException {
      boolean value = result.getBoolean(column);
      boolean absent = result.wasNull();
      missing += absent ? 1 : 0;
      values.add(absent ? -1 : value ? 1 : 0);
    }

    @Override
    public void drain(double[] out) {
      values.drain(out);
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(missing);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      missing = in.readInt();
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
  final class OfText implements SqlColumn {
    private final String name;
    private final Dictionary levels = new Dictionary();
    private final GrowingInts codes = new GrowingInts();
    private boolean drains;
    private int missing;

    OfText(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void add(ResultSet result, int column, int row) throws SQLException {
      String value = result.getString(column);
      missing += value == null ? 1 : 0;
      boolean crowded = levels.size() > ColumnDrain.MOST_LEVELS && drains;
      codes.add(value == null ? -1 : crowded ? ColumnDrain.MOST_LEVELS : levels.code(value));
    }

    @Override
    public void drain(double[] out) {
      drains = true;
      codes.drain(out);
    }

    @Override
    public RowSink.Shell shell() {
      return levels.size() > ColumnDrain.MOST_LEVELS
          ? new RowSink.Shell(ColumnDrain.crowded(name, 0, missing), List.of())
          : new RowSink.Shell(build(), levels.levels());
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(missing);
      levels.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      missing = in.readInt();
      levels.restore(in);
      drains = true;
    }

    @Override
    public Column build() {
      return new Column.Text(name, codes.toArray(), levels.levels(), missing, null);
    }
  }

  /** Anything else: only counted. */
  final class OfOther implements SqlColumn {
    private final String name;
    private final String kind;
    private final String advice;
    private int count;
    private int missing;

    OfOther(String name, String kind, String advice) {
      this.name = name;
      this.kind = kind;
      this.advice = advice;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void add(ResultSet result, int column, int row) throws SQLException {
      count++;
      missing += result.getObject(column) == null ? 1 : 0;
    }

    @Override
    public void drain(double[] out) {
      java.util.Arrays.fill(out, 0);
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(count);
      out.writeInt(missing);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      count = in.readInt();
      missing = in.readInt();
    }

    @Override
    public Column build() {
      return new Column.Other(name, kind, count, missing, advice);
    }
  }
}
