package org.perrin.regression;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.design.Encoding;
import org.perrin.io.table.ReadOptions;
import org.perrin.io.table.RowSink;
import org.perrin.io.table.Table;

/**
 * Where rows come from: a file, a pipe, the standard input, or a query.
 *
 * @param path of a file, or null
 * @param given the same as the user gave it, which is what results show: a run that is resumed from
 *     another folder must not differ by a byte
 * @param sql a query, or null
 * @param options how to read the file
 */
public record DataSource(
    @Nullable Path path, @Nullable Path given, @Nullable String sql, ReadOptions options) {
  /** The path that stands for the standard input, on every system. */
  public static final String STDIN = "/dev/stdin";

  private static final String SHOWN = "stdin";

  /** Reads it. */
  public Table read() {
    if (sql != null) {
      return Table.sql(sql);
    }
    return isStdin() ? Table.read(System.in, SHOWN, options) : Table.read(path, options);
  }

  /** Hands all rows to a sink, in bounded memory. */
  public List<RowSink.Shell> stream(RowSink sink) {
    if (sql != null) {
      return Table.stream(sql, sink);
    }
    return isStdin()
        ? Table.stream(System.in, SHOWN, options, sink)
        : Table.stream(path, options, sink);
  }

  /** An identity of the source, to see whether it changed; null if there is none. */
  public @Nullable String identity() {
    // a query's files are not known, nor whether it yields its rows twice in one order
    return sql != null || !isLasting() ? null : Table.identity(path, options);
  }

  private boolean isStdin() {
    return given != null && given.equals(Path.of(STDIN));
  }

  /** Whether it can be read again later. */
  public boolean isLasting() {
    return given == null || !(isStdin() || given.startsWith("/dev/fd") || Table.isPipe(path));
  }

  /** Reads it with columns read as those were that a model was fitted with. */
  public Table readLike(Encoding encoding) {
    return new DataSource(path, given, sql, options.spellings(encoding.spellings())).read();
  }

  /** As results show it. */
  public String name() {
    return sql != null ? "SQL" : isStdin() ? SHOWN : given.toString();
  }

  /** A name for what is made of it: the file's without its endings. */
  public String stem() {
    if (path == null || path.getFileName() == null) {
      return "query";
    }
    if (!isLasting()) {
      return SHOWN;
    }
    String stem = path.getFileName().toString().replaceFirst("(\\.[A-Za-z0-9]{1,8}){1,2}$", "");
    return stem.isEmpty() ? "data" : stem;
  }
}
