package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of a multinomial fit in a real browser, in the light, in the dark and on a phone. */
class ClassesBrowserTest {
  private static final List<String> CLASSES =
      List.of("<b>a</b>", "a class whose name is longer than a phone is wide", "c", "d");
  @AutoClose private static Browser browser;
  private static Path page;

  @BeforeAll
  static void open(@TempDir Path folder) throws IOException {
    browser = Browser.open();
    var random = new Random(3);
    var text = new StringBuilder("x,flag,y\n");
    for (int i = 0; i < 800; i++) {
      int c = Math.min(3, i % 5);
      text.append("%.4f,%d,%s%n".formatted(c + random.nextGaussian(), i % 2, CLASSES.get(c)));
    }
    Path csv = Files.writeString(folder.resolve("classes.csv"), text);
    page =
        Browser.fitted(
            folder.resolve("out"),
            csv,
            "-t",
            "y",
            "-m",
            "multinomial",
            "--draws",
            100,
            "--chains",
            2);
  }

  @ParameterizedTest
  @CsvSource({"320, dark", "390, light", "1280, dark"})
  void all_classes_are_drawn_and_nothing_stands_out(int width, String scheme) {
    browser.showWhole(page, width, scheme);
    assertThat(browser.ask("return document.getElementById('model').hidden")).isEqualTo(false);
    for (String chart : List.of("calibration", "histogram")) {
      assertThat((String) browser.ask(label(chart))).contains(CLASSES.get(0), "c", "d");
    }
    assertThat((String) browser.ask(label("forest"))).contains(" 6 coefficients");
  }

  private static String label(String chart) {
    return "return document.getElementById('%s').getAttribute('aria-label')".formatted(chart);
  }

  @Test
  void the_formula_and_the_reference_stand_at_the_top() {
    browser.show(page, 1280);
    String design = (String) browser.ask("return document.getElementById('design').innerText");
    assertThat(design).contains("y ~ x + flag", "y = " + CLASSES.getFirst());
    assertThat(browser.ask("return document.querySelectorAll('#design b').length")).isEqualTo(0L);
  }
}
