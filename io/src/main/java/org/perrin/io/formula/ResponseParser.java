package org.perrin.io.formula;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.MessageText;

/**
 * Reads the left side of a formula.
 *
 * <pre>
 * left := sum ['|' ('trials' '(' sum ')' | 'cens' '(' name ')')]
 *       | 'cbind' '(' sum ',' sum ')' | 'ordered' '(' name (',' level)+ ')'
 * </pre>
 */
record ResponseParser(Tokens tokens, ExprParser numbers) {
  private static final String COUNTS = "cbind";
  private static final String ORDER = "ordered";

  /** A response and its second column, or null. */
  record Left(@Nullable Expr response, @Nullable ResponseAddition beside) {}

  Left read() {
    if (tokens.isCall(COUNTS)) {
      return counts();
    }
    if (tokens.isCall(ORDER)) {
      return ordered();
    }
    Expr response = numbers.sum();
    return new Left(response, tokens.accept("|") ? beside() : null);
  }

  private ResponseAddition beside() {
    if (tokens.isCall("trials")) {
      open();
      Expr count = numbers.sum();
      tokens.expect(")");
      return new ResponseAddition.Trials(count);
    }
    if (tokens.isCall("cens")) {
      open();
      String event = tokens.name();
      tokens.expect(")");
      return new ResponseAddition.Event(event);
    }
    throw tokens.bad("expected trials(n) or cens(event) after the response");
  }

  private void open() {
    tokens.next();
    tokens.expect("(");
  }

  /** As in R: successes and failures, which together are the trials. */
  private Left counts() {
    open();
    Expr successes = numbers.sum();
    tokens.expect(",");
    Expr failures = numbers.sum();
    tokens.expect(")");
    return new Left(
        successes, new ResponseAddition.Trials(new Expr.Binary('+', successes, failures)));
  }

  private Left ordered() {
    open();
    String column = tokens.name();
    List<String> levels = new ArrayList<>();
    while (tokens.accept(",")) {
      if (!tokens.isText() && !tokens.isNumber()) {
        throw tokens.bad("expected a level in quotes, as in ordered(y, \"low\", \"high\")");
      }
      String level = tokens.next();
      if (levels.contains(level)) {
        throw tokens.bad("level %s is there twice".formatted(MessageText.quoted(level)));
      }
      levels.add(level);
    }
    if (levels.size() < 2) {
      throw tokens.bad("an order has two levels at least, as in ordered(y, \"low\", \"high\")");
    }
    tokens.expect(")");
    return new Left(new Expr.ColumnValue(column), new ResponseAddition.Order(levels));
  }
}
