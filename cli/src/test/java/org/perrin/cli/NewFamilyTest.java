package org.perrin.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.random.RandomStream;
import tools.jackson.databind.JsonNode;

/**
 * A family is one file: {@link LogisticNoise}, which is registered as a service, and known to no
 * other class, is fitted, checked, predicted, compared, reported, killed and resumed.
 */
class NewFamilyTest {
  private static final String NAME = new LogisticNoise().name();

  @TempDir static Path folder;
  private static Path data;
  private static Path out;
  private static JsonNode fit;

  /** {@code y = 1 + 2x + 0.5 · logistic}. */
  @BeforeAll
  static void fit() throws IOException {
    var random = RandomStream.of(8);
    var family = new LogisticNoise();
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < 3000; i++) {
      double x = random.nextGaussian();
      double y = family.at(1 + 2 * x, Math.log(0.5)).draw(random);
      text.append(String.format(Locale.ROOT, "%.5f,%.5f%n", x, y));
    }
    data = Files.writeString(folder.resolve("noisy.csv"), text);
    out = folder.resolve("noisy-fit");
    Cli result = Cli.run("fit", data, "-t", "y", "-m", NAME, "-o", out, "-q", "--json");
    assertThat(result.code()).as(result.err()).isZero();
    fit = result.json();
  }

  @Test
  void it_is_listed() {
    assertThat(Cli.run("models").out()).contains(NAME).contains("a number with logistic noise");
    assertThat(Cli.run("fit", data, "-t", "y", "-m", "logistic-noise2").err()).contains(NAME);
  }

  /** 5 sds: once in a million seeds. */
  @Test
  void it_finds_the_truth() {
    double[] truth = {1, 2, 0.5};
    String[] names = {"(Intercept)", "x", "scale"};
    for (int k = 0; k < truth.length; k++) {
      JsonNode row = fit.path("summary").path(k);
      assertThat(row.path("name").stringValue()).isEqualTo(names[k]);
      assertThat(row.path("mean").doubleValue())
          .isCloseTo(truth[k], within(5 * row.path("sd").doubleValue()));
    }
  }

  @Test
  void it_is_checked_predicted_and_reported() {
    JsonNode check = Cli.run("check", out, "-q", "--json").json();
    assertThat(check.path("verdict").stringValue()).isEqualTo("ok");
    assertThat(check.path("model").path("warning").isNull()).isTrue();
    Path lines = folder.resolve("predicted.csv");
    JsonNode scores = Cli.run("predict", out, data, "-o", lines, "--json").json().path("scores");
    // 90 % of 3,000 is known to 0.55 %: four of them
    assertThat(scores.path("coverage").doubleValue()).isBetween(0.878, 0.922);
    assertThat(scores.path("rmse").doubleValue()).isBetween(0.85, 0.97);
    assertThat(new String(Cli.bytes(out.resolve("report.html")), UTF_8)).contains(NAME);
  }

  @Test
  void samplers_of_it_are_compared() {
    Path table = folder.resolve("compared");
    Cli compared =
        Cli.run(
            "bench",
            "samplers",
            data,
            "-t",
            "y",
            "-m",
            NAME,
            "--samplers",
            "nuts,sgld-cv",
            "--seconds",
            0.2,
            "--exact-draws",
            100,
            "-o",
            table,
            "-q");
    assertThat(compared.code()).as(compared.err()).isZero();
    assertThat(compared.out()).contains("nuts").contains("sgld-cv");
  }

  @Test
  void it_is_killed_and_resumed() throws Exception {
    String[] asked = {"fit", "noisy.csv", "-t", "y", "-m", NAME, "-s", "nuts", "--draws", "1500"};
    Object[] saving = with(asked, "--checkpoint", "1ms", "-q", "-o", "killed");
    Killed.andResumed(folder, "killed", () -> Cli.start(folder, saving));
    assertThat(Cli.start(folder, with(asked, "-q", "-o", "whole")).waitFor()).isZero();
    for (String file : List.of("draws.csv", "summary.csv")) {
      assertThat(folder.resolve("killed").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("whole").resolve(file));
    }
  }

  private static Object[] with(String[] asked, Object... more) {
    Object[] all = new Object[asked.length + more.length];
    System.arraycopy(asked, 0, all, 0, asked.length);
    System.arraycopy(more, 0, all, asked.length, more.length);
    return all;
  }
}
