package org.perrin.io.formula;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.perrin.io.MessageText;

/**
 * Reads numbers computed from columns.
 *
 * <pre>
 * sum     := product (('+' | '-') product)*       product := sign (('*' | '/') sign)*
 * sign    := ['-'] power                          power   := atom ['^' sign]
 * atom    := number | name | function '(' sum ')' | '(' sum ')'
 * </pre>
 */
final class ExprParser {
  private static final int DEEPEST = 50;

  /** A chain of pairs, which everything that looks at an expression goes down. */
  private static final int MOST_OPERATIONS = 500;

  private final Tokens tokens;
  private int depth;
  private int operations;

  ExprParser(Tokens tokens) {
    this.tokens = tokens;
  }

  Expr whole() {
    Expr expr = sum();
    tokens.expectEnd();
    return expr;
  }

  Expr sum() {
    Expr left = product();
    while (tokens.is("+") || tokens.is("-")) {
      left = new Expr.Binary(operator(), left, product());
    }
    return left;
  }

  private Expr product() {
    Expr left = sign();
    while (tokens.is("*") || tokens.is("/")) {
      left = new Expr.Binary(operator(), left, sign());
    }
    return left;
  }

  private char operator() {
    if (++operations > MOST_OPERATIONS) {
      throw tokens.bad(
          "all expressions together have at most %d operations".formatted(MOST_OPERATIONS));
    }
    return tokens.next().charAt(0);
  }

  private Expr sign() {
    if (!tokens.accept("-")) {
      return power();
    }
    enter();
    Expr inner = sign();
    leave();
    return inner instanceof Expr.Constant(double value)
        ? new Expr.Constant(-value)
        : new Expr.Binary('*', new Expr.Constant(-1), inner);
  }

  private Expr power() {
    Expr base = atom();
    if (!tokens.accept("^")) {
      return base;
    }
    enter();
    Expr exponent = sign();
    leave();
    return new Expr.Binary('^', base, exponent);
  }

  /** One level deeper, of those that a stack has room for. */
  void enter() {
    if (++depth > DEEPEST) {
      throw tokens.bad("nested more than %d deep".formatted(DEEPEST));
    }
  }

  void leave() {
    depth--;
  }

  private Expr atom() {
    enter();
    Expr atom;
    if (tokens.isNumber()) {
      atom = new Expr.Constant(tokens.number());
    } else if (tokens.accept("(")) {
      atom = sum();
      tokens.expect(")");
    } else if (tokens.isCall(null)) {
      atom = call();
    } else {
      atom = new Expr.ColumnValue(tokens.name());
    }
    leave();
    return atom;
  }

  /** A function of one argument. */
  Expr call() {
    Expr.Fn function = function();
    tokens.expect("(");
    Expr call = new Expr.Call(function, sum());
    tokens.expect(")");
    return call;
  }

  private Expr.Fn function() {
    List<String> known = Arrays.stream(Expr.Fn.values()).map(Expr.Fn::text).toList();
    String name = tokens.text();
    if (FormulaParser.isTerm(name)) {
      throw tokens.bad("%s(…) is a term by itself, not a part of an expression".formatted(name));
    }
    if (!known.contains(name)) {
      throw tokens.bad(
          "%s is no function: there are %s, %s"
              .formatted(
                  MessageText.quoted(name),
                  String.join(", ", known),
                  FormulaParser.termFunctions()));
    }
    tokens.next();
    return Expr.Fn.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
