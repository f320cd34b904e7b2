package org.perrin.io.table;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a delimited text is written. Found from a sample: the delimiter is the one that cuts the
 * first lines most evenly; the first line is a header unless numbers stand in it where a header
 * would have names.
 *
 * @param delimiter between fields
 * @param quote around fields
 * @param header whether the first line names the columns
 * @param point what stands before decimals, as far as the sample tells
 */
record Dialect(char delimiter, char quote, boolean header, char point) {
  private static final char[] DELIMITERS = {',', '\t', ';', '|'};
  private static final int LINES = 50;
  private static final Pattern COMMA = Pattern.compile("[-+]?[0-9]*,[0-9]+");
  private static final Pattern APOSTROPHES =
      Pattern.compile("(?<=^|[,;|\\t\\n])'[^'\\n]*+'(?=[,;|\\t\\r\\n]|$)");

  static Dialect of(String sample, boolean whole, ReadOptions options) {
    char quote = options.quote() != null ? options.quote() : quote(sample);
    char delimiter =
        options.delimiter() != null ? options.delimiter() : delimiter(sample, quote, whole);
    boolean header =
        options.header() != null ? options.header() : isHeader(records(sample, delimiter, quote));
    char point = options.decimal() != null ? options.decimal() : point(sample, delimiter);
    return new Dialect(delimiter, quote, header, point);
  }

  /** A comma if more fields of the sample have one in front of decimals than have a point. */
  private static char point(String sample, char delimiter) {
    return delimiter != ',' && decimals(sample, delimiter, ',') > decimals(sample, delimiter, '.')
        ? ','
        : '.';
  }

  private static long decimals(String sample, char delimiter, char point) {
    String edge = "[" + Pattern.quote("" + delimiter) + "\\r\\n]";
    return Pattern.compile(
            "(?<=%s)[-+]?[0-9]+%s[0-9]+(?=%s)".formatted(edge, Pattern.quote("" + point), edge))
        .matcher(sample)
        .results()
        .count();
  }

  /**
   * What stands before decimals in the whole file, given what certainly does in some of its
   * columns; NONE if unknown. Commas between fields come with points; semicolons with either.
   */
  char point(ReadOptions options, List<String> columns) {
    if (options.decimal() != null) {
      return options.decimal();
    }
    boolean points = columns.contains(".");
    boolean commas = columns.contains(",");
    if (points != commas) {
      return points ? '.' : ',';
    }
    return delimiter == ',' || delimiter != ';' && !points ? '.' : Spelling.NONE;
  }

  private static char quote(String sample) {
    if (sample.indexOf('"') >= 0) {
      return '"';
    }
    String start = sample.substring(0, Math.min(sample.length(), 1 << 14));
    return APOSTROPHES.matcher(start).results().limit(2).count() == 2 ? '\'' : '"';
  }

  private static char delimiter(String sample, char quote, boolean whole) {
    char best = ',';
    double most = 0;
    for (char candidate : DELIMITERS) {
      double score = score(counts(sample, candidate, quote, whole));
      if (score > most) {
        most = score;
        best = candidate;
      }
    }
    return best;
  }

  /** Lines that have as many delimiters as the first, weighed by how many that is. */
  private static double score(List<Integer> counts) {
    if (counts.isEmpty() || counts.getFirst() == 0) {
      return 0;
    }
    long even = counts.stream().filter(counts.getFirst()::equals).count();
    return (double) even / counts.size() + 1e-6 * Math.min(counts.getFirst(), 1000);
  }

  private static List<Integer> counts(String sample, char delimiter, char quote, boolean whole) {
    List<Integer> counts = new ArrayList<>();
    boolean quoted = false;
    int count = 0;
    boolean blank = true;
    for (int i = 0; i < sample.length() && counts.size() < LINES; i++) {
      char c = sample.charAt(i);
      quoted ^= c == quote;
      if (!quoted && (c == '\n' || c == '\r')) {
        if (!blank) {
          counts.add(count);
        }
        count = 0;
        blank = true;
      } else {
        blank = false;
        count += !quoted && c == delimiter ? 1 : 0;
      }
    }
    if (!blank && (whole || counts.isEmpty())) {
      counts.add(count);
    }
    return counts;
  }

  private static List<CsvRecord> records(String sample, char delimiter, char quote) {
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .fieldSeparator(delimiter)
            .quoteCharacter(quote)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .build(CsvRecordHandler.of(handler -> handler.maxFields(1_000_000)), sample)) {
      return reader.stream().limit(2).toList();
    } catch (IOException | RuntimeException e) {
      return List.of();
    }
  }

  private static boolean isHeader(List<CsvRecord> records) {
    if (records.isEmpty()) {
      return true;
    }
    Numbers numbers = new Numbers('.');
    CsvRecord first = records.getFirst();
    CsvRecord second = records.getLast();
    int numeric = 0;
    int namesOverNumbers = 0;
    for (int k = 0; k < first.getFieldCount(); k++) {
      Numbers.Kind above = kind(numbers, first.getField(k));
      numeric += above == Numbers.Kind.FINITE ? 1 : 0;
      if (above == Numbers.Kind.TEXT && k < second.getFieldCount()) {
        namesOverNumbers += kind(numbers, second.getField(k)) == Numbers.Kind.FINITE ? 1 : 0;
      }
    }
    return numeric == 0 || (namesOverNumbers > 0 && 2 * numeric <= first.getFieldCount());
  }

  private static Numbers.Kind kind(Numbers numbers, String field) {
    String text = field.strip();
    double value = numbers.parse(text.toCharArray(), 0, text.length());
    return Double.isFinite(value) || COMMA.matcher(text).matches()
        ? Numbers.Kind.FINITE
        : numbers.kind();
  }
}
