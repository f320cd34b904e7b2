package org.perrin.io.table;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;

/**
 * Reads decimal numbers from characters without making objects. A mantissa below 2⁵³ with a power
 * of ten up to 22 is exact in one multiplication or division (Clinger, 1990); all others go to a
 * library's parser, so every result is the double nearest to the text.
 */
final class Numbers {
  /** What the last text was, if it was not a finite number. */
  enum Kind {
    FINITE,
    NOT_FINITE,
    TOO_LARGE,
    MISSING,
    TEXT
  }

  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** A mantissa of so many digits is exact. */
  static final int MOST_DIGITS = 15;

  private final char point;
  private Kind kind = Kind.FINITE;
  private boolean decimals;
  private boolean grouped;

  /** A reader in which {@code point} stands before the decimals, and nothing else. */
  Numbers(char point) {
    this.point = point;
  }

  /** After a finite result: whether it has decimals. */
  boolean hasDecimals() {
    return decimals;
  }

  /** Then also: whether they look like a group of three digits behind others, as in 5.914. */
  boolean looksGrouped() {
    return grouped;
  }

  /** After a result that is NaN or infinite: why. */
  Kind kind() {
    return kind;
  }

  /** The number in {@code buffer[from] …}, or NaN; no spaces around it. */
  double parse(char[] buffer, int from, int length) {
    decimals = false;
    if (length == 1) {
      int digit = buffer[from] - '0';
      if (digit >= 0 && digit <= 9) {
        return digit;
      }
    }
    return parseLong(buffer, from, from + length);
  }

  private double parseLong(char[] buffer, int from, int end) {
    int i = from;
    boolean negative = false;
    if (i < end && (buffer[i] == '-' || buffer[i] == '+')) {
      negative = buffer[i++] == '-';
    }
    long mantissa = 0;
    int digits = 0;
    int scale = 0;
    int start = i;
    for (; i < end; i++) {
      int digit = buffer[i] - '0';
      if (digit >= 0 && digit <= 9) {
        mantissa = digits < 18 ? 10 * mantissa + digit : mantissa;
        digits++;
        scale += decimals ? 1 : 0;
      } else if (!decimals && buffer[i] == point) {
        decimals = true;
      } else {
        break;
      }
    }
    if (digits == 0) {
      return special(buffer, from, end);
    }
    int whole = digits - scale;
    grouped = scale == 3 && whole >= 1 && whole <= 3 && buffer[start] != '0' && i == end;
    if (i < end) {
      return withExponent(buffer, from, i, end);
    }
    if (digits <= MOST_DIGITS) {
      double value = exact(mantissa, scale);
      return negative ? -value : value;
    }
    return byLibrary(buffer, from, end);
  }

  /** {@code mantissa · 10^−scale}, of no more than {@link #MOST_DIGITS} digits. */
  static double exact(long mantissa, int scale) {
    return scale == 0 ? mantissa : mantissa / TENS[scale];
  }

  private double withExponent(char[] buffer, int from, int at, int end) {
    int i = at;
    if (buffer[i] != 'e' && buffer[i] != 'E') {
      return other(Kind.TEXT);
    }
    i++;
    if (i < end && (buffer[i] == '-' || buffer[i] == '+')) {
      i++;
    }
    if (i == end) {
      return other(Kind.TEXT);
    }
    for (; i < end; i++) {
      if (buffer[i] < '0' || buffer[i] > '9') {
        return other(Kind.TEXT);
      }
    }
    return byLibrary(buffer, from, end);
  }

  private double byLibrary(char[] buffer, int from, int end) {
    double value =
        point == '.'
            ? JavaDoubleParser.parseDouble(buffer, from, end - from)
            : Double.parseDouble(new String(buffer, from, end - from).replace(point, '.'));
    if (Double.isInfinite(value)) {
      kind = Kind.TOO_LARGE;
    }
    return value;
  }

  private double special(char[] buffer, int from, int end) {
    if (isMissing(buffer, from, end - from)) {
      return other(Kind.MISSING);
    }
    int start = from < end && (buffer[from] == '-' || buffer[from] == '+') ? from + 1 : from;
    int length = end - start;
    if (is("nan", buffer, start, length)) {
      return other(Kind.NOT_FINITE);
    }
    if (is("inf", buffer, start, length) || is("infinity", buffer, start, length)) {
      kind = Kind.NOT_FINITE;
      return buffer[from] == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return other(Kind.TEXT);
  }

  private double other(Kind what) {
    kind = what;
    return Double.NaN;
  }

  /** Nothing, {@code NA}, {@code N/A}, {@code null} or {@code ?}. */
  static boolean isMissing(char[] buffer, int from, int length) {
    return length == 0
        || (length == 1 && buffer[from] == '?')
        || is("na", buffer, from, length)
        || is("n/a", buffer, from, length)
        || is("null", buffer, from, length);
  }

  private static boolean is(String word, char[] buffer, int from, int length) {
    if (word.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (Character.toLowerCase(buffer[from + i]) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
