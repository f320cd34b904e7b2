package org.perrin.io.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.perrin.io.InputException;
import org.perrin.io.formula.Formula.Computed;
import org.perrin.io.formula.Formula.Factor;
import org.perrin.io.formula.Formula.Grouped;
import org.perrin.io.formula.Formula.Intercept;
import org.perrin.io.formula.Formula.Item;
import org.perrin.io.formula.Formula.Levels;
import org.perrin.io.formula.Formula.Offset;
import org.perrin.io.formula.Formula.Plain;
import org.perrin.io.formula.Formula.Signed;
import org.perrin.io.formula.Formula.Term;
import org.perrin.io.formula.TermTree.Operator;

/**
 * Reads formulas by recursive descent; operators bind as in R.
 *
 * <pre>
 * formula := [left] '~' item (('+' | '-') item)*
 * item    := '0' | '1' | '(' group ')' | 'offset' '(' sum ')' | product
 * group   := part (('+' | '-') part)* ('|' | '||') product      part := '0' | '1' | product
 * terms   := product (('+' | '-') product)*       product := nested (('*' | '/') nested)*
 * nested  := cross ('%in%' cross)*                cross   := power (':' power)*
 * power   := atom ['^' number]                    atom    := '.' | '(' terms ')' | factor
 * factor  := name | 'I' '(' sum ')' | function '(' sum ')' | 'C' '(' name [',' 'ref' '=' level] ')'
 *          | basis '(' sum (',' [name '='] value)* ')'
 * </pre>
 *
 * A sum is one of {@link ExprParser}, what stands left one of {@link ResponseParser}.
 */
final class FormulaParser {
  private static final String OFFSET = "offset";
  private static final String AS_IS = "I";

  /** C, and what users of R know it by. */
  private static final Set<String> LEVELS = Set.of("C", "factor", "relevel");

  private static final String NOT_ALONE =
      "offset(…) stands by itself after a +, not inside other terms";

  private final Tokens tokens;
  private final ExprParser numbers;
  private final Set<Expr> smooth = new HashSet<>();

  FormulaParser(String what, String text) {
    this.tokens = new Tokens(what, text);
    this.numbers = new ExprParser(tokens);
  }

  /** Whether a function makes a term and not a number. */
  static boolean isTerm(String name) {
    return name.equals(OFFSET)
        || name.equals(AS_IS)
        || LEVELS.contains(name)
        || Basis.Function.named(name) != null;
  }

  /** As in messages. */
  static String termFunctions() {
    String bases =
        Arrays.stream(Basis.Function.values())
            .map(Basis.Function::text)
            .collect(Collectors.joining(", "));
    return "I, C, " + bases + " and offset";
  }

  Formula formula() {
    var left =
        tokens.is("~")
            ? new ResponseParser.Left(null, null)
            : new ResponseParser(tokens, numbers).read();
    if (!tokens.accept("~")) {
      throw tokens.bad("expected \"~\" between the response and the terms");
    }
    List<Item> items = new ArrayList<>();
    signed(added -> items.add(item(added)));
    tokens.expectEnd();
    return new Formula(left.response(), left.beside(), items);
  }

  /** What is done with a summand, given whether it is added. */
  @FunctionalInterface
  private interface Summand {
    void read(boolean added);
  }

  private void signed(Summand summand) {
    boolean added = !tokens.accept("-");
    if (added) {
      tokens.accept("+");
    }
    summand.read(added);
    while (tokens.is("+") || tokens.is("-")) {
      summand.read(tokens.next().equals("+"));
    }
  }

  private Item item(boolean added) {
    if (tokens.isBarred()) {
      return grouped(added);
    }
    if (tokens.isNumber()) {
      return intercept(added);
    }
    return tokens.isCall(OFFSET) ? offset(added) : new Signed(product(), added);
  }

  private Item grouped(boolean added) {
    if (!added) {
      throw tokens.bad("what varies by a group can only be added");
    }
    tokens.expect("(");
    List<Signed> parts = new ArrayList<>();
    List<Boolean> intercepts = new ArrayList<>(List.of(true));
    signed(
        plus -> {
          if (tokens.isNumber()) {
            intercepts.add(intercept(plus).present());
          } else {
            parts.add(new Signed(product(), plus));
          }
        });
    tokens.expect("|");
    boolean correlated = !tokens.accept("|");
    List<Term> by = product().terms(List.of());
    if (!tokens.is(")") && !tokens.isEnd()) {
      throw tokens.bad(
          "factors are joined by : or /, or have terms of their own, as in (1 | a) + (1 | b)");
    }
    tokens.expect(")");
    by.forEach(this::checkGroup);
    if (parts.isEmpty() && !intercepts.getLast()) {
      throw tokens.wrong(
          "nothing varies by %s: write (1 | %s)"
              .formatted(by.getFirst().text(), by.getFirst().text()));
    }
    return new Grouped(parts, intercepts.getLast(), correlated, by);
  }

  private void checkGroup(Term group) {
    for (Factor factor : group.factors()) {
      if (!(factor instanceof Plain) && !(factor instanceof Levels(_, String ref) && ref == null)) {
        throw tokens.wrong("%s is no column whose values are groups".formatted(factor.text()));
      }
    }
  }

  private Intercept intercept(boolean added) {
    String text = tokens.text();
    if (!text.equals("0") && !text.equals("1")) {
      throw tokens.bad("the only numbers among terms are 0 and 1, for the intercept");
    }
    tokens.next();
    return new Intercept(added == text.equals("1"));
  }

  private Item offset(boolean added) {
    if (!added) {
      throw tokens.bad("an offset can only be added");
    }
    tokens.next();
    tokens.expect("(");
    Expr expr = numbers.sum();
    tokens.expect(")");
    if (!tokens.endsItem()) {
      throw tokens.bad(NOT_ALONE);
    }
    return new Offset(expr);
  }

  private TermTree product() {
    return chain(
        () -> chain(() -> chain(this::power, Operator.CROSS), Operator.IN),
        Operator.STAR,
        Operator.NEST);
  }

  /** Operands with operators between them that bind equally, from the left. */
  private TermTree chain(Supplier<TermTree> operand, Operator... operators) {
    TermTree left = operand.get();
    int operands = 1;
    while (true) {
      Operator found =
          Arrays.stream(operators).filter(o -> tokens.is(o.sign())).findFirst().orElse(null);
      if (found == null) {
        return left;
      }
      if (++operands > TermTree.MOST_FACTORS) {
        throw tokens.bad("a product has at most %d factors".formatted(TermTree.MOST_FACTORS));
      }
      tokens.next();
      left = new TermTree.Product(found, left, operand.get());
    }
  }

  private TermTree power() {
    TermTree base = atom();
    if (!tokens.is("^")) {
      return base;
    }
    if (base.single()) {
      throw tokens.bad("powers of numbers are written I(x^2), as ^ crosses terms: (a + b)^2");
    }
    tokens.next();
    int most = TermTree.MOST_FACTORS;
    return new TermTree.Power(base, tokens.whole("the power of terms", 1, most));
  }

  private TermTree atom() {
    if (tokens.accept(".")) {
      return new TermTree.Everything();
    }
    if (!tokens.is("(")) {
      return new TermTree.Leaf(factor());
    }
    numbers.enter();
    tokens.next();
    List<Signed> parts = new ArrayList<>();
    signed(added -> parts.add(new Signed(product(), added)));
    if (tokens.is("|")) {
      throw tokens.bad("what varies by a group stands by itself, as in y ~ x + (1 | group)");
    }
    tokens.expect(")");
    numbers.leave();
    return new TermTree.Sum(parts);
  }

  private Factor factor() {
    if (tokens.isCall(null)) {
      return call();
    }
    if (tokens.isNumber()) {
      throw tokens.bad("expected a column (arithmetic goes into I(…), 0 and 1 stand alone)");
    }
    return new Plain(tokens.name());
  }

  private Factor call() {
    Basis.Function basis = Basis.Function.named(tokens.text());
    if (basis != null) {
      return once(new BasisParser(tokens, numbers).read(basis));
    }
    if (tokens.isCall(OFFSET)) {
      throw tokens.bad(NOT_ALONE);
    }
    if (tokens.isCall(AS_IS)) {
      return inner();
    }
    return LEVELS.contains(tokens.text()) ? levels() : computed(numbers.call());
  }

  /** A second smooth of the same number could not be distinguished from the first. */
  private Basis once(Basis basis) {
    if (basis.smooth() && !smooth.add(basis.of())) {
      throw new InputException(
          "formula: there are two smooths of %s: leave one out".formatted(basis.of().text()));
    }
    return basis;
  }

  private Factor inner() {
    tokens.next();
    tokens.expect("(");
    Expr inner = numbers.sum();
    tokens.expect(")");
    return computed(inner);
  }

  private Factor levels() {
    tokens.next();
    tokens.expect("(");
    if (!tokens.isName()) {
      throw tokens.bad("C(…) takes the values of a column as levels: name one");
    }
    String column = tokens.name();
    String reference = null;
    if (tokens.accept(",")) {
      reference = reference();
    }
    tokens.expect(")");
    return new Levels(column, reference);
  }

  /** A level, in quotes unless it is a number. */
  private String reference() {
    if (tokens.isNamed() && !tokens.next().equals("ref")) {
      throw tokens.bad("the one option of C(…) is ref, as in C(kind, ref = \"b\")");
    }
    tokens.accept("=");
    if (!tokens.isText() && !tokens.isNumber()) {
      throw tokens.bad("expected a level in quotes, as in C(kind, ref = \"b\")");
    }
    return tokens.next();
  }

  private static Factor computed(Expr expr) {
    return expr instanceof Expr.ColumnValue column ? new Plain(column.name()) : new Computed(expr);
  }

  static InputException at(String what, int column, String problem) {
    return new InputException("%s, column %d: %s".formatted(what, column, problem));
  }
}
