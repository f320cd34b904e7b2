package org.perrin.io.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.perrin.io.Remedy;
import org.perrin.io.Say;

/**
 * Grows one column of a text file. It takes the fields for numbers until one is not; if numbers
 * came before, their spelling is gone and the file must be read once more with the column known to
 * be text ({@link #mustRestart()}).
 */
final class ColumnBuilder implements Draining.Drained {
  private static final double MOSTLY = 0.9;
  private static final Pattern DATE =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d.*)?)?");
  private final String name;
  private final Numbers numbers;
  private final DoubleBlocks values = new DoubleBlocks();
  private Dictionary texts;
  private GrowingInts codes;
  private boolean restart;
  private int missing;
  private Column.Flaw flaw;
  private Column.Flaw firstText;
  private int[] counts = new int[8];
  private int most = Integer.MAX_VALUE;
  private int drained;

  ColumnBuilder(String name, Numbers numbers, boolean text) {
    this.name = name;
    this.numbers = numbers;
    if (text) {
      becomeText();
    }
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
    out.writeBoolean(restart);
    out.writeInt(missing);
    out.writeInt(drained);
    Saved.write(out, flaw);
    Saved.write(out, firstText);
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
    restart = in.readBoolean();
    missing = in.readInt();
    drained = in.readInt();
    flaw = Saved.flaw(in);
    firstText = Saved.flaw(in);
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
      return new RowSink.Shell(Draining.crowded(name, rows, missing), List.of());
    }
    return new RowSink.Shell(build(), texts == null ? List.of() : texts.levels());
  }

  /** Whether numbers were met before text. */
  boolean mustRestart() {
    return restart;
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
    double value = numbers.parse(buffer, from, length);
    if (!(Math.abs(value) <= Double.MAX_VALUE) && !oddity(buffer, from, length, quoted, line)) {
      return;
    }
    values.add(value);
  }

  /** Notes what is not a finite number; says whether a value, NaN perhaps, is to be stored. */
  private boolean oddity(char[] buffer, int from, int length, boolean quoted, long line) {
    switch (numbers.kind()) {
      case MISSING -> missing++;
      case TEXT -> {
        if (drained + values.size() > missing) {
          restart = true;
        } else {
          becomeText();
          add(buffer, from, length, quoted, line);
          return false;
        }
      }
      default -> {
        if (flaw == null) {
          flaw = notFinite("line " + line, new String(buffer, from, length), numbers.kind());
        }
      }
    }
    return true;
  }

  static Column.Flaw notFinite(String where, String value, Numbers.Kind kind) {
    String problem =
        kind == Numbers.Kind.TOO_LARGE
            ? "is beyond the largest number, 1.8e308: correct it, or rescale the column"
            : "is not a finite number: correct it, or leave it empty and " + Remedy.LEAVE_ROWS_OUT;
    return new Column.Flaw(where, Say.quoted(value) + " " + problem);
  }

  private void addText(char[] buffer, int from, int length, long line) {
    int known = texts.size();
    int code = known > most ? most : texts.code(buffer, from, length);
    codes.add(code);
    count(code);
    if (code == known && firstText == null && !isNumber(texts.level(code))) {
      firstText =
          new Column.Flaw(
              "line " + line,
              "%s is not a number, but most of the column is: correct it, %s, or take its values as levels by C(…) in a formula"
                  .formatted(Say.quoted(texts.level(code)), Remedy.LEAVE_COLUMN_OUT));
    }
  }

  private void count(int code) {
    if (code >= counts.length) {
      counts = Arrays.copyOf(counts, 2 * code);
    }
    counts[code]++;
  }

  private boolean isNumber(String text) {
    String stripped = text.strip();
    double value = numbers.parse(stripped.toCharArray(), 0, stripped.length());
    return !Double.isNaN(value) || numbers.kind() == Numbers.Kind.NOT_FINITE;
  }

  Column build() {
    return texts == null
        ? new Column.Numeric(name, values.toArray(), missing, flaw)
        : buildText(codes.toArray());
  }

  private Column buildText(int[] rows) {
    List<String> levels = texts.levels();
    if (Truth.isPair(levels)) {
      byte[] flags = new byte[rows.length];
      for (int i = 0; i < rows.length; i++) {
        flags[i] = (byte) (rows[i] < 0 ? -1 : Truth.of(levels.get(rows[i])));
      }
      return new Column.Flags(name, flags, missing);
    }
    if (!levels.isEmpty() && levels.stream().allMatch(text -> DATE.matcher(text).matches())) {
      return new Column.Other(name, "date", rows.length, missing, dateAdvice(name));
    }
    return new Column.Text(name, rows, levels, missing, mostlyNumbers() ? firstText : null);
  }

  static String dateAdvice(String name) {
    String column = '"' + name.replace("\"", "\"\"") + '"';
    return "a date is no number: %s, such as year(%s) or date_diff('day', DATE '2000-01-01', %s), or %s"
        .formatted(Remedy.QUERY, column, column, Remedy.LEAVE_COLUMN_OUT);
  }

  private boolean mostlyNumbers() {
    long numeric = 0;
    long all = 0;
    for (int code = 0; code < texts.size(); code++) {
      numeric += isNumber(texts.level(code)) ? counts[code] : 0;
      all += counts[code];
    }
    return numeric > 0 && numeric >= MOSTLY * all;
  }
}
