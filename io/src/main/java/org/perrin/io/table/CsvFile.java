package org.perrin.io.table;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;

/**
 * Reads delimited text into columns: unpacking on one thread, parsing on another, fields straight
 * from the parser's buffer. Whole tables as programs write them are read by {@link PlainCsv}. A
 * second pass is made only if a column turns out to be something else than numbers as programs
 * write them after it began like that.
 */
final class CsvFile extends AbstractBaseCsvCallbackHandler<Boolean> implements Resumable {
  private static final int LONGEST_FIELD = 1 << 24;
  private static final String PACK = "pack it by perrin data pack";
  private static final int MOST_COLUMNS = 1_000_000;

  private final SourceFile file;
  private final Dialect dialect;
  private final ReadOptions options;
  private final @Nullable List<SpellingTally.Decision> decisions;
  private final List<String> names = new ArrayList<>();
  private ColumnBuilder @Nullable [] columns;
  private List<String> first = new ArrayList<>();
  private final @Nullable ColumnDrain draining;
  private int rows;

  /** Lines that were read by a process before this one. */
  private long skipped;

  /** Decisions on all columns, or null if there are none yet. */
  private CsvFile(
      SourceFile file,
      Dialect dialect,
      ReadOptions options,
      @Nullable List<SpellingTally.Decision> decisions,
      @Nullable RowSink sink) {
    this.file = file;
    this.dialect = dialect;
    this.options = options;
    this.decisions = decisions;
    this.draining = sink == null ? null : new ColumnDrain(sink);
  }

  static Table read(SourceFile file, ReadOptions options) {
    Dialect dialect = dialect(file, options);
    checkRoom(file, dialect);
    Table plain = PlainCsv.read(file, dialect, options);
    return plain != null ? plain : read(file, dialect, options, null).build();
  }

  /** Hands all rows to a sink, in bounded memory. */
  static List<RowSink.Shell> stream(SourceFile file, ReadOptions options, RowSink sink) {
    CsvFile reader = read(file, dialect(file, options), options, sink);
    List<RowSink.Shell> shells = new ArrayList<>();
    for (ColumnBuilder column : reader.columns) {
      shells.add(column.shell(reader.rows));
    }
    return shells;
  }

  /** Reads it field by field, whatever it holds. */
  static Table readClosely(SourceFile file, ReadOptions options) {
    return read(file, dialect(file, options), options, null).build();
  }

  static Dialect dialect(SourceFile file, ReadOptions options) {
    return Dialect.of(sample(file), file.head().length < 1 << 16, options);
  }

  private static String sample(SourceFile file) {
    String sample = new String(file.head(), StandardCharsets.UTF_8);
    return sample.startsWith("\ufeff") ? sample.substring(1) : sample;
  }

  private static void checkRoom(SourceFile file, Dialect dialect) {
    double cells = sample(file).chars().filter(c -> c == dialect.delimiter() || c == '\n').count();
    double share = cells / file.head().length;
    MemoryCheck.check(file.name(), 4 * share * file.least(), PACK);
  }

  private static CsvFile read(
      SourceFile file, Dialect dialect, ReadOptions options, @Nullable RowSink sink) {
    CsvFile reader = new CsvFile(file, dialect, options, null, sink).goOn(sink).parse();
    List<SpellingTally.Decision> decisions = reader.decide();
    return reader.agrees(decisions)
        ? reader
        : new CsvFile(file, dialect, options, decisions, sink).parse();
  }

  private CsvFile goOn(@Nullable RowSink sink) {
    byte[] mark = sink == null ? null : sink.lastMark();
    if (mark != null) {
      Resumable.restore(this, mark);
    }
    return this;
  }

  /** Called at the beginning of a record: those before are in the columns, or drained. */
  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(line() - 1);
    out.writeInt(rows);
    out.writeInt(columns.length);
    for (int k = 0; k < columns.length; k++) {
      Resumable.write(out, names.get(k));
      columns[k].save(out);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    skipped = in.readLong();
    rows = in.readInt();
    columns = new ColumnBuilder[in.readInt()];
    for (int k = 0; k < columns.length; k++) {
      names.add(Resumable.text(in));
      columns[k] = column(k);
      columns[k].restore(in);
    }
    draining.goOn(columns.length);
  }

  /** The line in which the record begins. */
  private long line() {
    return skipped + getStartingLineNumber();
  }

  @Override
  protected void handleBegin(long startingLine) {
    if (draining != null && columns != null) {
      draining.mark(this);
    }
  }

  private CsvFile parse() {
    try (Utf8Reader in = new Utf8Reader(file, skipped);
        CsvReader<Boolean> reader =
            CsvReader.builder()
                .fieldSeparator(dialect.delimiter())
                .quoteCharacter(dialect.quote())
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .maxBufferSize(LONGEST_FIELD)
                .build(this, in)) {
      for (boolean row : reader) {
        rows += row ? 1 : 0;
        if (row && draining != null) {
          draining.row(k -> columns[k]);
        }
      }
    } catch (CsvParseException e) {
      throw explain(e);
    } catch (IOException e) {
      throw SourceFile.damaged(file.name(), file.packing(), e);
    }
    if (rows == 0) {
      throw InputException.of(
          file.name(),
          columns == null && first.isEmpty()
              ? "holds blank lines only: give a file with a header and rows"
              : "holds a header and no rows: add rows");
    }
    if (draining != null) {
      draining.flush(k -> columns[k]);
    }
    return this;
  }

  private InputException explain(CsvParseException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InputException known) {
        return known;
      }
      if (cause instanceof UncheckedIOException written) {
        throw written;
      }
      if (cause instanceof Error error) {
        throw error;
      }
    }
    String message = String.valueOf(e.getMessage());
    String problem =
        message.startsWith("Unclosed")
            ? "a quoted field is never closed: add the closing quote"
            : message.startsWith("Unexpected character")
                ? "text follows a closing quote: write quotes inside a field twice"
                : "a field is longer than %s characters: check that its quote is closed"
                    .formatted(MessageText.count(LONGEST_FIELD));
    return new InputException("%s, line %d: %s".formatted(file.name(), line(), problem), e);
  }

  @Override
  protected void handleField(int field, char[] buffer, int from, int length, boolean quoted) {
    if (columns == null) {
      if (field == MOST_COLUMNS) {
        throw InputException.of(
            file.name(),
            line(),
            "has more than %s columns: check the delimiter"
                .formatted(MessageText.count(MOST_COLUMNS)));
      }
      first.add(new String(buffer, from, length));
    } else if (field < columns.length) {
      columns[field].add(buffer, from, length, quoted, line());
    } else if (field == columns.length + 1000) {
      throw ragged(field, true);
    }
  }

  @Override
  protected Boolean buildRecord() {
    if (getRecordType() == RecordType.EMPTY) {
      return false;
    }
    if (columns != null) {
      if (getFieldCount() != columns.length) {
        throw ragged(getFieldCount(), false);
      }
      return true;
    }
    begin();
    if (dialect.header()) {
      return false;
    }
    for (int k = 0; k < columns.length; k++) {
      char[] field = first.get(k).toCharArray();
      columns[k].add(field, 0, field.length, false, line());
    }
    return true;
  }

  private void begin() {
    for (int k = 0; k < first.size(); k++) {
      String name = dialect.header() ? first.get(k).strip() : "V" + (k + 1);
      if (name.isEmpty()) {
        throw InputException.of(
            file.name(),
            line(),
            "column %d has no name: name it in the header, or write the file without its row names"
                .formatted(k + 1));
      }
      names.add(name);
    }
    Table.checkNames(file.name(), names);
    columns = new ColumnBuilder[names.size()];
    for (int k = 0; k < columns.length; k++) {
      columns[k] = column(k);
    }
    if (draining != null) {
      draining.begin(names);
    }
  }

  private ColumnBuilder column(int k) {
    String name = names.get(k);
    Spelling given = options.spellings().get(name);
    var column =
        decisions != null
            ? new ColumnBuilder(name, decisions.get(k))
            : given != null
                ? new ColumnBuilder(name, new SpellingTally.Decision(given, null))
                : new ColumnBuilder(name, dialect.point());
    return draining == null ? column : column.limited(ColumnDrain.MOST_LEVELS);
  }

  private InputException ragged(int fields, boolean more) {
    return InputException.of(
        file.name(),
        line(),
        "has %s%s, but the first line has %s: correct the line, or quote fields that hold %s"
            .formatted(
                more ? "more than " : "",
                MessageText.count(fields, "field"),
                MessageText.count(columns.length),
                dialect.delimiter() == '\t'
                    ? "a tab"
                    : MessageText.quoted("" + dialect.delimiter())));
  }

  /** How each column is to be read, now that all fields have been seen. */
  private List<SpellingTally.Decision> decide() {
    char point = dialect.point(options, Arrays.stream(columns).map(ColumnBuilder::points).toList());
    return Arrays.stream(columns)
        .map(column -> column.decide(point, options.decimal() != null))
        .toList();
  }

  private boolean agrees(List<SpellingTally.Decision> wanted) {
    for (int k = 0; k < columns.length; k++) {
      if (columns[k].contradicts(wanted.get(k))) {
        return false;
      }
    }
    return true;
  }

  private Table build() {
    List<Column> built = new ArrayList<>(columns.length);
    for (int k = 0; k < columns.length; k++) {
      built.add(columns[k].build());
      columns[k] = null;
    }
    return Table.of(file.name(), built);
  }
}
