package org.perrin.io.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.io.InputException;
import org.perrin.io.formula.Formula.Term;

class FormulaTest {
  private static final List<String> COLUMNS = List.of("a", "b", "c");

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      value = {
        "y ~ a + b => a, b",
        "y ~ a + log(b) + C(c) + a:b => a, log(b), C(c), a:b",
        "y ~ a*b => a, b, a:b",
        "y ~ a*b*c => a, b, c, a:b, a:c, b:c, a:b:c",
        "y ~ a*b - a => b, a:b",
        "y ~ a:b - b:a + c => c",
        "y ~ . - b => a, c",
        "y ~ log(a) + . => log(a), a, b, c",
        "y ~ a + a + a:a => a",
        "y ~ a:b + c + a => c, a, a:b",
        "y ~ a*b:c => a, b:c, a:b:c",
        "y ~ (a + b)^2 => a, b, a:b",
        "y ~ (a + b + c)^2 => a, b, c, a:b, a:c, b:c",
        "y ~ (a + b + c)^3 - a:b:c => a, b, c, a:b, a:c, b:c",
        "y ~ .^2 - b:c => a, b, c, a:b, a:c",
        "y ~ (. - c)^2 => a, b, a:b",
        "y ~ a/b => a, a:b",
        "y ~ a/b/c => a, a:b, a:b:c",
        "y ~ (a + b)/c => a, b, a:b:c",
        "y ~ a/(b + c) => a, a:b, a:c",
        "y ~ a %in% b => a:b",
        "y ~ a + b %in% a:c => a, b:a:c",
        "y ~ a*(b + c) - (a + b) => c, a:b, a:c",
        "y ~ ((a + (b))) - (b) => a",
        "y ~ I(a^2) + sqrt(abs(b)) => I(a^2), sqrt(abs(b))",
        "y ~ factor(a) + relevel(b, ref = 'x') => C(a), C(b, ref = \"x\")",
        "y ~ scale(a) + poly(b,2):c => scale(a), poly(b, 2):c",
        "y ~ poly(log(a), degree = 3, raw = TRUE) + bs(b, 5) => poly(log(a), 3, raw = TRUE), bs(b, df = 5)",
        "y ~ ns(a) + bs(b, degree = 2) + a + offset(log(c)) => ns(a, df = 1), bs(b, df = 2, degree = 2), a",
        "y ~ I(a + b/2) + log1p(-a) + exp(2*c) => I(a + b/2), log1p(-a), exp(2*c)",
        "y ~ I(a - 0) + I(a*b) + I((a*2)^3) + I(-2) + I(log(a)^2) => I(a - 0), I(a*b), I((a*2)^3), I(-2), I(log(a)^2)",
        "y ~ `two words`:C(`x``y`) => `two words`:C(`x``y`)",
        "y ~ C(c)*a => C(c), a, C(c):a",
        "y ~ 0 + a => a",
        "~ - 1 + a => a"
      })
  void terms_are_expanded(String formula, String terms) {
    List<Term> parsed = Formula.parse(formula).terms(COLUMNS);
    assertThat(parsed.stream().map(Term::text).toList()).isEqualTo(split(terms));
  }

  /** At commas that are in no parentheses. */
  private static List<String> split(String terms) {
    return List.of(terms.split(", (?![^(]*\\))"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C(a, ref = \"b\")",
        "C(a, ref = \"say \\\"b\\\" \\\\\")",
        "poly(a + b, 3)",
        "poly(a, 3, raw = TRUE)",
        "bs(a, df = 4, degree = 2):ns(b, df = 3)",
        "scale(log(a)):I(a/b)"
      })
  void the_text_of_a_term_reads_back(String text) {
    Term term = Formula.parse("~" + text).terms(List.of()).getFirst();
    assertThat(term.text()).isEqualTo(text);
  }

  @Test
  void offsets_are_kept_apart() {
    Formula formula = Formula.parse("y ~ offset(log(a)) + b + offset(2*c)");
    assertThat(formula.offsets()).containsExactly(Expr.parse("log(a)"), Expr.parse("2*c"));
    assertThat(formula.terms(COLUMNS)).hasSize(1);
  }

  @Test
  void products_are_bounded() {
    List<String> many = java.util.stream.IntStream.range(0, 500).mapToObj(k -> "x" + k).toList();
    assertThat(Formula.parse("y ~ .").terms(many)).hasSize(500);
    assertThatThrownBy(() -> Formula.parse("y ~ .^2").terms(many))
        .isInstanceOf(InputException.class)
        .hasMessage("formula: products of 500 with 500 terms are too many: cross fewer columns");
    assertThatThrownBy(() -> Formula.parse("y ~ (a*b*c*d):(e*f*g)").terms(many))
        .hasMessage("formula: a term has at most 6 factors, not 7: cross fewer columns");
  }

  @ParameterizedTest
  @CsvSource({
    "y ~ a, true",
    "y ~ 1, true",
    "y ~ 0 + a, false",
    "y ~ a - 1, false",
    "y ~ -1 + a, false",
    "y ~ a + 0 + 1, true",
    "y ~ a - 0, true"
  })
  void intercepts(String formula, boolean present) {
    assertThat(Formula.parse(formula).intercept()).isEqualTo(present);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "y ~ a + (1 | `the group`) ! 1 ! true ! the group",
        "y ~ (a | b) ! 1 a ! true ! b",
        "y ~ (1 + a | b) ! 1 a ! true ! b",
        "y ~ (a || b) ! 1 a ! false ! b",
        "y ~ (0 + a | b) ! a ! true ! b",
        "y ~ (a - 1 | b) ! a ! true ! b",
        "y ~ (a*c | b) ! 1 a c a:c ! true ! b",
        "y ~ (1 | a/b) ! 1 ! true ! a a:b",
        "y ~ (1 | a:b) ! 1 ! true ! a:b",
        "y ~ (1 | a/b/c) ! 1 ! true ! a a:b a:b:c",
        "y ~ (I(a^2) | C(b)) ! 1 I(a^2) ! true ! b",
      })
  void what_varies_by_groups_is_kept_apart(
      String text, String columns, boolean correlated, String by) {
    Formula formula = Formula.parse(text);
    Formula.Grouped group = formula.grouped().getFirst();
    List<String> names = new ArrayList<>(group.intercept() ? List.of("1") : List.of());
    group.terms(COLUMNS).forEach(term -> names.add(term.text()));
    assertThat(String.join(" ", names)).isEqualTo(columns);
    assertThat(group.correlated()).isEqualTo(correlated);
    assertThat(
            group.by().stream()
                .map(
                    term ->
                        term.factors().stream()
                            .map(factor -> factor.columns().iterator().next())
                            .collect(Collectors.joining(":"))))
        .containsExactly(by.contains("the") ? new String[] {by} : by.split(" "));
    assertThat(formula.terms(COLUMNS)).hasSize(text.contains("~ a +") ? 1 : 0);
  }

  @Test
  void the_response_may_be_computed() {
    assertThat(Formula.parse("log(y) ~ a").response()).isEqualTo(Expr.parse("log(y)"));
    assertThat(Formula.parse("~ a").response()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a + (b - c)",
        "(a*2)^3",
        "2^(a^2)",
        "log(a/(b + 1))",
        "a^(-1)",
        "a - b - c*2/b",
        "a*(b/c)",
        "(-(a + b)^2) + c",
        "(-a)*b",
        "-(-a)",
        "(-1)*2",
        "a/(-0.0)",
        "`l m`"
      })
  void the_text_of_an_expression_reads_back(String text) {
    Expr expr = Expr.parse(text);
    assertThat(expr.text()).isEqualTo(text);
    assertThat(Expr.parse(expr.text())).isEqualTo(expr);
  }

  @ParameterizedTest
  @CsvSource({
    "a + b*c, 14",
    "(a + b)*c, 20",
    "a - b - c, -5",
    "-a^2, -4",
    "b^a^2, 81",
    "c/a, 2",
    "sqrt(c), 2",
    "log(exp(b)), 3",
    "abs(-b), 3",
    "1.5e1 + .5, 15.5",
    "log1p(a - a), 0"
  })
  void values_follow_the_usual_rules(String text, double value) {
    Map<String, double[]> row =
        Map.of("a", new double[] {2}, "b", new double[] {3}, "c", new double[] {4});
    assertThat(Expr.parse(text).value(row::get, 0)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      delimiterString = " => ",
      value = {
        "y => formula, column 2: expected \"~\" between the response and the terms, found the end",
        "y ~ => formula, column 4: expected a column, found the end",
        "y ~ a + => formula, column 8: expected a column, found the end",
        "y ~ a b => formula, column 7: expected + or - or the end, found \"b\"",
        "y ~ log(a => formula, column 10: expected \")\", found the end",
        "y ~ sin(a) => formula, column 5: \"sin\" is no function: there are log, log1p, exp, sqrt, abs, I, C, poly, scale, bs, ns, s and offset, found \"sin\"",
        "y ~ 2 + a => formula, column 5: the only numbers among terms are 0 and 1, for the intercept, found \"2\"",
        "y ~ (a + b => formula, column 11: expected \")\", found the end",
        "y ~ (a + (b) => formula, column 13: expected \")\", found the end",
        "y ~ x:(a | b) => formula, column 10: what varies by a group stands by itself, as in y ~ x + (1 | group), found \"|\"",
        "y ~ a - (1 | b) => formula, column 9: what varies by a group can only be added, found \"(\"",
        "y ~ (0 | b) => formula, column 12: nothing varies by b: write (1 | b)",
        "y ~ (1 | b => formula, column 11: expected \")\", found the end",
        "y ~ a + 1 | b => formula, column 11: what varies by a group stands in parentheses, as in y ~ x + (1 | group), found \"|\"",
        "y ~ (1 | log(b)) => formula, column 17: log(b) is no column whose values are groups",
        "y ~ (1 | a + b) => formula, column 12: factors are joined by : or /, or have terms of their own, as in (1 | a) + (1 | b), found \"+\"",
        "y ~ (a + (1 | b)) => formula, column 11: expected a column (arithmetic goes into I(…), 0 and 1 stand alone), found \"1\"",
        "y ~ a^2 => formula, column 6: powers of numbers are written I(x^2), as ^ crosses terms: (a + b)^2, found \"^\"",
        "y ~ (a)^2 => formula, column 8: powers of numbers are written I(x^2), as ^ crosses terms: (a + b)^2, found \"^\"",
        "y ~ log(a)^2 => formula, column 11: powers of numbers are written I(x^2), as ^ crosses terms: (a + b)^2, found \"^\"",
        "y ~ (a + b)^7 => formula, column 13: the power of terms is a whole number from 1 to 6, found \"7\"",
        "y ~ (a + b)^1.5 => formula, column 13: the power of terms is a whole number from 1 to 6, found \"1.5\"",
        "y ~ (a + b)^c => formula, column 13: the power of terms is a whole number from 1 to 6, found \"c\"",
        "y ~ a/2 => formula, column 7: expected a column (arithmetic goes into I(…), 0 and 1 stand alone), found \"2\"",
        "y ~ C(3) => formula, column 7: C(…) takes the values of a column as levels: name one, found \"3\"",
        "y ~ C(a, b) => formula, column 10: expected a level in quotes, as in C(kind, ref = \"b\"), found \"b\"",
        "y ~ C(a, base = 2) => formula, column 15: the one option of C(…) is ref, as in C(kind, ref = \"b\"), found \"=\"",
        "y ~ C(a, ref = \"b) => formula, column 16: the quote is never closed: add another",
        "y ~ poly(a, 0) => formula, column 13: degree is a whole number from 1 to 20, found \"0\"",
        "y ~ poly(a, 2, raw = 1) => formula, column 22: expected TRUE or FALSE for raw, found \"1\"",
        "y ~ poly(a, 2, 3) => formula, column 16: the options of poly(…) are degree = and raw =, found \"3\"",
        "y ~ s(a, k = 2) => formula, column 14: k is a whole number from 3 to 100, found \"2\"",
        "y ~ s(a, k = 101) => formula, column 14: k is a whole number from 3 to 100, found \"101\"",
        "y ~ s(a, by = b) => formula, column 10: the option of s(…) is k =, found \"by\"",
        "y ~ s(a) + s(a, k = 5) => formula: there are two smooths of a: leave one out",
        "y ~ log(s(a)) => formula, column 9: s(…) is a term by itself, not a part of an expression, found \"s\"",
        "y ~ bs(a, knots = 3) => formula, column 11: the options of bs(…) are df = and degree =, found \"knots\"",
        "y ~ bs(a, df = 2) => formula, column 18: df of bs is at least its degree, 3: raise df, or lower degree, found the end",
        "y ~ scale(a, 2) => formula, column 14: scale(…) takes one number and no options, found \"2\"",
        "y ~ I(poly(a, 2)) => formula, column 7: poly(…) is a term by itself, not a part of an expression, found \"poly\"",
        "y ~ a - offset(b) => formula, column 9: an offset can only be added, found \"offset\"",
        "y ~ a:offset(b) => formula, column 7: offset(…) stands by itself after a +, not inside other terms, found \"offset\"",
        "y ~ offset(b):a => formula, column 14: offset(…) stands by itself after a +, not inside other terms, found \":\"",
        "y ~ a %% b => formula, column 7: \"%\" has no meaning here: put names with other characters in `backticks`",
        "y ~ `a => formula, column 5: the backtick is never closed: add another",
        "y ~ a & b => formula, column 7: \"&\" has no meaning here: put names with other characters in `backticks`",
        "y ~ (1 | ) => formula, column 10: expected a column, found \")\"",
        "y ~ C(log(a)) => formula, column 10: expected \")\", found \"(\"",
        "y ~ a ~ b => formula, column 7: expected + or - or the end, found \"~\"",
        "y ~ a*b*c*d*e*f*g => formula, column 16: a product has at most 6 factors, found \"*\"",
        "y ~ a + I(1.2.3) => formula, column 11: expected a number, found \"1.2.3\""
      })
  void errors_say_where(String formula, String message) {
    assertThatThrownBy(() -> Formula.parse(formula))
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }

  @Test
  void depth_is_bounded() {
    String deep = "y ~ I(" + "(".repeat(100_000) + "a" + ")".repeat(100_000) + ")";
    assertThatThrownBy(() -> Formula.parse(deep))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("nested more than 50 deep");
    String signs = "y ~ I(" + "-".repeat(100_000) + "a)";
    assertThatThrownBy(() -> Formula.parse(signs)).isInstanceOf(InputException.class);
  }
}
