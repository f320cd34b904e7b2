package org.perrin.io.table;

import de.siegmar.fastcsv.reader.CsvReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.math.Parallel;

/**
 * Reads delimited text as programs write it, on all cores: one thread unpacks and cuts the file
 * into parts at line ends, the others parse parts ({@link PlainPart}). It gives up at the first
 * field that needs a closer look, such as a quote in a quoted field, a number in a column of words
 * or a line of other length; {@link CsvFile} then reads the file, with the same result for whatever
 * both can read.
 */
final class PlainCsv {
  private static final int SIZE = 1 << 20;

  private final Dialect dialect;
  private final List<String> names;
  private final boolean[] words;
  private final List<PlainPart> parts = new ArrayList<>();

  private PlainCsv(Dialect dialect, List<String> names, boolean[] words) {
    this.dialect = dialect;
    this.names = names;
    this.words = words;
  }

  /** The table, or null where it takes a closer look. */
  static @Nullable Table read(SourceFile file, Dialect dialect, ReadOptions options) {
    if (!options.spellings().isEmpty() || dialect.delimiter() > 127 || dialect.quote() > 127) {
      return null;
    }
    try (InputStream in = file.open()) {
      var cut = new Cut(in);
      byte[] first = cut.next();
      int length = cut.length();
      int start = SourceFile.starts(file.head(), 0xef, 0xbb, 0xbf) ? 3 : 0;
      int end = start;
      while (dialect.header() && first != null && first[end++] != '\n') {}
      if (first == null || end == length) {
        return null;
      }
      List<String> names = names(first, start, end, dialect);
      boolean[] words =
          names == null ? null : PlainPart.words(dialect, names.size(), first, end, length);
      if (words == null) {
        return null;
      }
      var reader = new PlainCsv(dialect, names, words);
      return reader.parse(cut, first, end) ? reader.build(file.name()) : null;
    } catch (IOException | InputException e) {
      return null;
    }
  }

  private static @Nullable List<String> names(byte[] bytes, int from, int to, Dialect dialect) {
    if (!dialect.header()) {
      int columns = PlainPart.fields(dialect, bytes, from);
      List<String> names = new ArrayList<>();
      for (int k = 1; k <= columns; k++) {
        names.add("V" + k);
      }
      return names;
    }
    try (var reader =
        CsvReader.builder()
            .fieldSeparator(dialect.delimiter())
            .quoteCharacter(dialect.quote())
            .allowUnclosedQuote(false)
            .ofCsvRecord(text(bytes, from, to - from))) {
      List<String> names =
          reader.stream().findFirst().orElseThrow().getFields().stream()
              .map(String::strip)
              .toList();
      return names.contains("") || names.stream().distinct().count() < names.size() ? null : names;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** The text of some bytes, which must be UTF-8. */
  static String text(byte[] bytes, int from, int length) throws IOException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes, from, length))
        .toString();
  }

  /** Parses all parts, some ahead of those that are waited for; false if one was not plain. */
  private boolean parse(Cut cut, byte[] first, int from) throws IOException {
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("perrin-parse-", 0).factory());
    Deque<Future<PlainPart>> ahead = new ArrayDeque<>();
    Queue<double[][]> scratch = new ConcurrentLinkedQueue<>();
    try {
      byte[] bytes = first;
      int start = from;
      while (bytes != null) {
        byte[] these = bytes;
        int at = start;
        int to = cut.length();
        ahead.add(pool.submit(() -> part(these, at, to, scratch, cut)));
        if (ahead.size() > 2 * threads && !take(ahead)) {
          return false;
        }
        bytes = cut.next();
        start = 0;
      }
      while (!ahead.isEmpty()) {
        if (!take(ahead)) {
          return false;
        }
      }
      return true;
    } finally {
      pool.shutdownNow();
    }
  }

  /** Parses one part, in arrays that the one before it on some thread has left. */
  private @Nullable PlainPart part(
      byte[] bytes, int from, int to, Queue<double[][]> scratch, Cut cut) throws IOException {
    double[][] left = scratch.poll();
    double[][] arrays = left == null ? new double[words.length][] : left;
    PlainPart part = new PlainPart(dialect, words, arrays).parse(bytes, from, to);
    scratch.add(arrays);
    cut.reuse(bytes);
    return part;
  }

  private boolean take(Deque<Future<PlainPart>> ahead) {
    try {
      PlainPart part = ahead.remove().get();
      if (part != null && part.rows() > 0) {
        parts.add(part);
      }
      return part != null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      return false;
    }
  }

  /** Joins the parts column by column; null if a column may mean something else. */
  private @Nullable Table build(String source) {
    int rows = parts.stream().mapToInt(PlainPart::rows).reduce(0, Math::addExact);
    if (rows == 0) {
      return null;
    }
    Column[] columns = new Column[words.length];
    Parallel.run(columns.length, k -> columns[k] = words[k] ? ofWords(k, rows) : ofNumbers(k));
    return Arrays.asList(columns).contains(null) ? null : Table.of(source, List.of(columns));
  }

  private @Nullable Column ofNumbers(int k) {
    boolean sure = parts.stream().anyMatch(part -> part.sure(k));
    if (!sure && parts.stream().anyMatch(part -> part.doubtful(k))) {
      return null;
    }
    List<StoredNumbers> numbers = parts.stream().map(part -> part.takeNumbers(k)).toList();
    int missing = parts.stream().mapToInt(part -> part.missing(k)).sum();
    return new Column.Numeric(
        names.get(k),
        StoredNumbers.joined(numbers),
        missing,
        null,
        Spelling.plain(dialect.point()),
        null);
  }

  private @Nullable Column ofWords(int k, int rows) {
    var dictionary = new Dictionary();
    int[] all = new int[rows];
    int at = 0;
    int missing = 0;
    for (PlainPart part : parts) {
      int[] codes = part.takeCodes(k);
      int[] common = part.levels(k).stream().mapToInt(dictionary::code).toArray();
      for (int i = 0; i < part.rows(); i++) {
        all[at++] = codes[i] < 0 ? -1 : common[codes[i]];
      }
      missing += part.missing(k);
    }
    return ColumnBuilder.ofWords(names.get(k), all, dictionary, missing, dialect.point());
  }

  /** A stream in parts of about 1 MB, each a number of whole lines. */
  private static final class Cut {
    private final InputStream in;
    private final Queue<byte[]> free = new ConcurrentLinkedQueue<>();
    private byte[] rest = new byte[0];
    private int length;
    private boolean ended;

    Cut(InputStream in) {
      this.in = in;
    }

    /** Bytes of the last part; what follows in its array is of no meaning. */
    int length() {
      return length;
    }

    /** An array whose part has been parsed: touching new memory costs more than reading does. */
    void reuse(byte[] bytes) {
      free.add(bytes);
    }

    /** The next part, whose last byte is a line feed, or null at the end. */
    byte @Nullable [] next() throws IOException {
      if (ended) {
        return null;
      }
      byte[] left = free.poll();
      byte[] bytes = left == null ? new byte[2 * SIZE + 1] : left;
      System.arraycopy(rest, 0, bytes, 0, rest.length);
      int filled = rest.length + in.readNBytes(bytes, rest.length, SIZE);
      ended = filled < rest.length + SIZE;
      if (ended && filled > 0 && bytes[filled - 1] != '\n') {
        bytes[filled++] = '\n';
      }
      length = filled;
      while (length > 0 && bytes[length - 1] != '\n') {
        length--;
      }
      if (length == 0) {
        if (!ended) {
          throw new IOException("a line is longer than a part");
        }
        return null;
      }
      rest = Arrays.copyOfRange(bytes, length, filled);
      return bytes;
    }
  }
}
