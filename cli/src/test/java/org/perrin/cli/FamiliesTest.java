package org.perrin.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Robust, negative-binomial and multinomial regression from file to prediction. Means within 5
 * posterior standard deviations of the truth: of 10 one fails by chance once in 170,000 seeds.
 */
class FamiliesTest {
  @TempDir static Path folder;

  private static JsonNode fit(Path data, Path out, Object... options) {
    Object[] all = new Object[options.length + 8];
    Object[] first = {"fit", data, "--target", "y", "--out", out, "--json", "--quiet"};
    System.arraycopy(first, 0, all, 0, 8);
    System.arraycopy(options, 0, all, 8, options.length);
    Cli result = Cli.run(all);
    assertThat(result.code()).as(result.err()).isZero();
    return result.json();
  }

  private static void assertTrue(JsonNode fit, String name, double truth) {
    for (JsonNode row : fit.path("summary")) {
      if (row.path("name").stringValue().equals(name)) {
        double sd = row.path("sd").doubleValue();
        assertThat(row.path("mean").doubleValue()).as(name).isCloseTo(truth, within(5 * sd));
        return;
      }
    }
    throw new AssertionError("no parameter " + name);
  }

  @Test
  void robust() {
    Path data = Worlds.outliers(folder, 5_000);
    Path out = folder.resolve("robust");
    JsonNode fit = fit(data, out, "--model", "robust", "--draws", 200);
    assertTrue(fit, "a", 2);
    assertTrue(fit, "b", -1);
    JsonNode scores =
        Cli.run("predict", out, data, "--out", folder.resolve("r.csv"), "--json").json();
    assertThat(scores.path("scores").path("coverage").doubleValue()).isBetween(0.85, 0.95);
    // the typical row is predicted to 0.5, though the mean error is spoilt by the outliers
    assertThat(scores.path("scores").path("log_loss").doubleValue()).isBetween(0.9, 1.6);
  }

  @Test
  void negative_binomial() {
    Path data = Worlds.counts(folder, 8_000);
    Path out = folder.resolve("nb");
    JsonNode fit =
        fit(
            data,
            out,
            "--model",
            "negative-binomial",
            "--features",
            "a",
            "--offset",
            "log(years)",
            "--draws",
            200);
    assertTrue(fit, "(Intercept)", 0.5);
    assertTrue(fit, "a", 0.4);
    assertTrue(fit, "phi", 3);
    JsonNode scores =
        Cli.run("predict", out, data, "--out", folder.resolve("n.csv"), "--json").json();
    // at least 0.9, because counts have steps
    assertThat(scores.path("scores").path("coverage").doubleValue()).isBetween(0.88, 0.97);
  }

  @Test
  void multinomial() {
    Path data = Worlds.classes(folder, 6_000);
    Path out = folder.resolve("multinomial");
    JsonNode fit = fit(data, out, "--model", "multinomial", "--draws", 200);
    assertClasses(fit);
    Cli check = Cli.run("check", out, "--gradients", 64, "--quiet", "--json");
    assertThat(check.json().path("verdict").stringValue()).isNotEqualTo("biased");
    Path lines = folder.resolve("m.csv");
    JsonNode scores = Cli.run("predict", out, data, "--out", lines, "--json").json();
    // the truth guesses 57 % of these rows, with a loss of 0.90
    assertThat(scores.path("scores").path("accuracy").doubleValue()).isBetween(0.53, 0.61);
    assertThat(scores.path("scores").path("log_loss").doubleValue()).isBetween(0.85, 0.95);
    assertThat(new String(Cli.bytes(lines), UTF_8))
        .startsWith("row,class,mean,sd,q5,q95,problem\n1,1,")
        .contains("\n6000,3,");
  }

  private static void assertClasses(JsonNode fit) {
    assertThat(fit.path("summary").size()).isEqualTo(6);
    assertTrue(fit, "2: (Intercept)", 0.5);
    assertTrue(fit, "2: a", 1);
    assertTrue(fit, "2: b", 0);
    assertTrue(fit, "3: (Intercept)", -0.5);
    assertTrue(fit, "3: b", -1);
  }

  /** The exact sampler reads fewer rows in 4 × 200 draws than there are in the table. */
  @Test
  void multinomial_exactly() {
    Path data = Worlds.classes(folder, 6_000);
    Path out = folder.resolve("exactly");
    JsonNode fit = fit(data, out, "--model", "multinomial", "--draws", 200, "--sampler", "exact");
    assertClasses(fit);
    JsonNode sampler =
        JsonMapper.shared().readTree(Cli.bytes(out.resolve("fit.json"))).path("sampler");
    assertThat(sampler.path("name").stringValue()).isEqualTo("exact");
    assertThat(sampler.path("rows_read").intValue()).isBetween(1, 6_000);
  }
}
