package org.perrin.cli.fit;

import java.nio.file.Path;
import org.perrin.io.design.Encoding;
import org.perrin.io.table.ReadOptions;
import org.perrin.io.table.Table;

/**
 * Where rows come from.
 *
 * @param path of a file, or null
 * @param given the same as the user gave it, which is what results show: a run that is resumed from
 *     another folder must not differ by a byte
 * @param sql a query, or null
 * @param options how to read the file
 */
public record DataSource(Path path, Path given, String sql, ReadOptions options) {
  /** Reads it. */
  public Table read() {
    return sql != null ? Table.sql(sql) : Table.read(path, options);
  }

  /** Reads it with columns read as those were that a model was fitted with. */
  public Table readLike(Encoding encoding) {
    return new DataSource(path, given, sql, options.spellings(encoding.spellings())).read();
  }

  /** As results show it. */
  public String name() {
    return sql != null ? "SQL" : given.toString();
  }

  /** A name for what is made of it: the file's without its endings. */
  public String stem() {
    if (path == null || path.getFileName() == null) {
      return "query";
    }
    String stem = path.getFileName().toString().replaceFirst("(\\.[A-Za-z0-9]{1,8}){1,2}$", "");
    return stem.isEmpty() ? "data" : stem;
  }
}
