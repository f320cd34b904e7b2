package org.perrin.io.table;

/**
 * What a reader is told instead of finding it out; null means find out.
 *
 * @param format of the file
 * @param delimiter between fields
 * @param header whether the first line names the columns
 * @param quote around fields
 */
public record ReadOptions(Format format, Character delimiter, Boolean header, Character quote) {
  /** The formats. */
  public enum Format {
    /** Delimited text. */
    CSV,
    /** One JSON object a line, or an array of them. */
    JSON,
    /** Apache Parquet. */
    PARQUET,
    /** {@code label index:value …}. */
    LIBSVM,
    /** A packed table. */
    PACKED
  }

  /** Everything found out. */
  public static ReadOptions detect() {
    return new ReadOptions(null, null, null, null);
  }

  /** With the format given. */
  public ReadOptions format(Format given) {
    return new ReadOptions(given, delimiter, header, quote);
  }

  /** With the delimiter given. */
  public ReadOptions delimiter(char given) {
    return new ReadOptions(format, given, header, quote);
  }

  /** With or without a header. */
  public ReadOptions header(boolean given) {
    return new ReadOptions(format, delimiter, given, quote);
  }

  /** With the quotation mark given. */
  public ReadOptions quote(char given) {
    return new ReadOptions(format, delimiter, header, given);
  }
}
