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
 * other class, is fitted, checked, predicted, compared, reported, killed and resumed. {@code
 * SparkFamiliesTest} has another on Spark.
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
  void it_is_checked_predicted_and_reported() throws IOException {
    JsonNode check = Cli.run("check", out, "-q", "--json").json();
    assertThat(check.path("verdict").stringValue()).isEqualTo("ok");
    assertThat(check.path("model").path("warning").isNull()).isTrue();
    Path lines = folder.resolve("predicted.csv");
    JsonNode scores = Cli.run("predict", out, data, "-o", lines, "--json").json().path("scores");
    // 90 % of 3,000 is known to 0.55 %: four of them
    assertThat(scores.path("coverage").doubleValue()).isBetween(0.878, 0.922);
    assertThat(scores.path("rmse").doubleValue()).isBetween(0.85, 0.97);
    String[] first = new String(Cli.bytes(lines), UTF_8).split("\n")[1].split(",");
    double x = Double.parseDouble(Files.readAllLines(data).get(1).split(",")[0]);
    assertThat(Double.parseDouble(first[1])).isCloseTo(1 + 2 * x, within(0.2));
    // of 0.5 · logistic: the sd, and 5 % and 95 % at ± 0.5 · log(0.95 / 0.05)
    assertThat(Double.parseDouble(first[2])).isCloseTo(0.907, within(0.08));
    assertThat(Double.parseDouble(first[4]) - Double.parseDouble(first[3]))
        .isCloseTo(2.944, within(0.25));
    assertThat(new String(Cli.bytes(out.resolve("report.html")), UTF_8))
        .contains(NAME, "can be trusted", "\"name\":\"scale\"");
  }

  /**
   * Of a right model the expected log density of a row is minus the entropy, {@code −2 − log 0.5}:
   * 5 standard errors, once in a million seeds. Normal noise loses 0.0143 a row, 43 in all.
   */
  @Test
  void it_is_compared_with_another_family() {
    Path other = folder.resolve("linear-fit");
    assertThat(Cli.run("fit", data, "-t", "y", "-m", "linear", "-o", other, "-q").code()).isZero();
    JsonNode both = Cli.run("compare", other, out, "--json").json();
    JsonNode best = both.path(0);
    assertThat(best.path("fit").stringValue()).isEqualTo(out.toString());
    assertThat(best.path("elpd").doubleValue())
        .isCloseTo(3000 * (-2 - Math.log(0.5)), within(5 * best.path("elpd_se").doubleValue()));
    assertThat(both.path(1).path("difference").doubleValue()).isBetween(-100.0, -10.0);
    JsonNode effect = Cli.run("effects", out, "x", "--json").json().path(0);
    assertThat(effect.path("effect").stringValue()).isEqualTo("slope");
    assertThat(effect.path("mean").doubleValue()).isCloseTo(2, within(0.1));
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
