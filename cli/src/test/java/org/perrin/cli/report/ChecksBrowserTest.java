package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every family has the check that suits its responses, drawn on a phone in the dark. */
class ChecksBrowserTest {
  @TempDir static Path folder;
  @AutoClose private static Browser browser;
  private static Path data;

  /** The target of each depends on x, and on h, which no model has. */
  @BeforeAll
  static void open() throws IOException {
    browser = Browser.open();
    var random = new Random(21);
    var text = new StringBuilder("n,a,o,t,event,x,h\n");
    for (int i = 0; i < 300; i++) {
      double x = random.nextGaussian();
      int h = i % 2;
      double eta = 0.5 * x + 1.5 * h + 0.5 * random.nextGaussian();
      double time = Math.exp(eta) * -Math.log(1 - random.nextDouble());
      boolean seen = time < 4;
      text.append(
          String.format(
              Locale.ROOT,
              "%d,%.4f,%s,%.4f,%d,%.4f,%s%n",
              (int) Math.floor(Math.exp(eta) * 2 * random.nextDouble()),
              Math.exp(eta),
              "l" + (int) Math.clamp(eta + 1, 0, 3),
              Math.max(1e-3, Math.min(time, 4)),
              seen ? 1 : 0,
              x,
              h == 1 ? "yes" : "no"));
    }
    data = Files.writeString(folder.resolve("checks.csv"), text);
  }

  @ParameterizedTest
  @CsvSource({
    "poisson, n ~ x, Rootogram",
    "gamma, a ~ x, Densities",
    "ordinal, o ~ x, Categories",
    "multinomial, o ~ x, Categories",
    "weibull, t | cens(event) ~ x, Survival"
  })
  void the_check_of_a_family_is_drawn_and_residuals_find_what_is_missing(
      String model, String formula, String title) {
    Path page =
        Browser.fitted(
            folder.resolve(model),
            data,
            "-f",
            formula,
            "-m",
            model,
            "-s",
            "nuts",
            "--draws",
            100,
            "--chains",
            2);
    browser.showWhole(page, 390, "dark");
    assertThat(browser.ask("return document.getElementById('h-check').innerText")).isEqualTo(title);
    assertThat((Long) browser.ask("return document.querySelectorAll('#check canvas').length"))
        .isEqualTo(1);
    assertThat((String) browser.ask("return document.getElementById('residual-text').innerText"))
        .contains("They depend most on", "h", "which is not in the model")
        .containsPattern("standard errors off");
  }

  @Test
  void a_quantile_is_held_against_the_share_of_rows_below_it() {
    Path page =
        Browser.fitted(
            folder.resolve("quantile"), data, "-f", "a ~ x", "-m", "quantile", "--draws", 100);
    browser.showWhole(page, 390, "light");
    assertThat((String) browser.ask("return document.getElementById('calibration-text').innerText"))
        .contains("that lie below it in each: 50 % if the model is right");
    assertThat((Long) browser.ask("return document.querySelectorAll('#calibration canvas').length"))
        .isEqualTo(1);
  }
}
