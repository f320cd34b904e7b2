package org.perrin.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How names and values from user data appear in messages: short, on one line, escaped. */
public final class MessageText {
  private static final int LONGEST = 40;
  private static final int MOST_LISTED = 5;

  private static final Pattern QUALIFIED = Pattern.compile("\\b(?:[a-z]\\w*\\.)+([A-Z]\\w*)");

  private MessageText() {}

  /** The value in quotes, at most 40 characters of it, control characters escaped. */
  public static String quoted(String value) {
    boolean cut = value.length() > LONGEST;
    return '"' + line(cut ? value.substring(0, LONGEST - 1) + "…" : value) + '"';
  }

  /** The first five values in quotes. */
  public static String listed(Collection<String> values) {
    String shown =
        values.stream()
            .limit(MOST_LISTED)
            .map(MessageText::quoted)
            .collect(Collectors.joining(", "));
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

  /** Why a file cannot be read or written, without the name of an exception. */
  public static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "there is no such file or folder";
      case AccessDeniedException _ -> "no permission";
      case FileAlreadyExistsException _ -> "something else has that name";
      case DirectoryNotEmptyException _ -> "the folder is not empty";
      case FileSystemException file when file.getReason() != null -> line(file.getReason());
      case FileSystemException _ -> "the file system refuses it";
      default -> unqualified(e.getMessage()).orElse("check the disk");
    };
  }

  /** The first line of a message, names of classes without their packages; nothing if blank. */
  public static Optional<String> unqualified(@Nullable String message) {
    return Optional.ofNullable(message)
        .flatMap(text -> text.lines().findFirst())
        .map(text -> line(QUALIFIED.matcher(text.strip()).replaceAll("$1")))
        .filter(text -> !text.isEmpty());
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
