package org.perrin.io.design;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.perrin.io.Samples.table;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.io.table.Table;

class ModelGuessTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "yes no yes     | logistic | \"y\" is true or false",
        "0 1 1 0        | logistic | \"y\" is 0 or 1",
        "1 2 2 1        | logistic | \"y\" is 1 or 2",
        "b a a          | logistic | \"y\" is \"a\" or \"b\"",
        "red green blue | multinomial | \"y\" is text with 3 levels",
        "0 3 1 0 12     | poisson  | \"y\" holds whole numbers from 0 to 12",
        "1 2 3 4 5 6 7  | linear   | \"y\" holds numbers from 1 to 7",
        "0 1.5 3        | linear   | \"y\" holds numbers from 0 to 3",
        "0 5 250000     | linear   | \"y\" holds numbers from 0 to 250000",
        "-1 0 4         | linear   | \"y\" holds numbers from -1 to 4"
      })
  void guesses_and_reasons(String values, String model, String reason) {
    ModelGuess guess = ModelGuess.of(table("y\n" + values.replaceAll(" +", "\n") + "\n"), "y");
    assertThat(guess.model()).isEqualTo(model);
    assertThat(guess.reason()).isEqualTo(reason);
  }

  @Test
  void a_few_whole_numbers_may_be_counts_or_classes() {
    Table table = table("y,z,half\n" + "0,0,0\n1,3,0.5\n2,1,1\n".repeat(2));
    assertThat(ModelGuess.of(table, "y").doubt())
        .isEqualTo(
            "\"y\" holds 3 different whole numbers, taken for a quantity: if they are counts, use the model poisson; if classes, the model multinomial");
    assertThat(ModelGuess.of(table, "z").doubt())
        .contains("taken for counts: if they are a quantity, use the model linear; if classes");
    assertThat(ModelGuess.of(table, "half").doubt()).isNull();
    String many = "y\n" + IntStream.range(0, 33).mapToObj(i -> i % 11 + "\n").collect(joining());
    assertThat(ModelGuess.of(table(many), "y").doubt()).isNull();
  }

  @Test
  void the_guess_is_made_once_on_the_rows_that_are_kept() {
    Table table = table("y,x\n0,1\n1,2\n0,3\n7.5,\n");
    Design design = Design.of(table, DesignSpec.target("y").missing(MissingPolicy.DROP));
    assertThat(design.guess().model()).isEqualTo("logistic");
    assertThat(design.guess().reason()).isEqualTo("\"y\" is 0 or 1");
    assertThat(design.encoding().response().outcome()).isEqualTo(ResponseKind.BINARY);
    assertThat(Design.of(table("y,x\na,1\nb,2\nc,3\n"), DesignSpec.target("y")).data().y())
        .containsExactly(0, 1, 2);
  }
}
