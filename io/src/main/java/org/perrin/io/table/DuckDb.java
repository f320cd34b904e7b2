package org.perrin.io.table;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.perrin.io.InputException;
import org.perrin.io.table.ReadOptions.Format;

/**
 * Parquet, JSON and SQL, by an embedded DuckDB. Its library is loaded at the first use and takes
 * most of a second; nothing else here touches it. It gets as much memory as Java's heap, 512 MB at
 * least, and beyond that writes to the folder for temporary files.
 */
final class DuckDb {
  private static final long LEAST_MEMORY = 1L << 29;

  private DuckDb() {}

  static Table read(SourceFile file, Format format) {
    Table table = run(file.name(), query(file, format), complaint(format), DuckDb::collect);
    return format == Format.PARQUET ? arranged(table, file) : table;
  }

  /** Levels in the order that the file's metadata give. */
  private static Table arranged(Table table, SourceFile file) {
    if (table.columns().stream().noneMatch(Column.Text.class::isInstance)) {
      return table;
    }
    String query =
        "SELECT decode(value) FROM parquet_kv_metadata(%s) WHERE decode(key) = '%s'"
            .formatted(quoted(file), LevelOrder.KEY);
    String json =
        run(
            file.name(),
            query,
            complaint(Format.PARQUET),
            (_, result) -> result.next() ? result.getString(1) : "{}");
    LevelOrder order = LevelOrder.parse(file.name(), json);
    return Table.of(table.source(), table.columns().stream().map(order::arranged).toList());
  }

  /**
   * Hands all rows to a sink, in bounded memory. DuckDB yields a file's rows in their order, so one
   * that goes on leaves out as many as were read.
   */
  static List<RowSink.Shell> stream(SourceFile file, Format format, RowSink sink) {
    var drain = new SqlDrain(file.name(), sink);
    return run(
        file.name(),
        query(file, format) + drain.offset(),
        complaint(format),
        (source, result) -> drain.all(columns(source, result), result));
  }

  private static String query(SourceFile file, Format format) {
    String path = quoted(file);
    return format == Format.PARQUET
        ? "SELECT * FROM read_parquet(%s)".formatted(path)
        : "SELECT * FROM read_json_auto(%s, compression = '%s', sample_size = -1)"
            .formatted(path, compression(file));
  }

  private static String quoted(SourceFile file) {
    return "'" + literally(file.path().toString()).replace("'", "''") + "'";
  }

  private static String complaint(Format format) {
    return "cannot be read as %s (%%s): write it again"
        .formatted(format == Format.PARQUET ? "Parquet" : "JSON");
  }

  /** The path as a pattern that means only itself. */
  private static String literally(String path) {
    return path.replaceAll("[\\[*?]", "[$0]");
  }

  private static String compression(SourceFile file) {
    return switch (file.packing()) {
      case NONE -> "uncompressed";
      case GZIP -> "gzip";
      case ZSTD -> "zstd";
    };
  }

  static Table query(String query) {
    return query(query, DuckDb::collect);
  }

  /** Hands the rows of a query to a sink, in bounded memory. */
  static List<RowSink.Shell> stream(String query, RowSink sink) {
    var drain = new SqlDrain("SQL", sink);
    return query(query, (source, result) -> drain.all(columns(source, result), result));
  }

  private static <T> T query(String query, Reader<T> reader) {
    if (query.isBlank()) {
      throw new InputException("SQL: the query is empty: write SELECT … FROM 'file'");
    }
    return run("SQL", query, "%s: correct the query", reader);
  }

  /** What is done with a result. */
  @FunctionalInterface
  private interface Reader<T> {
    T read(String source, ResultSet result) throws SQLException;
  }

  private static <T> T run(String source, String query, String complaint, Reader<T> reader) {
    try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", settings());
        Statement statement = connection.createStatement()) {
      if (!statement.execute(query)) {
        throw InputException.of(source, "the query yields no table: end it with a SELECT");
      }
      try (ResultSet result = statement.getResultSet()) {
        return reader.read(source, result);
      }
    } catch (SQLException e) {
      throw new InputException(source + ": " + complaint.formatted(firstLine(e)), e);
    }
  }

  /** Left alone, DuckDB takes most of the machine's memory, and spills into the user's folder. */
  private static Properties settings() {
    long most = Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory());
    String spill = "perrin-sql-" + ProcessHandle.current().pid();
    Properties settings = new Properties();
    settings.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    settings.setProperty("memory_limit", most / 1_000_000 + "MB");
    settings.setProperty(
        "temp_directory", Path.of(System.getProperty("java.io.tmpdir"), spill).toString());
    return settings;
  }

  private static String firstLine(SQLException e) {
    String message = String.valueOf(e.getMessage()).strip();
    String first = message.lines().findFirst().orElse("the query failed").strip();
    String plain = first.replaceFirst("^[A-Z][A-Za-z ]* Error: ", "").replaceFirst("\\.$", "");
    return plain.length() > 200 ? plain.substring(0, 199) + "…" : plain;
  }

  private static Table collect(String source, ResultSet result) throws SQLException {
    List<SqlColumn> columns = columns(source, result);
    int rows = 0;
    while (result.next()) {
      SqlColumn.add(columns, result, ++rows);
    }
    SqlColumn.check(source, rows);
    return Table.of(source, columns.stream().map(SqlColumn::build).toList());
  }

  private static List<String> names(ResultSet result) throws SQLException {
    ResultSetMetaData about = result.getMetaData();
    List<String> names = new ArrayList<>();
    for (int k = 1; k <= about.getColumnCount(); k++) {
      names.add(about.getColumnName(k));
    }
    return names;
  }

  private static List<SqlColumn> columns(String source, ResultSet result) throws SQLException {
    List<String> names = names(result);
    Table.checkNames(source, names);
    List<SqlColumn> columns = new ArrayList<>();
    for (int k = 0; k < names.size(); k++) {
      columns.add(SqlColumn.of(names.get(k), result.getMetaData().getColumnTypeName(k + 1)));
    }
    return columns;
  }
}
