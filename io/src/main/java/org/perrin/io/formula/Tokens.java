package org.perrin.io.formula;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;

/** The words, numbers and signs of a formula, each with its position from 1 on. */
final class Tokens {
  private static final String SIGNS = "~+-*/:^()|,=";
  private static final String IN = "%in%";
  private static final int LONGEST = 1_000_000;

  private enum Kind {
    NAME,
    QUOTED,
    TEXT,
    NUMBER,
    SIGN,
    END
  }

  private record Token(Kind kind, String text, int column) {}

  private final String what;
  private final String source;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  Tokens(String what, String source) {
    this.what = what;
    this.source = source;
    if (source.length() > LONGEST) {
      throw new InputException(
          "%s: is longer than %s characters: shorten it, for instance by \".\""
              .formatted(what, MessageText.count(LONGEST)));
    }
    int i = 0;
    while (i < source.length()) {
      i = source.charAt(i) <= ' ' ? i + 1 : read(i);
    }
    tokens.add(new Token(Kind.END, "", source.length() + 1));
  }

  private int read(int from) {
    char c = source.charAt(from);
    if (c == '`') {
      return readQuoted(from);
    }
    if (c == '"' || c == '\'') {
      return readText(from);
    }
    if (source.startsWith(IN, from)) {
      tokens.add(new Token(Kind.SIGN, IN, from + 1));
      return from + IN.length();
    }
    if (isDigit(c)
        || (c == '.' && from + 1 < source.length() && isDigit(source.charAt(from + 1)))) {
      return readNumber(from);
    }
    if (isLetter(c)) {
      int end = from + 1;
      while (end < source.length()
          && (isLetter(source.charAt(end)) || isDigit(source.charAt(end)))) {
        end++;
      }
      String word = source.substring(from, end);
      tokens.add(new Token(word.equals(".") ? Kind.SIGN : Kind.NAME, word, from + 1));
      return end;
    }
    if (SIGNS.indexOf(c) < 0) {
      throw FormulaParser.at(
          what,
          from + 1,
          "%s has no meaning here: put names with other characters in `backticks`"
              .formatted(MessageText.quoted(String.valueOf(c))));
    }
    tokens.add(new Token(Kind.SIGN, String.valueOf(c), from + 1));
    return from + 1;
  }

  private int readQuoted(int from) {
    StringBuilder name = new StringBuilder();
    for (int i = from + 1; i < source.length(); i++) {
      boolean tick = source.charAt(i) == '`';
      boolean doubled = tick && i + 1 < source.length() && source.charAt(i + 1) == '`';
      if (tick && !doubled) {
        tokens.add(new Token(Kind.QUOTED, name.toString(), from + 1));
        return i + 1;
      }
      i += doubled ? 1 : 0;
      name.append(source.charAt(i));
    }
    throw FormulaParser.at(what, from + 1, "the backtick is never closed: add another");
  }

  /** A text in quotes; a backslash takes the next character as it is. */
  private int readText(int from) {
    StringBuilder text = new StringBuilder();
    for (int i = from + 1; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c == source.charAt(from)) {
        tokens.add(new Token(Kind.TEXT, text.toString(), from + 1));
        return i + 1;
      }
      i += c == '\\' && i + 1 < source.length() ? 1 : 0;
      text.append(source.charAt(i));
    }
    throw FormulaParser.at(what, from + 1, "the quote is never closed: add another");
  }

  private int readNumber(int from) {
    int end = from;
    while (end < source.length() && (isDigit(source.charAt(end)) || source.charAt(end) == '.')) {
      end++;
    }
    int exponent = end;
    if (exponent < source.length() && "eE".indexOf(source.charAt(exponent)) >= 0) {
      exponent++;
      if (exponent < source.length() && "+-".indexOf(source.charAt(exponent)) >= 0) {
        exponent++;
      }
      int digits = exponent;
      while (exponent < source.length() && isDigit(source.charAt(exponent))) {
        exponent++;
      }
      end = exponent > digits ? exponent : end;
    }
    tokens.add(new Token(Kind.NUMBER, source.substring(from, end), from + 1));
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return Character.isLetter(c) || c == '_' || c == '.';
  }

  static boolean isPlain(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && isLetter(name.charAt(0))
        && !(name.length() > 1 && name.charAt(0) == '.' && isDigit(name.charAt(1)))
        && name.chars().allMatch(c -> isLetter((char) c) || isDigit((char) c));
  }

  private Token here() {
    return tokens.get(at);
  }

  String text() {
    return here().text;
  }

  String next() {
    return tokens.get(at++).text;
  }

  boolean is(String sign) {
    return here().kind == Kind.SIGN && here().text.equals(sign);
  }

  boolean isName() {
    return here().kind == Kind.NAME || here().kind == Kind.QUOTED;
  }

  boolean isNumber() {
    return here().kind == Kind.NUMBER;
  }

  /** A plain word before a parenthesis: that word, or any if {@code word} is null. */
  boolean isCall(@Nullable String word) {
    Token after = tokens.get(Math.min(at + 1, tokens.size() - 1));
    return here().kind == Kind.NAME
        && after.text.equals("(")
        && after.kind == Kind.SIGN
        && (word == null || here().text.equals(word));
  }

  boolean isText() {
    return here().kind == Kind.TEXT;
  }

  /** A parenthesis that holds a bar, not inside another one. */
  boolean isBarred() {
    int depth = 0;
    for (int k = at; k < tokens.size() && (k == at || depth > 0); k++) {
      Token token = tokens.get(k);
      if (token.kind == Kind.SIGN) {
        depth += token.text.equals("(") ? 1 : token.text.equals(")") ? -1 : 0;
        if (depth == 1 && token.text.equals("|")) {
          return true;
        }
      }
    }
    return false;
  }

  /** A plain word before an equals sign. */
  boolean isNamed() {
    Token after = tokens.get(Math.min(at + 1, tokens.size() - 1));
    return here().kind == Kind.NAME && after.kind == Kind.SIGN && after.text.equals("=");
  }

  boolean accept(String sign) {
    boolean found = is(sign);
    at += found ? 1 : 0;
    return found;
  }

  void expect(String sign) {
    if (!accept(sign)) {
      throw bad("expected " + MessageText.quoted(sign));
    }
  }

  /** Whether a summand may end here. */
  boolean endsItem() {
    return here().kind == Kind.END || is("+") || is("-");
  }

  boolean isEnd() {
    return here().kind == Kind.END;
  }

  void expectEnd() {
    if (is("|")) {
      throw bad("what varies by a group stands in parentheses, as in y ~ x + (1 | group)");
    }
    if (!isEnd()) {
      throw bad("expected + or - or the end");
    }
  }

  String name() {
    if (!isName()) {
      throw bad("expected a column");
    }
    return next();
  }

  double number() {
    double value = value();
    if (!Double.isFinite(value)) {
      throw bad("expected a number");
    }
    at++;
    return value;
  }

  /** A whole number between bounds. */
  int whole(String name, int least, int most) {
    double value = value();
    if (!(value >= least && value <= most) || value != Math.rint(value)) {
      throw bad("%s is a whole number from %d to %d".formatted(name, least, most));
    }
    at++;
    return (int) value;
  }

  /** The number that stands here, or NaN. */
  private double value() {
    try {
      return isNumber() ? Double.parseDouble(text()) : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** An error at the current place, where something else should stand. */
  InputException bad(String problem) {
    return wrong(problem + ", found " + (isEnd() ? "the end" : MessageText.quoted(here().text)));
  }

  /** An error of what stands before the current place. */
  InputException wrong(String problem) {
    return FormulaParser.at(what, here().column, problem);
  }
}
