package org.perrin.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.perrin.io.InputException;
import org.perrin.io.UsageException;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.Formula;
import org.perrin.regression.prior.PriorText;

/** What is typed on the command line. */
class TextFuzzTest {
  private static final Mutator FORMULAS =
      Mutator.of(
              "y ~ x1 + x2 + C(kind) - 1",
              "log(y) ~ x1*x2 + C(`a b`):I(x^2 - 1/x) - 1 + . + (1 | g)",
              "~ . - age + sqrt(abs(-x)) : a * b",
              "y ~ I((((x + 1) * 2) ^ -3) / 1e-3) + exp(log1p(x))",
              "y ~ (x + C(k, ref = \"b\") + .)^2 - x:k + offset(log(e)) + a/b %in% c",
              "y ~ poly(x, 2, raw = TRUE)*g + scale(x) + bs(log(x), df = 5) + ns(z, 3)")
          .speaking(
              " + ", " - ", ":", "*", "x", "`a b`", "C(k)", "I(", ")", "log(", "^2", "-1", "(1|g)",
              "~", "(", "/", " %in% ", "poly(", "bs(", ", df = ", "ref = ", "\"", "'", "\\",
              "offset(", "TRUE", ", ", "=");
  private static final Mutator PRIORS =
      Mutator.of(
              "normal(0, 2.5)",
              "student_t(3, 0, 2.5)",
              "half_student_t(4, 1e3)",
              "flat",
              "exponential(1)",
              "laplace(-1, 2)")
          .speaking(
              "normal(",
              "cauchy(",
              "half_normal(",
              "flat",
              ", ",
              ")",
              "0",
              "1",
              "-2.5",
              "1e308",
              " ");

  @Test
  void formulas_read_back_as_the_same_terms() {
    Fuzz.share(
        25,
        Set.of(InputException.class),
        random -> {
          Formula formula = Formula.parse(FORMULAS.text(random));
          for (Formula.Term term : formula.terms(List.of("x", "a b"))) {
            assertThat(Formula.parse("~" + term.text()).terms(List.of())).containsExactly(term);
          }
        });
  }

  @Test
  void priors() {
    Fuzz.share(
        20,
        Set.of(UsageException.class),
        random -> {
          String text = PRIORS.text(random);
          boolean scale = random.nextBoolean();
          var density =
              scale ? PriorText.scale("--prior", text) : PriorText.coefficient("--prior", text);
          assertThat(density.value(0.5)).as(text).isNotNaN();
        });
  }

  /** A sum is a chain of pairs, and what walks down it must not fall off the stack. */
  @Test
  void long_sums_are_refused_before_they_overflow_the_stack() {
    String sum = "x" + "+x".repeat(100_000);
    assertThatThrownBy(() -> Formula.parse("y ~ I(" + sum + ")"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("at most");
    assertThatThrownBy(() -> Expr.parse(sum.replace('+', '*'))).isInstanceOf(InputException.class);
  }
}
