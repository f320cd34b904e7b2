package org.perrin.io.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.perrin.io.MessageText;
import org.perrin.io.Remedy;

/**
 * Grows one column of a text file. It takes the fields for numbers as programs write them until one
 * is not; what then comes is counted by its looks. After the last row {@link #decide} says how the
 * column is to be read, and if that is another way than it was, the file is read once more with all
 * spellings known.
 */
final class ColumnBuilder implements ColumnDrain.Drained {
  private static final double MOSTLY = 0.9;
  private static final double HALF = 0.5;
  private static final int FEW_NUMBERS = 10;
  private static final Pattern DATE =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d.*)?)?");
  private final String name;
  private final SpellingTally tally = new SpellingTally();
  private Spelling spelling;
  private Numbers numbers;
  private boolean bare;
  private boolean known;
  private Column.@Nullable Flaw given;
  private boolean sure;
  private boolean doubted;
  private boolean words;
  private final DoubleBlocks values = new DoubleBlocks();
  private @Nullable Dictionary texts;
  private @Nullable GrowingInts codes;
  private int missing;
  private Column.@Nullable Flaw flaw;
  private @Nullable String firstPlace;
  private @Nullable String firstText;
  private int[] counts = new int[8];
  private int most = Integer.MAX_VALUE;
  private int drained;

  /** A column of which nothing is known but what may stand before decimals. */
  ColumnBuilder(String name, char point) {
    this.name = name;
    spell(Spelling.plain(point));
  }

  /** A column that is to be read so; the flaw, or null, is that of its numbers. */
  ColumnBuilder(String name, SpellingTally.Decision decision) {
    this.name = name;
    this.known = true;
    this.given = decision.flaw();
    spell(decision.spelling());
    if (spelling.text()) {
      becomeText();
    }
  }

  private void spell(Spelling how) {
    spelling = how;
    numbers = new Numbers(how.point());
    bare = how.unit().isEmpty();
  }

  /** What certainly stands before decimals here: one character, several, or none. */
  String points() {
    return tally.points();
  }

  /**
   * How it is to be read, where {@code file} stands before decimals in the rest of the file; if
   * that is {@code said}, not found out, it holds here too.
   */
  SpellingTally.Decision decide(char file, boolean said) {
    long count = (long) drained + values.size() - missing - tally.marked();
    if (known || texts != null) {
      return new SpellingTally.Decision(texts != null ? Spelling.TEXT : spelling, given);
    }
    return words || count == 0 && tally.marked() > 0
        ? new SpellingTally.Decision(Spelling.TEXT, null)
        : tally.decide(count, spelling, file, said);
  }

  /** Whether it was read otherwise. */
  boolean contradicts(SpellingTally.Decision decision) {
    return !decision.equals(
        new SpellingTally.Decision(texts != null ? Spelling.TEXT : spelling, given));
  }

  private void becomeText() {
    texts = new Dictionary();
    codes = new GrowingInts();
    for (int i = drained; i < missing; i++) {
      codes.add(-1);
    }
  }

  /** For rows without end: keeps only so many levels. */
  ColumnBuilder limited(int levels) {
    most = levels;
    return this;
  }

  @Override
  public void drain(double[] out) {
    if (texts == null) {
      drained += values.size();
      values.drain(out);
    } else {
      codes.drain(out);
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeBoolean(known);
    Resumable.write(out, spelling);
    Resumable.write(out, given);
    tally.save(out);
    out.writeBoolean(words);
    out.writeInt(missing);
    out.writeInt(drained);
    Resumable.write(out, flaw);
    Resumable.write(out, firstPlace);
    Resumable.write(out, firstText);
    out.writeBoolean(texts != null);
    if (texts != null) {
      texts.save(out);
      for (int code = 0; code < texts.size(); code++) {
        out.writeInt(counts[code]);
      }
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    known = in.readBoolean();
    spell(Resumable.spelling(in));
    given = Resumable.flaw(in);
    tally.restore(in);
    words = in.readBoolean();
    missing = in.readInt();
    drained = in.readInt();
    flaw = Resumable.flaw(in);
    firstPlace = Resumable.text(in);
    firstText = Resumable.text(in);
    if (in.readBoolean()) {
      texts = new Dictionary();
      codes = new GrowingInts();
      texts.restore(in);
      counts = new int[Math.max(8, texts.size())];
      for (int code = 0; code < texts.size(); code++) {
        counts[code] = in.readInt();
      }
    }
  }

  /** What it is, after all rows have been drained. */
  RowSink.Shell shell(int rows) {
    if (texts != null && texts.size() > most) {
      return new RowSink.Shell(ColumnDrain.crowded(name, rows, missing), List.of());
    }
    return new RowSink.Shell(build(), texts == null ? List.of() : texts.levels());
  }

  void add(char[] buffer, int from, int length, boolean quoted, long line) {
    int start = from;
    int end = from + length;
    while (start < end && buffer[start] == ' ') {
      start++;
    }
    while (end > start && buffer[end - 1] == ' ') {
      end--;
    }
    if (texts == null) {
      addNumber(buffer, start, end - start, quoted, line);
    } else if (Numbers.isMissing(buffer, start, end - start)) {
      codes.add(-1);
      missing++;
    } else if (quoted) {
      addText(buffer, from, length, line);
    } else {
      addText(buffer, start, end - start, line);
    }
  }

  private void addNumber(char[] buffer, int from, int length, boolean quoted, long line) {
    double value = bare ? numbers.parse(buffer, from, length) : Double.NaN;
    if (Math.abs(value) <= Double.MAX_VALUE) {
      if (!sure && numbers.hasDecimals()) {
        weigh(buffer, from, length, line);
      }
      values.add(value);
    } else if (!bare || numbers.kind() == Numbers.Kind.TEXT) {
      addOdd(new String(buffer, from, length), quoted, line);
    } else {
      if (numbers.kind() == Numbers.Kind.MISSING) {
        missing++;
      } else if (flaw == null) {
        flaw = notFinite("line " + line, new String(buffer, from, length), numbers.kind());
      }
      values.add(value);
    }
  }

  /** Decimals as in 5.914 may be thousands; any others settle it. */
  private void weigh(char[] buffer, int from, int length, long line) {
    if (!numbers.looksGrouped()) {
      sure = true;
      tally.addPoint(spelling.point());
    } else if (!doubted) {
      doubted = true;
      String text = new String(buffer, from, length);
      tally.add(FormattedNumber.of(text), text, line);
    }
  }

  /** A field that is no number as programs write them. */
  private void addOdd(String text, boolean quoted, long line) {
    FormattedNumber number = FormattedNumber.of(text);
    if (known) {
      addKnown(text, number, line);
    } else if (number != null) {
      tally.add(number, text, line);
      values.add(Double.NaN);
    } else if (FormattedNumber.isMarker(text)) {
      tally.addMarker(text);
      values.add(Double.NaN);
    } else if (drained + values.size() > missing) {
      words = true;
      values.add(Double.NaN);
    } else {
      becomeText();
      add(text.toCharArray(), 0, text.length(), quoted, line);
    }
  }

  private void addKnown(String text, @Nullable FormattedNumber number, long line) {
    boolean absent =
        spelling.missing().contains(text)
            || FormattedNumber.isMarker(text)
            || Numbers.isMissing(text.toCharArray(), 0, text.length());
    double value = absent || number == null ? Double.NaN : number.value(spelling, numbers);
    missing += absent ? 1 : 0;
    if (!absent && !Double.isFinite(value) && flaw == null) {
      flaw = SpellingTally.unlike(text, line);
    }
    values.add(value);
  }

  static Column.Flaw notFinite(String where, String value, Numbers.Kind kind) {
    String problem =
        kind == Numbers.Kind.TOO_LARGE
            ? "is beyond the largest number, 1.8e308: correct it, or rescale the column"
            : "is not a finite number: correct it, or leave it empty and " + Remedy.LEAVE_ROWS_OUT;
    return new Column.Flaw(where, MessageText.quoted(value) + " " + problem);
  }

  private void addText(char[] buffer, int from, int length, long line) {
    int size = texts.size();
    int code = size > most ? most : texts.code(buffer, from, length);
    codes.add(code);
    count(code);
    if (code == size && firstText == null && !isNumber(texts.level(code))) {
      firstPlace = "line " + line;
      firstText = texts.level(code);
    }
  }

  private void count(int code) {
    if (code >= counts.length) {
      counts = Arrays.copyOf(counts, 2 * code);
    }
    counts[code]++;
  }

  /** In whatever way it is written. */
  private boolean isNumber(String text) {
    String stripped = text.strip();
    double value = numbers.parse(stripped.toCharArray(), 0, stripped.length());
    return !Double.isNaN(value)
        || numbers.kind() == Numbers.Kind.NOT_FINITE
        || FormattedNumber.of(stripped) != null;
  }

  /** A column of words that were read already, or null if one of them is a number. */
  static @Nullable Column ofWords(
      String name, int[] codes, Dictionary texts, int missing, char point) {
    var column = new ColumnBuilder(name, point);
    column.texts = texts;
    column.missing = missing;
    return texts.levels().stream().anyMatch(column::isNumber) ? null : column.buildText(codes);
  }

  Column build() {
    if (texts != null) {
      return buildText(codes.toArray());
    }
    StoredNumbers all = values.stored();
    String note = spelling.note(drained + all.length(), missing);
    return new Column.Numeric(name, all, missing, flaw, spelling, note);
  }

  private Column buildText(int[] rows) {
    List<String> levels = texts.levels();
    if (TruthWords.isPair(levels)) {
      byte[] flags = new byte[rows.length];
      for (int i = 0; i < rows.length; i++) {
        flags[i] = (byte) (rows[i] < 0 ? -1 : TruthWords.of(levels.get(rows[i])));
      }
      return new Column.Flags(name, flags, missing);
    }
    if (!levels.isEmpty() && levels.stream().allMatch(text -> DATE.matcher(text).matches())) {
      return new Column.Other(name, "date", rows.length, missing, dateAdvice(name));
    }
    return given != null
        ? new Column.Text(name, rows, levels, missing, given)
        : mixed(new Column.Text(name, rows, levels, missing, null));
  }

  static String dateAdvice(String name) {
    String column = '"' + name.replace("\"", "\"\"") + '"';
    return "a date is no number: %s, such as year(%s) or date_diff('day', DATE '2000-01-01', %s), or %s"
        .formatted(Remedy.QUERY, column, column, Remedy.LEAVE_COLUMN_OUT);
  }

  /** Numbers and text in one column: an error where numbers were meant, else a note. */
  private Column.Text mixed(Column.Text text) {
    if (firstText == null) {
      return text;
    }
    long numeric = 0;
    long all = 0;
    int different = 0;
    for (int code = 0; code < texts.size(); code++) {
      boolean number = isNumber(texts.level(code));
      numeric += number ? counts[code] : 0;
      different += number ? 1 : 0;
      all += counts[code];
    }
    if (numeric == 0 || numeric < HALF * all) {
      return text;
    }
    String seen =
        "%s of %s are numbers"
            .formatted(MessageText.count(numeric), MessageText.count(all, "value"));
    return numeric >= MOSTLY * all || different > FEW_NUMBERS
        ? text.flawed(
            new Column.Flaw(
                firstPlace,
                "%s is not a number, but %s: correct it, %s, or take its values as levels by C(…) in a formula"
                    .formatted(MessageText.quoted(firstText), seen, Remedy.LEAVE_COLUMN_OUT)))
        : text.noted(
            "%s, others are text such as %s, so all are levels"
                .formatted(seen, MessageText.quoted(firstText)));
  }
}
