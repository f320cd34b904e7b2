package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Effects of columns on the page, in a real browser. */
class EffectsBrowserTest {
  @AutoClose private static Browser browser;
  private static Path page;

  /** Eight columns, one with a name that is markup, and an interaction of a number and a factor. */
  @BeforeAll
  static void open(@TempDir Path folder) throws IOException {
    browser = Browser.open();
    var random = new Random(4);
    var text = new StringBuilder("y,x,kind,a,b,c,d,e,<i>f</i>\n");
    for (int i = 0; i < 500; i++) {
      double x = random.nextGaussian();
      int kind = i % 3;
      double y = 2 + (kind == 2 ? -2 : 1) * x + kind + random.nextGaussian();
      text.append("%.4f,%.4f,%s".formatted(y, x, "pqr".charAt(kind)));
      for (int k = 0; k < 6; k++) {
        text.append(",%.4f".formatted(random.nextGaussian()));
      }
      text.append('\n');
    }
    Path csv = Files.writeString(folder.resolve("effects.csv"), text);
    String formula = "y ~ x*kind + a + b + c + d + e + `<i>f</i>`";
    page = Browser.fitted(folder.resolve("out"), csv, "-f", formula, "--draws", 200);
  }

  private static long count(String selector) {
    return (Long) browser.ask("return document.querySelectorAll(arguments[0]).length", selector);
  }

  @ParameterizedTest
  @CsvSource({"320, dark", "390, light", "1280, dark"})
  void charts_fit_their_cards(int width, String scheme) {
    browser.showWhole(page, width, scheme);
    assertThat(count("#effect-grid canvas")).isEqualTo(6);
    assertThat(count("#interaction-grid canvas")).isEqualTo(1);
    assertThat(
            (Boolean)
                browser.ask(
                    "return [...document.querySelectorAll('#effects canvas')].every(c =>"
                        + " c.getBoundingClientRect().right <="
                        + " c.closest('.card').getBoundingClientRect().right)"))
        .isTrue();
    assertThat(count("#effects i")).isZero();
  }

  /** The largest effects stand first; the interaction has a line for each level of the factor. */
  @Test
  void every_column_has_a_chart() {
    browser.show(page, 1280);
    assertThat(title("effect-grid")).isIn("x", "kind");
    browser.ask("document.getElementById('effect-all').click()");
    assertThat(count("#effect-grid canvas")).isEqualTo(8);
    assertThat(title("interaction-grid")).isEqualTo("x × kind");
    String label =
        (String)
            browser.ask(
                "return document.querySelector('#interaction-grid .chart').getAttribute('aria-label')");
    assertThat(label).contains("kind = p", "kind = q", "kind = r");
    browser.ask(
        "const f = document.getElementById('effect-filter'); f.value = '<i>';"
            + " f.dispatchEvent(new Event('input'))");
    assertThat(count("#effect-grid canvas")).isEqualTo(1);
    assertThat(title("effect-grid")).isEqualTo("<i>f</i>");
    browser.ask(
        "const s = document.getElementById('effect-scale'); s.value = 'own';"
            + " s.dispatchEvent(new Event('change'))");
    assertThat(browser.complaints()).isEmpty();
  }

  private static String title(String grid) {
    return (String)
        browser.ask("return document.querySelector('#' + arguments[0] + ' h3').innerText", grid);
  }
}
