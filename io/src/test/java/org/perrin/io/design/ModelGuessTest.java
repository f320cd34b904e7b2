package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.perrin.io.Samples.table;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        "red green blue | logistic | \"y\" is text with 3 levels",
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
}
