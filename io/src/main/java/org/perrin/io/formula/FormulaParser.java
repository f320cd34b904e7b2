package org.perrin.io.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.perrin.io.InputException;
import org.perrin.io.Say;
import org.perrin.io.formula.Formula.Computed;
import org.perrin.io.formula.Formula.Everything;
import org.perrin.io.formula.Formula.Factor;
import org.perrin.io.formula.Formula.Intercept;
import org.perrin.io.formula.Formula.Item;
import org.perrin.io.formula.Formula.Levels;
import org.perrin.io.formula.Formula.Plain;
import org.perrin.io.formula.Formula.Signed;
import org.perrin.io.formula.Formula.Term;
import org.perrin.io.formula.Formula.VaryingIntercept;

/**
 * Reads formulas by recursive descent.
 *
 * <pre>
 * formula := [sum] '~' item (('+' | '-') item)*
 * item    := '0' | '1' | '.' | '(' '1' '|' name ')' | factor (('*' | ':') factor)*
 * factor  := name ['^' number] | 'C' '(' name ')' | 'I' '(' sum ')' | function '(' sum ')'
 * sum     := product (('+' | '-') product)*       product := sign (('*' | '/') sign)*
 * sign    := ['-'] power                          power   := atom ['^' sign]
 * atom    := number | name | function '(' sum ')' | '(' sum ')'
 * </pre>
 */
final class FormulaParser {
  private static final int DEEPEST = 50;
  private static final int MOST_FACTORS = 6;

  /** A chain of pairs, which everything that looks at an expression goes down. */
  private static final int MOST_OPERATIONS = 500;

  private final Tokens tokens;
  private int depth;
  private int operations;

  FormulaParser(String what, String text) {
    this.tokens = new Tokens(what, text);
  }

  /** Whether a name needs no backticks. */
  static boolean isPlain(String name) {
    return Tokens.isPlain(name);
  }

  Expr wholeExpression() {
    Expr expr = sum();
    tokens.expectEnd();
    return expr;
  }

  Formula formula() {
    Expr response = tokens.is("~") ? null : sum();
    if (!tokens.accept("~")) {
      throw tokens.bad("expected \"~\" between the response and the terms");
    }
    List<Item> items = new ArrayList<>();
    boolean added = !tokens.accept("-");
    if (added) {
      tokens.accept("+");
    }
    item(added, items);
    while (tokens.is("+") || tokens.is("-")) {
      added = tokens.is("+");
      tokens.next();
      item(added, items);
    }
    tokens.expectEnd();
    return new Formula(response, items);
  }

  private void item(boolean added, List<Item> items) {
    if (tokens.accept(".")) {
      items.add(new Everything(added));
    } else if (tokens.is("(")) {
      items.add(varying(added));
    } else if (tokens.isNumber()) {
      items.add(intercept(added));
    } else {
      product(added, items);
    }
  }

  private Item varying(boolean added) {
    if (!added) {
      throw tokens.bad("a varying intercept can only be added");
    }
    tokens.expect("(");
    if (!tokens.text().equals("1")) {
      throw tokens.bad("parentheses hold (1 | group); write sums inside I(…)");
    }
    tokens.next();
    tokens.expect("|");
    String group = tokens.name();
    tokens.expect(")");
    return new VaryingIntercept(group);
  }

  private Item intercept(boolean added) {
    String text = tokens.text();
    if (!text.equals("0") && !text.equals("1")) {
      throw tokens.bad("the only numbers among terms are 0 and 1, for the intercept");
    }
    tokens.next();
    return new Intercept(added == text.equals("1"));
  }

  private void product(boolean added, List<Item> items) {
    List<Term> terms = new ArrayList<>(List.of(Term.of(factor())));
    int factors = 1;
    while (tokens.is("*") || tokens.is(":")) {
      boolean crossed = tokens.is("*");
      if (++factors > MOST_FACTORS) {
        throw tokens.bad("a product has at most %d factors".formatted(MOST_FACTORS));
      }
      tokens.next();
      Term next = Term.of(factor());
      List<Term> longer = terms.stream().map(term -> join(term, next)).toList();
      if (crossed) {
        terms.add(next);
        terms.addAll(longer);
      } else {
        terms = new ArrayList<>(longer);
      }
    }
    terms.sort((a, b) -> Integer.compare(a.factors().size(), b.factors().size()));
    terms.forEach(term -> items.add(new Signed(term, added)));
  }

  private static Term join(Term left, Term right) {
    List<Factor> factors = new ArrayList<>(left.factors());
    right.factors().stream().filter(f -> !factors.contains(f)).forEach(factors::add);
    return new Term(factors);
  }

  private Factor factor() {
    if (tokens.isCall("C")) {
      tokens.next();
      tokens.expect("(");
      String column = tokens.name();
      tokens.expect(")");
      return new Levels(column);
    }
    if (tokens.isCall("I")) {
      tokens.next();
      tokens.expect("(");
      Expr inner = sum();
      tokens.expect(")");
      return computed(inner);
    }
    if (!tokens.isName()) {
      throw tokens.bad("expected a column");
    }
    return computed(power());
  }

  private static Factor computed(Expr expr) {
    return expr instanceof Expr.Column column ? new Plain(column.name()) : new Computed(expr);
  }

  private Expr sum() {
    Expr left = productOf();
    while (tokens.is("+") || tokens.is("-")) {
      left = new Expr.Binary(operator(), left, productOf());
    }
    return left;
  }

  private Expr productOf() {
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
    depth--;
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
    depth--;
    return new Expr.Binary('^', base, exponent);
  }

  private void enter() {
    if (++depth > DEEPEST) {
      throw tokens.bad("nested more than %d deep".formatted(DEEPEST));
    }
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
      Expr.Fn function = function();
      tokens.expect("(");
      atom = new Expr.Call(function, sum());
      tokens.expect(")");
    } else {
      atom = new Expr.Column(tokens.name());
    }
    depth--;
    return atom;
  }

  private Expr.Fn function() {
    List<String> known = Arrays.stream(Expr.Fn.values()).map(Expr.Fn::text).toList();
    String name = tokens.text();
    if (!known.contains(name)) {
      throw tokens.bad(
          "%s is no function: there are %s, I and C"
              .formatted(Say.quoted(name), String.join(", ", known)));
    }
    tokens.next();
    return Expr.Fn.valueOf(name.toUpperCase(Locale.ROOT));
  }

  static InputException at(String what, int column, String problem) {
    return new InputException("%s, column %d: %s".formatted(what, column, problem));
  }
}
