package org.perrin.regression.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuggestionTest {
  @ParameterizedTest
  @CsvSource({
    "logit, logistic",
    "GAUSSIAN, linear",
    "Student_t, student",
    "inverse.gaussian, inverse-gaussian",
    "zero_inflated_negbinomial, zero-inflated-negative-binomial",
    "zip, zero-inflated-poisson",
    "hurdle-nb, hurdle-negative-binomial",
    "median, quantile",
    "poison, poisson"
  })
  void the_name_of_another_program_leads_to_the_family(String word, String name) {
    assertThat(Suggestion.meant(word, ModelChoice.names()))
        .isEqualTo(": did you mean \"%s\"?", name);
  }

  @ParameterizedTest
  @CsvSource({"hmc, nuts", "Langevin, sgld"})
  void samplers_have_synonyms_too(String word, String name) {
    assertThat(Suggestion.meant(word, List.of("natural", "nuts", "sgld")))
        .isEqualTo(": did you mean \"%s\"?", name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gaussian", "hmc", "zzzzzz"})
  void no_name_is_suggested_that_is_not_known(String word) {
    assertThat(Suggestion.meant(word, List.of("identity", "cauchit"))).isEmpty();
  }
}
