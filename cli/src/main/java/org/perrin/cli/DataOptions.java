package org.perrin.cli;

import java.nio.file.Path;
import java.util.Map;
import org.perrin.io.UsageException;
import org.perrin.io.table.ReadOptions;
import org.perrin.io.table.ReadOptions.Format;
import org.perrin.regression.DataSource;
import org.perrin.regression.Request;
import picocli.CommandLine.Option;

/** How rows are read, as options. */
final class DataOptions {
  static final String ABOUT =
      "A CSV (also .gz, .zst), Parquet, JSON lines, LIBSVM or packed file; - for stdin.";

  @Option(
      names = "--sql",
      paramLabel = "QUERY",
      description = "A query instead of a file, as in SELECT * FROM 'x.parquet' WHERE a > 0.")
  String sql;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "csv, json, parquet, libsvm or packed; detected if not given.")
  Format format;

  @Option(
      names = "--delimiter",
      paramLabel = "C",
      description = "Between fields of a CSV file; detected if not given.")
  String delimiter;

  @Option(
      names = "--no-header",
      description = "The first line of a CSV file is data; columns are V1, V2, …")
  boolean noHeader;

  @Option(
      names = "--decimal",
      paramLabel = "C",
      description = "The decimal separator of a CSV file: . or , ; detected if not given.")
  String decimal;

  /** What is read: a file or {@code --sql}; paths are taken from {@code base}. */
  DataSource source(Path data, Path base) {
    if ((data == null) == (sql == null)) {
      throw new UsageException(
          data == null
              ? "name a data file, or give a query by --sql"
              : "give DATA or --sql, not both");
    }
    return origin(data).at(base);
  }

  /** The same as a request has it. */
  Request.Origin origin(Path data) {
    return new Request.Origin(data == null ? null : data.toString(), sql, null, readOptions());
  }

  private ReadOptions readOptions() {
    Character between = null;
    if (delimiter != null) {
      String text = delimiter.equals("\\t") || delimiter.equals("tab") ? "\t" : delimiter;
      if (text.length() != 1) {
        throw new UsageException(
            "--delimiter must be one character (or tab), not \"" + delimiter + "\"");
      }
      between = text.charAt(0);
    }
    if (decimal != null && !decimal.equals(".") && !decimal.equals(",")) {
      throw new UsageException("--decimal must be . or , and not \"" + decimal + "\"");
    }
    return new ReadOptions(
        format,
        between,
        noHeader ? Boolean.FALSE : null,
        null,
        decimal == null ? null : decimal.charAt(0),
        Map.of());
  }
}
