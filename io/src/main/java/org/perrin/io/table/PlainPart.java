package org.perrin.io.table;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some lines of a plain file, parsed from their bytes. Up to 15 digits are exact in one division
 * (Clinger, 1990), up to 19 by {@link EiselLemire}; longer ones go to a library's reader, so every
 * number is the double nearest to its text.
 */
final class PlainPart {
  private static final int LONGEST_MISSING = 4;

  private static final int WHOLE_DIGITS = 9; // any such number is an int

  private final byte delimiter;
  private final byte quote;
  private final byte point;
  private final boolean[] words;
  private final Numbers others;
  private final double[][] numbers;
  private final StoredNumbers[] stored;
  private final int[][] codes;
  private final ByteWords[] texts;
  private final List<List<String>> levels = new ArrayList<>();
  private final int[] missing;
  private final boolean[] sure;
  private final boolean[] doubtful;
  private final long[] largest;
  private final boolean[] broken;
  private final char[] shortText = new char[LONGEST_MISSING];
  private byte[] bytes;
  private int end;
  private int at;
  private int from;
  private int to;
  private boolean quoted;
  private int rows;
  private int capacity;

  /** Words or numbers by column. */
  PlainPart(Dialect dialect, boolean[] words) {
    this(dialect, words, new double[words.length][]);
  }

  /** The same, with arrays for numbers that are there while it parses. */
  PlainPart(Dialect dialect, boolean[] words, double[][] scratch) {
    this.delimiter = (byte) dialect.delimiter();
    this.quote = (byte) dialect.quote();
    this.point = (byte) dialect.point();
    this.words = words;
    this.others = new Numbers(dialect.point());
    this.numbers = scratch;
    this.stored = new StoredNumbers[words.length];
    this.codes = new int[words.length][];
    this.texts = new ByteWords[words.length];
    this.missing = new int[words.length];
    this.sure = new boolean[words.length];
    this.doubtful = new boolean[words.length];
    this.largest = new long[words.length];
    this.broken = new boolean[words.length];
  }

  /** The number of fields of the line that begins at {@code from}. */
  static int fields(Dialect dialect, byte[] bytes, int from) {
    var line = new PlainPart(dialect, new boolean[0]);
    line.bytes = bytes;
    line.end = bytes.length;
    line.at = from;
    int count = 1;
    while (line.field() && bytes[line.at] == line.delimiter) {
      line.at++;
      count++;
    }
    return count;
  }

  /**
   * Which columns hold words, by the first field of each that is not missing; null if one of them
   * has none here, or one that is neither a word nor a number as programs write it.
   */
  static boolean @Nullable [] words(Dialect dialect, int columns, byte[] bytes, int from, int end)
      throws IOException {
    var lines = new PlainPart(dialect, new boolean[columns]);
    lines.bytes = bytes;
    lines.end = end;
    lines.at = from;
    boolean[] words = new boolean[columns];
    boolean[] known = new boolean[columns];
    int left = columns;
    while (left > 0 && lines.skipBlank() && lines.at < end) {
      for (int k = 0; k < columns; k++) {
        if (!lines.field()) {
          return null;
        }
        String text = PlainCsv.text(bytes, lines.from, lines.to - lines.from).strip();
        if (!known[k] && !Numbers.isMissing(text.toCharArray(), 0, text.length())) {
          double value = lines.others.parse(text.toCharArray(), 0, text.length());
          boolean number = Double.isFinite(value);
          boolean odd =
              lines.others.kind() != Numbers.Kind.TEXT || FormattedNumber.of(text) != null;
          if (number ? lines.quoted : odd || FormattedNumber.isMarker(text)) {
            return null;
          }
          words[k] = !number;
          known[k] = true;
          left--;
        }
        if (!lines.between(k < columns - 1)) {
          return null;
        }
      }
    }
    return left > 0 ? null : words;
  }

  /** Parses lines from one place to another, just after a line feed; null if one is not plain. */
  @Nullable PlainPart parse(byte[] all, int start, int stop) throws IOException {
    bytes = all;
    end = stop;
    at = start;
    begin(stop - start);
    int columns = words.length;
    while (skipBlank() && at < stop) {
      if (rows == capacity) {
        grow();
      }
      for (int k = 0; k < columns; k++) {
        if (!(words[k] ? word(k) : number(k)) || !between(k < columns - 1)) {
          return null;
        }
      }
      rows++;
    }
    if (at < stop) {
      return null;
    }
    for (ByteWords text : texts) {
      levels.add(text == null ? List.of() : text.levels());
    }
    Arrays.fill(texts, null);
    for (int k = 0; k < columns; k++) {
      stored[k] = words[k] ? null : stored(k);
    }
    bytes = null;
    return this;
  }

  /** Whole numbers without being looked at again. */
  private StoredNumbers stored(int k) {
    return broken[k]
        ? StoredNumbers.narrow(numbers[k], rows)
        : StoredNumbers.narrow(numbers[k], rows, largest[k]);
  }

  /** Room for as many lines as the first of them lets expect. */
  private void begin(int length) {
    int line = at;
    while (bytes[line] != '\n') {
      line++;
    }
    capacity = length / (line - at + 1) + 16;
    for (int k = 0; k < words.length; k++) {
      if (words[k]) {
        codes[k] = new int[capacity];
        texts[k] = new ByteWords(bytes);
      } else if (numbers[k] == null || numbers[k].length < capacity) {
        numbers[k] = new double[capacity];
      }
    }
  }

  private void grow() {
    capacity = 2 * rows;
    for (int k = 0; k < words.length; k++) {
      if (words[k]) {
        codes[k] = Arrays.copyOf(codes[k], capacity);
      } else if (numbers[k].length < capacity) {
        numbers[k] = Arrays.copyOf(numbers[k], capacity);
      }
    }
  }

  /** Skips empty lines; false at a carriage return alone. */
  private boolean skipBlank() {
    while (at < end && (bytes[at] == '\n' || bytes[at] == '\r')) {
      at++;
      if (bytes[at - 1] == '\r' && bytes[at] != '\n') {
        return false;
      }
    }
    return true;
  }

  /** Steps over a delimiter, or over the end of a line; false if something else stands here. */
  private boolean between(boolean more) {
    if (more) {
      return bytes[at++] == delimiter;
    }
    if (bytes[at] == '\r') {
      at++;
    }
    return bytes[at++] == '\n';
  }

  private boolean ends(byte b) {
    return b == delimiter || b == '\n' || b == '\r';
  }

  private boolean number(int k) {
    int i = at;
    boolean negative = bytes[i] == '-';
    if (negative || bytes[i] == '+') {
      i++;
    }
    int start = i;
    long mantissa = 0;
    int digit;
    while ((digit = bytes[i] - '0') >= 0 && digit <= 9) {
      mantissa = 10 * mantissa + digit;
      i++;
    }
    int whole = i - start;
    int scale = 0;
    boolean decimals = bytes[i] == point;
    if (decimals) {
      int first = ++i;
      while (i + Long.BYTES <= end && EightDigits.at(bytes, i)) {
        mantissa = 100_000_000 * mantissa + EightDigits.number(bytes, i);
        i += Long.BYTES;
      }
      while ((digit = bytes[i] - '0') >= 0 && digit <= 9) {
        mantissa = 10 * mantissa + digit;
        i++;
      }
      scale = i - first;
    }
    int digits = whole + scale;
    if (digits == 0 || digits > Numbers.MOST_DIGITS && point != '.' || !ends(bytes[i])) {
      return other(k);
    }
    double value =
        digits <= Numbers.MOST_DIGITS
            ? Numbers.exact(mantissa, scale)
            : longNumber(mantissa, scale, start, i);
    if (decimals || digits > WHOLE_DIGITS || negative && mantissa == 0) {
      broken[k] = true;
    } else {
      largest[k] = Math.max(largest[k], mantissa);
    }
    if (decimals && !sure[k]) {
      weigh(k, scale == 3 && whole >= 1 && whole <= 3 && bytes[start] != '0');
    }
    numbers[k][rows] = negative ? -value : value;
    at = i;
    return value <= Double.MAX_VALUE;
  }

  /** The number in these places, with all digits as a mantissa if they are not too many. */
  private double longNumber(long mantissa, int scale, int start, int stop) {
    int point = stop - start - scale - (scale > 0 ? 1 : 0);
    int digits = scale + (point == 1 && bytes[start] == '0' ? 0 : point);
    return digits <= EiselLemire.MOST_DIGITS && scale <= EiselLemire.MOST_DECIMALS
        ? EiselLemire.of(mantissa, scale)
        : JavaDoubleParser.parseDouble(bytes, start, stop - start);
  }

  /** Decimals as in 5.914 may be thousands; any others settle it. */
  private void weigh(int k, boolean grouped) {
    sure[k] = !grouped;
    doubtful[k] = true;
  }

  /** A number with an exponent or spaces around it, or none. */
  private boolean other(int k) {
    if (bytes[at] == quote || !field()) {
      return false;
    }
    char[] text = new char[to - from];
    for (int i = 0; i < text.length; i++) {
      text[i] = (char) (bytes[from + i] & 0xff);
    }
    double value = others.parse(text, 0, text.length);
    boolean finite = Math.abs(value) <= Double.MAX_VALUE;
    if (!finite && others.kind() != Numbers.Kind.MISSING) {
      return false;
    }
    if (finite && others.hasDecimals() && !sure[k]) {
      weigh(k, others.looksGrouped());
    }
    broken[k] |= finite;
    missing[k] += finite ? 0 : 1;
    numbers[k][rows] = finite ? value : Double.NaN;
    return true;
  }

  private boolean word(int k) {
    if (!field()) {
      return false;
    }
    boolean none = isMissing();
    missing[k] += none ? 1 : 0;
    codes[k][rows] = none ? -1 : texts[k].code(from, to);
    return true;
  }

  /** Whether the field, without the spaces that a quoted one may have, stands for no value. */
  private boolean isMissing() {
    int first = from;
    int last = to;
    while (first < last && bytes[first] == ' ') {
      first++;
    }
    while (last > first && bytes[last - 1] == ' ') {
      last--;
    }
    if (last - first > LONGEST_MISSING) {
      return false;
    }
    for (int i = first; i < last; i++) {
      shortText[i - first] = (char) (bytes[i] & 0xff);
    }
    return Numbers.isMissing(shortText, 0, last - first);
  }

  /** Finds a field from here to there, quotes and spaces around it left out, and steps over it. */
  private boolean field() {
    int i = at;
    quoted = bytes[i] == quote;
    if (quoted) {
      i++;
      from = i;
      while (bytes[i] != quote) {
        if (bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == 0) {
          return false;
        }
        i++;
      }
      to = i++;
      at = i;
      return ends(bytes[i]);
    }
    from = i;
    while (!ends(bytes[i])) {
      if (bytes[i] == quote || bytes[i] == 0) {
        return false;
      }
      i++;
    }
    at = i;
    to = i;
    while (from < to && bytes[from] == ' ') {
      from++;
    }
    while (to > from && bytes[to - 1] == ' ') {
      to--;
    }
    return true;
  }

  int rows() {
    return rows;
  }

  int missing(int k) {
    return missing[k];
  }

  /** Whether a number of the column has decimals that cannot be thousands. */
  boolean sure(int k) {
    return sure[k];
  }

  /** Whether one has decimals. */
  boolean doubtful(int k) {
    return doubtful[k];
  }

  /** The numbers of a column, which are not kept. */
  StoredNumbers takeNumbers(int k) {
    StoredNumbers taken = stored[k];
    stored[k] = null;
    return taken;
  }

  /** The words of a column as places in {@link #levels}, which are not kept. */
  int[] takeCodes(int k) {
    int[] taken = codes[k];
    codes[k] = null;
    return taken;
  }

  List<String> levels(int k) {
    return levels.get(k);
  }
}
