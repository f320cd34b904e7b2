package org.perrin.io.table;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of a reader; null means to detect it.
 *
 * @param format of the file
 * @param delimiter between fields
 * @param header whether the first line names the columns
 * @param quote around fields
 * @param decimal what stands before decimals
 * @param spellings how columns are read, by name; others are found out
 */
public record ReadOptions(
    @Nullable Format format,
    @Nullable Character delimiter,
    @Nullable Boolean header,
    @Nullable Character quote,
    @Nullable Character decimal,
    Map<String, Spelling> spellings) {
  /** Copies the map. */
  public ReadOptions {
    spellings = Map.copyOf(spellings);
  }

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
    return new ReadOptions(null, null, null, null, null, Map.of());
  }

  /** With the format given. */
  public ReadOptions format(Format given) {
    return new ReadOptions(given, delimiter, header, quote, decimal, spellings);
  }

  /** With the delimiter given. */
  public ReadOptions delimiter(char given) {
    return new ReadOptions(format, given, header, quote, decimal, spellings);
  }

  /** With or without a header. */
  public ReadOptions header(boolean given) {
    return new ReadOptions(format, delimiter, given, quote, decimal, spellings);
  }

  /** With the quotation mark given. */
  public ReadOptions quote(char given) {
    return new ReadOptions(format, delimiter, header, given, decimal, spellings);
  }

  /** With what stands before decimals given: a point or a comma. */
  public ReadOptions decimal(char given) {
    return new ReadOptions(format, delimiter, header, quote, given, spellings);
  }

  /** With columns read as others were, such as those that a model was fitted with. */
  public ReadOptions spellings(Map<String, Spelling> given) {
    return new ReadOptions(format, delimiter, header, quote, decimal, given);
  }
}
