package org.perrin.io;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How strangers' names and values appear in messages: short, on one line, and harmless. */
public final class Say {
  private static final int LONGEST = 40;
  private static final int MOST_LISTED = 5;

  private Say() {}

  /** The value in quotes, at most 40 characters of it, control characters escaped. */
  public static String quoted(String value) {
    boolean cut = value.length() > LONGEST;
    return '"' + line(cut ? value.substring(0, LONGEST - 1) + "…" : value) + '"';
  }

  /** The first five values in quotes. */
  public static String listed(Collection<String> values) {
    String shown =
        values.stream().limit(MOST_LISTED).map(Say::quoted).collect(Collectors.joining(", "));
    return values.size() > MOST_LISTED ? shown + ", …" : shown;
  }

  /** A count with its thousands apart. */
  public static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** A count and its noun, {@code s} added unless there is one. */
  public static String count(long n, String noun) {
    return count(n) + " " + noun + (n == 1 ? "" : "s");
  }

  /** The text with line breaks, control and direction characters as escapes. */
  public static String line(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> append(out, c));
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    int kind = Character.getType(c);
    boolean hidden =
        kind == Character.CONTROL
            || kind == Character.FORMAT
            || kind == Character.SURROGATE
            || kind == Character.LINE_SEPARATOR
            || kind == Character.PARAGRAPH_SEPARATOR;
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (hidden) {
          out.append(String.format("\\u%04x", c));
        } else {
          out.appendCodePoint(c);
        }
      }
    }
  }

  /** {@code : did you mean "…"?} if one of {@code known} is near {@code word}, else nothing. */
  public static String didYouMean(String word, Collection<String> known) {
    return nearest(word, known).map(name -> ": did you mean " + quoted(name) + "?").orElse("");
  }

  /** The closest of {@code known} by edit distance, if it is close at all; case hardly counts. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    int allowed = Math.max(2, word.length() / 3);
    String best = null;
    int least = allowed + 1;
    for (String name : known) {
      if (Math.abs(name.length() - word.length()) < least) {
        int distance = distance(word.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
        if (distance < least && distance < Math.max(word.length(), name.length())) {
          least = distance;
          best = name;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /** Levenshtein's distance, in O(|a| |b|). */
  static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = above[0];
      above[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int same = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = above[j];
        above[j] = Math.min(same, 1 + Math.min(above[j], above[j - 1]));
      }
    }
    return above[b.length()];
  }
}
