package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.perrin.io.Samples.table;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.io.InputException;
import org.perrin.io.table.Table;

/** Formulas of other parameters, and what stands beside a response. */
class FurtherTest {
  private static final String ROWS =
      """
      y,k,n,t,event,x,z,kind,level
      1.5,2,4,1.5,1,1,5,a,low
      2.5,0,0,2.5,0,2,7,b,mid
      4.5,3,3,4.5,1,3,6,b,high
      3.5,1,9,3.5,0,5,6,c,mid
      6.0,4,6,3.0,1,8,1,a,low
      """;

  private static Design design(String formula, String... further) {
    return Design.of(table(ROWS), DesignSpec.formula(formula).further(further));
  }

  private static double[] row(Design design, int i) {
    double[] row = new double[design.data().x().width()];
    design.data().x().copy(i, row);
    return row;
  }

  @Test
  void columns_of_other_parameters_come_after_the_first() {
    Design design = design("y ~ x", "sigma ~ z + kind", "nu ~ 0 + log(x)");
    assertThat(design.data().names())
        .containsExactly(
            "(Intercept)",
            "x",
            "sigma: (Intercept)",
            "sigma: z",
            "sigma: kind[b]",
            "sigma: kind[c]",
            "nu: log(x)");
    assertThat(design.encoding().widths()).containsExactly(2, 4, 1);
    assertThat(row(design, 1)).containsExactly(1, 2, 1, 7, 1, 0, Math.log(2));
  }

  /** What other columns of the same predictor determine is left out, the same of another is not. */
  @Test
  void each_predictor_has_its_own_columns() {
    Design design = design("y ~ x", "sigma ~ x + I(2*x)");
    assertThat(design.data().names())
        .containsExactly("(Intercept)", "x", "sigma: (Intercept)", "sigma: x");
    assertThat(design.notes())
        .containsExactly("1 column left out, as other columns determine it: \"sigma: I(2*x)\"");
    assertThat(row(design, 3)).containsExactly(1, 5, 1, 5);
  }

  @Test
  void a_dot_is_all_columns_without_a_role() {
    Design design = design("k | trials(n) ~ x", "phi ~ .");
    assertThat(design.data().names())
        .contains("phi: y", "phi: x", "phi: kind[b]")
        .doesNotContain("phi: k", "phi: n");
  }

  @Test
  void new_rows_have_the_same_columns() {
    Encoding fitted = design("y ~ x", "sigma ~ kind + scale(z)").encoding();
    Encoding kept = Encoding.fromJson(fitted.toJson());
    assertThat(kept).isEqualTo(fitted);
    Table other = table("x,z,kind\n4,5,c\n");
    assertThat(row(kept.apply(other, MissingPolicy.ERROR), 0)).startsWith(1, 4, 1, 0, 1);
    assertThatThrownBy(() -> kept.apply(table("x,kind\n4,c\n"), MissingPolicy.ERROR))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column \"z\"");
    CheckedDesign judged = kept.applyWhereKnown(table("x,z,kind\n4,5,c\n4,,c\n4,5,d\n"));
    assertThat(judged.problems())
        .containsExactly(null, "\"z\" is missing", "\"kind\" has the new level \"d\"");
  }

  @ParameterizedTest
  @CsvSource({"k | trials(n), true", "'cbind(k, n)', false"})
  void shares_weigh_as_much_as_they_have_trials(String left, boolean trials) {
    Design design = design(left + " ~ x");
    double[] n = trials ? new double[] {4, 0, 3, 9, 6} : new double[] {6, 0, 6, 10, 10};
    assertThat(design.data().weight()).isEqualTo(n);
    assertThat(design.data().y()).containsExactly(2 / n[0], 0, 3 / n[2], 1 / n[3], 4 / n[4]);
    assertThat(design.guess().model()).isEqualTo("binomial");
    Encoding encoding = design.encoding();
    assertThat(Encoding.fromJson(encoding.toJson())).isEqualTo(encoding);
    assertThat(encoding.weighing())
        .isEqualTo(trials ? java.util.Set.of("n") : java.util.Set.of("k", "n"));
  }

  @Test
  void new_rows_need_no_trials() {
    Encoding encoding = design("k | trials(n) ~ x").encoding();
    Design counted = encoding.apply(table("x,n\n4,5\n"), MissingPolicy.ERROR);
    assertThat(counted.data().weight()).containsExactly(5);
    assertThat(counted.data().y()).isNull();
    assertThat(counted.notes()).containsExactly("predicted is how many of a row's trials succeed");
    Design shares = encoding.unweighted().apply(table("x,k\n4,5\n"), MissingPolicy.ERROR);
    assertThat(shares.data().weight()).isNull();
    assertThat(shares.data().y()).isNull();
    assertThat(shares.notes())
        .containsExactly(
            "the number of trials is not there: the probability of a success is predicted");
  }

  @Test
  void times_until_which_nothing_happened_have_a_minus() {
    Design design = design("t | cens(event) ~ x");
    assertThat(design.data().y()).containsExactly(1.5, -2.5, 4.5, -3.5, 3.0);
    assertThat(design.guess().model()).isEqualTo("weibull");
    assertThat(design.encoding().response().left()).isEqualTo("t | cens(event)");
    assertThat(Encoding.fromJson(design.encoding().toJson())).isEqualTo(design.encoding());
  }

  @Test
  void classes_are_numbered_in_their_order() {
    Design design = design("ordered(level, \"low\", \"mid\", \"high\") ~ x");
    assertThat(design.data().y()).containsExactly(0, 1, 2, 1, 0);
    assertThat(design.guess().model()).isEqualTo("ordinal");
    assertThat(design.encoding().response())
        .isEqualTo(new Response.Classes("level", List.of("low", "mid", "high"), true));
    assertThat(Encoding.fromJson(design.encoding().toJson())).isEqualTo(design.encoding());
    assertThat(design("ordered(n, 9, 6, 4, 3, 0) ~ x").data().y()).containsExactly(2, 4, 3, 0, 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "n | trials(k) ~ x ! row 1, column \"n\": 4 successes are more than 2 trials: correct it",
        "y | trials(n) ~ x ! row 1, column \"y\": 1.5 of 4: successes and trials are whole numbers from 0 on: correct it",
        "I | trials(n) ~ x ! there is no column \"I\"",
        "k | trials(m) ~ x ! there is no column \"m\"",
        "k | trials(kind) ~ x ! column \"kind\": holds text such as \"a\"",
        "k | tries(n) ~ x ! formula, column 5: expected trials(n) or cens(event) after the response, found \"tries\"",
        "k | n ~ x ! formula, column 5: expected trials(n) or cens(event) after the response, found \"n\"",
        "cbind(k) ~ x ! formula, column 8: expected \",\", found \")\"",
        "k | cens(event) ~ x ! row 2, column \"k\": a time is above 0, and not 0: correct it",
        "t | cens(n) ~ x ! column \"n\": 4 is neither true nor false",
        "t | cens(gone) ~ x ! there is no column \"gone\"",
        "ordered(level) ~ x ! formula, column 14: an order has two levels at least, as in ordered(y, \"low\", \"high\"), found \")\"",
        "ordered(level, low) ~ x ! expected a level in quotes",
        "ordered(level, \"low\", \"low\") ~ x ! level \"low\" is there twice",
        "ordered(level, \"low\", \"mid\") ~ x ! column \"level\": level \"high\" has no place in ordered(level, …): add it",
        "ordered(level, \"low\", \"mid\", \"hig\") ~ x ! column \"level\": has no level \"hig\" to have a place: did you mean \"high\"?"
      })
  void bad_responses_are_one_line(String formula, String message) {
    assertThatThrownBy(() -> design(formula))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message)
        .message()
        .hasLineCount(1);
  }

  @Test
  void what_stands_beside_a_response_is_for_some_models() {
    Table rows = table(ROWS);
    assertThatThrownBy(
            () ->
                Design.of(
                    rows, DesignSpec.formula("k | trials(n) ~ x").outcome(ResponseKind.COUNT)))
        .hasMessage(
            "formula: trials(…) is for models such as binomial: choose it, or leave that out");
    assertThatThrownBy(
            () ->
                Design.of(
                    rows, DesignSpec.formula("t | cens(event) ~ x").outcome(ResponseKind.REAL)))
        .hasMessageContaining("cens(…) is for models such as weibull");
    assertThatThrownBy(
            () -> Design.of(rows, DesignSpec.formula("k ~ x").outcome(ResponseKind.SHARE)))
        .hasMessageContaining("a model of shares needs trials");
    assertThatThrownBy(() -> Design.of(rows, DesignSpec.formula("k | trials(n) ~ x").weights("z")))
        .hasMessageContaining("trials are the weights of their rows");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "log(sigma) ~ x ! formula \"log(sigma) ~ x\": a further formula is of a parameter, as in sigma ~ x",
        "~ x ! formula \"~ x\": a further formula is of a parameter, as in sigma ~ x",
        "sigma ~ offset(x) ! formula \"sigma ~ offset(x)\": offset(…) is for the formula of the target",
        "sigma ~ q ! there is no column \"q\"",
        "sigma ~ y ! column \"y\" is both target and feature",
        "sigma ~ 0 ! no column is left to learn from"
      })
  void bad_further_formulas_are_one_line(String formula, String message) {
    assertThatThrownBy(() -> design("y ~ x", formula))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> design("y ~ x", "sigma ~ x", "sigma ~ z"))
        .hasMessage("there are two formulas of \"sigma\": give one of them");
  }
}
