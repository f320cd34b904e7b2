package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.catalogue.Catalogue;
import tools.jackson.databind.JsonNode;

/** The crossed table, and samplers by their names. */
class SamplersTest {
  @TempDir static Path folder;
  private static Path people;

  @BeforeAll
  static void people() {
    people = Cli.people(folder, 2000);
  }

  @Test
  void the_page_is_what_the_catalogue_says() throws IOException {
    Path page = Path.of("..", "docs", "samplers.md");
    assertThat(Files.readString(page)).isEqualTo(SamplersPage.text());
  }

  @Test
  void the_page_of_families_is_what_the_registry_says() throws IOException {
    Path page = Path.of("..", "docs", "families.md");
    assertThat(Files.readString(page))
        .isEqualTo(FamiliesPage.text(Files.readAllLines(Path.of("..", "docs", "families.csv"))));
  }

  @Test
  void the_table_crosses_rows_with_gradients() {
    var result = Cli.run("samplers");
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .contains("-cv-ps a", "-saga-bandit", "psgld-gamma")
        .contains("lists all " + Catalogue.product().size());
    var all = Cli.run("samplers", "--all");
    for (var recipe : Catalogue.product()) {
      assertThat(all.out()).contains("\n" + recipe.name() + " ");
    }
  }

  /**
   * Means of 4 × 300 draws against those of the exact sampler: both are good to 0.06 sd or better,
   * 0.4 is more than five errors of the difference.
   */
  @ParameterizedTest
  @CsvSource({
    "natural-sglm-cv-expected, ''",
    "natural-baoab-cv-ps, ''",
    "natural-sghmc-svrg-ps, ''",
    "natural-sgnht-cv-bandit, ''",
    "natural-sgld-saga-strata, ''",
    "natural-sgld-cv-ps, --cycle=20",
    "psgld-cv-ps, --step-size=auto"
  })
  void samplers_by_name_agree_with_the_exact_one(String name, String option) {
    JsonNode exact = summary("nuts", "--burn-in=200");
    JsonNode drawn = summary(name, option);
    for (int k = 0; k < exact.size(); k++) {
      double sd = exact.get(k).path("sd").doubleValue();
      assertThat(drawn.get(k).path("mean").doubleValue())
          .isCloseTo(exact.get(k).path("mean").doubleValue(), within(0.4 * sd));
      assertThat(drawn.get(k).path("sd").doubleValue()).isBetween(0.7 * sd, 1.4 * sd);
    }
  }

  private static JsonNode summary(String sampler, String option) {
    Path out = folder.resolve(sampler);
    if (!Files.exists(out)) {
      Cli fit =
          Cli.run(
              "fit",
              people,
              "--target",
              "bought",
              "--out",
              out,
              "--draws",
              300,
              "--subsample",
              100,
              "--sampler",
              sampler,
              option.isEmpty() ? "--chains=4" : option);
      assertThat(fit.code()).as(fit.err()).isZero();
    }
    return Cli.run("summary", out, "--json").json().path("summary");
  }

  @Test
  void what_cannot_be_is_refused_with_the_reason() {
    Cli fit = Cli.run("fit", people, "--target", "bought", "--sampler", "asgld-saga");
    assertThat(fit.code()).isEqualTo(2);
    assertThat(fit.err()).contains("it needs cv");
    Cli hot = Cli.run("fit", people, "--target", "bought", "--temperature", "2");
    assertThat(hot.err()).contains("for named samplers, not for auto");
    Cli step = Cli.run("fit", people, "--target", "bought", "--step-size", "small");
    assertThat(step.err()).contains("--step-size is a number or auto, not");
  }
}
