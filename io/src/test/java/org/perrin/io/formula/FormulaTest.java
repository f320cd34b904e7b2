package org.perrin.io.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
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
        "y ~ a^2 + I(a^2) + sqrt(abs(b)) => a^2, sqrt(abs(b))",
        "y ~ I(a + b/2) + log1p(-a) + exp(2*c) => I(a + (b/2)), log1p((-1)*a), exp(2*c)",
        "y ~ I(a - 0) + I(a*b) + I((a*2)^3) + I(-2) + log(a)^2 => I(a - 0), I(a*b), I((a*2)^3), I(-2), log(a)^2",
        "y ~ `two words`:C(`x``y`) => `two words`:C(`x``y`)",
        "y ~ C(c)*a => C(c), a, C(c):a",
        "y ~ 0 + a => a",
        "~ - 1 + a => a"
      })
  void terms_are_expanded(String formula, String terms) {
    List<Term> parsed = Formula.parse(formula).terms(COLUMNS);
    assertThat(parsed.stream().map(Term::text).toList()).isEqualTo(List.of(terms.split(", ")));
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

  @Test
  void varying_intercepts_are_kept_apart() {
    Formula formula = Formula.parse("y ~ a + (1 | `the group`)");
    assertThat(formula.varying()).containsExactly(new Formula.VaryingIntercept("the group"));
    assertThat(formula.terms(COLUMNS)).hasSize(1);
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
        "y ~ sin(a) => formula, column 5: \"sin\" is no function: there are log, log1p, exp, sqrt, abs, I and C, found \"sin\"",
        "y ~ 2 + a => formula, column 5: the only numbers among terms are 0 and 1, for the intercept, found \"2\"",
        "y ~ (a + b) => formula, column 6: parentheses hold (1 | group); write sums inside I(…), found \"a\"",
        "y ~ `a => formula, column 5: the backtick is never closed: add another",
        "y ~ a & b => formula, column 7: \"&\" has no meaning here: put names with other characters in `backticks`",
        "y ~ a - (1 | b) => formula, column 9: a varying intercept can only be added, found \"(\"",
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
