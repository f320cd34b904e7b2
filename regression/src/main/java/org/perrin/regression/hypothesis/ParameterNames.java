package org.perrin.regression.hypothesis;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.formula.Expr;

/**
 * Expressions over parameters as they are shown: names that are no plain words, such as {@code
 * town[b]} or {@code (Intercept)}, are put into backticks unless they are already.
 */
final class ParameterNames {
  private final List<String> longestFirst;

  ParameterNames(List<String> names) {
    this.longestFirst =
        names.stream()
            .filter(name -> !Expr.name(name).equals(name))
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** The same text with all names quoted. */
  String quoted(String text) {
    var out = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      if (text.charAt(i) == '`') {
        int end = text.indexOf('`', i + 1);
        int next = end < 0 ? text.length() : end + 1;
        out.append(text, i, next);
        i = next;
        continue;
      }
      String name = at(text, i);
      out.append(name == null ? text.substring(i, i + 1) : Expr.name(name));
      i += name == null ? 1 : name.length();
    }
    return out.toString();
  }

  private @Nullable String at(String text, int i) {
    return longestFirst.stream()
        .filter(name -> text.startsWith(name, i) && apart(text, i, i + name.length()))
        .findFirst()
        .orElse(null);
  }

  /** Whether a name is not a part of a longer word. */
  private static boolean apart(String text, int from, int to) {
    boolean before = from == 0 || !(word(text.charAt(from - 1)) && word(text.charAt(from)));
    boolean after = to == text.length() || !(word(text.charAt(to - 1)) && word(text.charAt(to)));
    return before && after;
  }

  private static boolean word(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.';
  }
}
