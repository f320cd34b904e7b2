package org.perrin.io.table;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.packed.PackedTable;
import org.perrin.io.table.ReadOptions.Format;

/**
 * A table in memory, by columns: eight bytes a number, four a text. Reading infers the kind of each
 * column from all of its values; what is wrong with a single column is reported when it is used.
 */
public final class Table {
  private static final Pattern FEATURE = Pattern.compile("x(0|[1-9][0-9]{0,9})");

  private final String source;
  private final List<Column> columns;
  private final Map<String, Integer> places;
  private final int count;
  private final @Nullable PackedTable packed;

  /** Whether it came without its zeros, so that a feature that it does not have is one of zeros. */
  private final boolean sparse;

  private Table(String source, List<Column> columns, @Nullable PackedTable packed, boolean sparse) {
    this.source = source;
    this.packed = packed;
    this.sparse = sparse;
    this.columns = List.copyOf(columns);
    this.places = checkNames(source, columns.stream().map(Column::name).toList());
    this.count = columns.getFirst().count();
  }

  /** A table from its columns; {@code source} stands in messages. */
  public static Table of(String source, List<Column> columns) {
    if (columns.isEmpty()) {
      throw InputException.of(source, "has no columns: choose at least one");
    }
    for (Column column : columns) {
      if (column.count() != columns.getFirst().count()) {
        throw new IllegalArgumentException(
            "column %s has %d rows, the first has %d"
                .formatted(column.name(), column.count(), columns.getFirst().count()));
      }
    }
    return new Table(source, columns, null, false);
  }

  /** The same of a file without zeros, whose features are {@code x1}, {@code x2} and so on. */
  static Table sparse(String source, List<Column> columns) {
    return new Table(source, columns, null, true);
  }

  /**
   * The same with columns of zeros for those of these features that a file without zeros does not
   * have: its rows have no other value there. Tables of other files are as they were.
   */
  public Table withAbsent(Collection<String> features) {
    List<Column> all = new ArrayList<>(columns);
    for (String name : sparse ? features : List.<String>of()) {
      if (!places.containsKey(name) && FEATURE.matcher(name).matches()) {
        all.add(
            Column.Numeric.of(name, new StoredNumbers.Sparse(count, new int[0], new double[0])));
      }
    }
    return all.size() == columns.size() ? this : new Table(source, all, packed, true);
  }

  /** Where each name stands; a name that stands twice is an error. */
  static Map<String, Integer> checkNames(String source, List<String> names) {
    Map<String, Integer> places = HashMap.newHashMap(names.size());
    for (int k = 0; k < names.size(); k++) {
      Integer before = places.put(names.get(k), k);
      if (before != null) {
        throw InputException.of(
            source,
            "columns %d and %d are both named %s: rename one"
                .formatted(before + 1, k + 1, MessageText.quoted(names.get(k))));
      }
    }
    return places;
  }

  /** Reads a file, finding out what it is. */
  public static Table read(Path path) {
    return read(path, ReadOptions.detect());
  }

  /** As {@link #read(Path)}. */
  public static Table read(String path) {
    return read(Path.of(path));
  }

  /** Reads a file with options. */
  public static Table read(Path path, ReadOptions options) {
    try (SourceFile file = SourceFile.of(path)) {
      return read(file, options);
    }
  }

  /**
   * Reads a stream to its end, by way of a copy in the folder for temporary files.
   *
   * @param name stands in messages
   */
  public static Table read(InputStream in, String name, ReadOptions options) {
    try (SourceFile file = SourceFile.of(in, name)) {
      return read(file, options);
    }
  }

  /** Whether what lies there can be read once only. */
  public static boolean isPipe(Path path) {
    return SourceFile.isPipe(path);
  }

  private static Table read(SourceFile file, ReadOptions options) {
    Format format = options.format() != null ? options.format() : FormatGuess.of(file);
    return switch (format) {
      case CSV -> CsvFile.read(file, options);
      case LIBSVM -> LibsvmFile.read(file);
      case PARQUET, JSON -> DuckDb.read(file, format);
      case PACKED -> PackedTable.open(file.path()).verify().sketch();
    };
  }

  /** Hands all rows of a file to a sink, in bounded memory (LIBSVM files: in that of a table). */
  public static List<RowSink.Shell> stream(Path path, ReadOptions options, RowSink sink) {
    try (SourceFile file = SourceFile.of(path)) {
      return stream(file, options, sink);
    }
  }

  /** As {@link #stream(Path, ReadOptions, RowSink)}, by way of a copy of the stream. */
  public static List<RowSink.Shell> stream(
      InputStream in, String name, ReadOptions options, RowSink sink) {
    try (SourceFile file = SourceFile.of(in, name)) {
      return stream(file, options, sink);
    }
  }

  private static List<RowSink.Shell> stream(SourceFile file, ReadOptions options, RowSink sink) {
    Format format = options.format() != null ? options.format() : FormatGuess.of(file);
    return switch (format) {
      case CSV -> CsvFile.stream(file, options, sink);
      case LIBSVM -> LibsvmFile.readDense(file).pass(sink);
      case PARQUET, JSON -> DuckDb.stream(file, format, sink);
      case PACKED -> throw InputException.of(file.name(), "is packed already: use it as it is");
    };
  }

  /**
   * An identity of a file, to see without reading it whether it changed: size, time, first bytes.
   */
  public static String identity(Path path, ReadOptions options) {
    return SourceFile.of(path).identity() + " " + options;
  }

  /** Hands the rows of a query to a sink, in bounded memory. */
  public static List<RowSink.Shell> stream(String query, RowSink sink) {
    return DuckDb.stream(query, sink);
  }

  /** All columns are numbers. */
  private List<RowSink.Shell> pass(RowSink sink) {
    sink.begin(names());
    List<Column.Numeric> numbers = columns.stream().map(Column.Numeric.class::cast).toList();
    sink.rows(numbers.stream().map(c -> c.values().toArray()).toArray(double[][]::new), count);
    return numbers.stream().map(column -> new RowSink.Shell(column, List.of())).toList();
  }

  /** This table as a sketch of another that is too large to be here. */
  public Table standingFor(PackedTable large) {
    return new Table(source, columns, large, sparse);
  }

  /** The packed table that this is a sketch of, or null. */
  public PackedTable packed() {
    return packed;
  }

  /** Rows of what was read: of the packed table if this is a sketch of one. */
  public int total() {
    return packed == null ? count : packed.rows();
  }

  /** The same with all numbers rounded to single precision. */
  public Table rounded() {
    List<Column> rounded = new ArrayList<>();
    for (Column column : columns) {
      rounded.add(column instanceof Column.Numeric numeric ? rounded(numeric) : column);
    }
    return new Table(source, rounded, packed, sparse);
  }

  private static Column.Numeric rounded(Column.Numeric column) {
    return new Column.Numeric(
        column.name(),
        StoredNumbers.of(Arrays.stream(column.values().toArray()).map(v -> (float) v).toArray()),
        column.missing(),
        column.flaw(),
        column.spelling(),
        column.note());
  }

  /** The result of a query, in which files stand for tables: {@code SELECT … FROM 'x.csv'}. */
  public static Table sql(String query) {
    return DuckDb.query(query);
  }

  /** What was read, as in messages. */
  public String source() {
    return source;
  }

  /** Rows. */
  public int count() {
    return count;
  }

  /** In the order of the file. */
  public List<Column> columns() {
    return columns;
  }

  /** In the order of the file. */
  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** The column of that name, if there is one. */
  public Optional<Column> find(String name) {
    return Optional.ofNullable(places.get(name)).map(columns::get);
  }

  /**
   * The column of that name.
   *
   * @throws InputException if there is none, with the nearest that there is
   */
  public Column column(String name) {
    return find(name).orElseThrow(() -> InputException.of(source, noColumn(name)));
  }

  private String noColumn(String name) {
    String hint = MessageText.didYouMean(name, places.keySet().stream().sorted().toList());
    return "there is no column %s%s"
        .formatted(
            MessageText.quoted(name),
            hint.isEmpty() ? ": the columns are " + MessageText.listed(names()) : hint);
  }

  @Override
  public String toString() {
    return "%s: %d rows × %d columns".formatted(source, count, columns.size());
  }
}
