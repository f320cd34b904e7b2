package org.perrin.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Text within a width. */
public final class TextLayout {
  private TextLayout() {}

  /** The line broken between words; what follows the first is indented by two. */
  public static String wrap(String line, int width) {
    return String.join("\n  ", words(line, width, width - 2));
  }

  /** All lines of a text broken so. */
  public static String wrapAll(String text, int width) {
    return text.lines().map(line -> wrap(line, width)).collect(Collectors.joining("\n"));
  }

  /** The pieces of a line; a word that is longer than a line stands alone, and sticks out. */
  public static List<String> words(String line, int first, int others) {
    List<String> pieces = new ArrayList<>();
    var piece = new StringBuilder();
    for (String word : line.split("(?<=\\S) (?=\\S)")) {
      int most = pieces.isEmpty() ? first : others;
      if (!piece.isEmpty() && length(piece) + 1 + length(word) > most) {
        pieces.add(piece.toString());
        piece.setLength(0);
      }
      piece.append(piece.isEmpty() ? "" : " ").append(word);
    }
    pieces.add(piece.toString());
    return pieces;
  }

  /** At most {@code width} characters of a text, its end replaced by an ellipsis. */
  public static String cut(String text, int width) {
    return length(text) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 1))) + "…";
  }

  /** Characters as people count them, for which {@code length()} is too much beyond the BMP. */
  public static int length(CharSequence text) {
    return Character.codePointCount(text, 0, text.length());
  }
}
