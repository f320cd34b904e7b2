package org.perrin.io.table;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number as people write it: {@code $5,914}, {@code 12%}, {@code 1.234,5}. Thousands are apart
 * only if one to three digits come first and groups of three follow; a single point or comma before
 * three digits may be either, which only the rest of the column can tell.
 *
 * @param digits sign, digits and separators
 * @param exponent from its e on, or empty
 * @param unit a percent sign or a currency's, or empty
 * @param group what stands between thousands for certain
 * @param point what stands before decimals for certain
 * @param doubt what stands between thousands or before decimals
 */
record FormattedNumber(
    String digits, String exponent, String unit, char group, char point, char doubt) {
  private static final int LONGEST = 64;
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<sign>[-+]?)(?<before>\\p{Sc}?)\\h?(?<minus>[-+]?)"
              + "(?<digits>[.,]?[0-9](?:[0-9.,'’\\h]*[0-9])?)"
              + "(?<exponent>(?:[eE][-+]?[0-9]{1,5})?)\\h?(?<after>[%\\p{Sc}]?)");
  private static final Pattern GROUPS = Pattern.compile("[1-9][0-9]{0,2}([^0-9][0-9]{3})+");
  private static final Set<String> MARKERS =
      Set.of(
          ".", "..", "...", "-", "--", "---", "–", "—", "*", "n.a.", "n.d.", "nil", "none",
          "missing", "unknown", "#n/a", "#value!", "#div/0!", "<na>", "(null)", "\\n");

  /** Whether people write this where there is no number. */
  static boolean isMarker(String text) {
    return MARKERS.contains(text.toLowerCase(Locale.ROOT));
  }

  /** The number that a text without spaces around it is, or null. */
  static @Nullable FormattedNumber of(String text) {
    Matcher m = text.length() > LONGEST ? null : NUMBER.matcher(text);
    if (m == null || !m.matches()) {
      return null;
    }
    String sign = m.group("sign") + m.group("minus");
    String unit = m.group("before") + m.group("after");
    return sign.length() > 1 || unit.codePointCount(0, unit.length()) > 1
        ? null
        : of(sign, m.group("digits"), m.group("exponent"), unit);
  }

  private static @Nullable FormattedNumber of(
      String sign, String digits, String exponent, String unit) {
    String separators = digits.replaceAll("[0-9]", "");
    char last = separators.isEmpty() ? Spelling.NONE : separators.charAt(separators.length() - 1);
    String number = sign + digits;
    if (separators.isEmpty()) {
      return new FormattedNumber(number, exponent, unit, last, last, last);
    }
    boolean alike = separators.chars().allMatch(c -> c == last);
    boolean decimal = last == '.' || last == ',';
    boolean groups = GROUPS.matcher(digits).matches();
    if (alike && groups) {
      boolean doubtful = decimal && separators.length() == 1 && exponent.isEmpty();
      return !decimal || separators.length() > 1
          ? new FormattedNumber(number, exponent, unit, last, Spelling.NONE, Spelling.NONE)
          : new FormattedNumber(
              number,
              exponent,
              unit,
              Spelling.NONE,
              doubtful ? Spelling.NONE : last,
              doubtful ? last : Spelling.NONE);
    }
    if (separators.length() == 1) {
      return decimal
          ? new FormattedNumber(number, exponent, unit, Spelling.NONE, last, Spelling.NONE)
          : null;
    }
    char first = separators.charAt(0);
    boolean apart = separators.chars().limit(separators.length() - 1).allMatch(c -> c == first);
    boolean whole = GROUPS.matcher(digits.substring(0, digits.lastIndexOf(last))).matches();
    return decimal && first != last && apart && whole
        ? new FormattedNumber(number, exponent, unit, first, last, Spelling.NONE)
        : null;
  }

  /** Its value if the column is written so, or NaN if this does not fit. */
  double value(Spelling spelling, Numbers plain) {
    boolean fits =
        unit.equals(spelling.unit())
            && (group == Spelling.NONE || group == spelling.group())
            && (point == Spelling.NONE || point == spelling.point())
            && (doubt == Spelling.NONE || doubt == spelling.group() || doubt == spelling.point());
    if (!fits) {
      return Double.NaN;
    }
    String bare = digits.replace(String.valueOf(spelling.group()), "") + exponent;
    return plain.parse(bare.toCharArray(), 0, bare.length());
  }
}
