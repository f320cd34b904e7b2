package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Varying intercepts from a formula to a table. */
class GroupsTest {
  @TempDir static Path folder;

  /** The scale and the slope within 5 standard deviations of the truth: 1 in 10⁶ seeds. */
  @Test
  void intercepts_of_groups_are_pooled_and_shown() {
    Path data = Worlds.groups(folder, 3_000, 150);
    Path out = folder.resolve("shops");
    Cli result =
        Cli.run(
            "fit",
            data,
            "--formula",
            "y ~ a + (1 | shop)",
            "--model",
            "linear",
            "--draws",
            100,
            "--out",
            out,
            "--json",
            "--quiet");
    assertThat(result.code()).as(result.err()).isZero();
    JsonNode summary = result.json().path("summary");
    assertThat(summary.size()).isEqualTo(2 + 1 + 1 + 150);
    assertNear(summary.get(1), "a", 2);
    assertNear(summary.get(2), "sigma", 0.5);
    assertNear(summary.get(3), "sd(1 | shop)", 0.8);
    assertThat(summary.get(4).path("name").stringValue()).isEqualTo("shop[s0]");
    JsonNode scores =
        Cli.run("predict", out, data, "--out", folder.resolve("s.csv"), "--json").json();
    assertThat(scores.path("scores").path("coverage").doubleValue()).isBetween(0.87, 0.93);
    assertThat(scores.path("scores").path("rmse").doubleValue()).isBetween(0.45, 0.52);
    assertNewShopsAreWide(out);
    Cli check = Cli.run("check", out, "--gradients", 64, "--quiet", "--json");
    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.json().path("parameters").size()).isEqualTo(154);
  }

  /** A shop that was there is known to the noise, 0.5; of a new one 0.8 is not known either. */
  private static void assertNewShopsAreWide(Path out) {
    Path rows = Cli.write(folder.resolve("new.csv"), "a,shop\n0,s3\n0,another\n");
    Cli result = Cli.run("predict", out, rows, "--json");
    assertThat(result.err()).contains("1 row of groups that were not there");
    JsonNode predictions = result.json().path("predictions");
    assertThat(predictions.get(0).path("sd").doubleValue()).isBetween(0.45, 0.6);
    assertThat(predictions.get(1).path("sd").doubleValue()).isBetween(0.8, 1.1);
  }

  private static void assertNear(JsonNode row, String name, double truth) {
    assertThat(row.path("name").stringValue()).isEqualTo(name);
    double sd = row.path("sd").doubleValue();
    assertThat(row.path("mean").doubleValue()).as(name).isCloseTo(truth, within(5 * sd));
  }

  @Test
  void effects_of_groups_are_shown_on_request_only() {
    Path data = Worlds.groups(folder, 1_000, 40);
    Path out = folder.resolve("quiet");
    Cli fit = Cli.run("fit", data, "-f", "y ~ a + (1 | shop)", "--draws", 50, "-q", "--out", out);
    assertThat(fit.code()).as(fit.err()).isZero();
    String words = fit.out().replaceAll("\\n  ", " ");
    assertThat(words)
        .contains("40 effects of groups not shown: perrin summary", "--groups")
        .contains("formula: y ~ a + (1 | shop)")
        .doesNotContain("\nshop[s");
    assertThat(Cli.run("summary", out).out()).contains("--groups").doesNotContain("\nshop[s");
    assertThat(Cli.run("summary", out, "--groups").out().lines())
        .filteredOn(line -> line.startsWith("shop[s"))
        .hasSize(40);
    assertThat(Cli.run("summary", out, "--csv").out()).contains("shop[s39]");
    assertThat(MisfitTest.report(out).path("common").intValue()).isEqualTo(4);
  }

  /** Levels and 0/1 columns have effects from one value to the other, numbers of an sd. */
  @Test
  void effects_have_units_and_levels_a_reference() {
    Path data = Cli.people(folder, 1_000);
    Path out = folder.resolve("units");
    Cli fit = Cli.run("fit", data, "-t", "bought", "--draws", 50, "-q", "--out", out);
    assertThat(fit.out())
        .contains("formula: bought ~ age + income + town", "reference: town = Bonn")
        .contains("target: bought = true, against false");
    assertThat(Cli.run("summary", out).out()).contains("reference: town = Bonn");
    JsonNode report = MisfitTest.report(out);
    assertThat(report.path("references").get(0).stringValue()).isEqualTo("town = Bonn");
    JsonNode scales = report.path("scales");
    assertThat(scales.get(0).isNull()).isTrue();
    assertThat(scales.get(1).doubleValue()).isBetween(13.0, 16.0);
    assertThat(scales.get(3).doubleValue()).isEqualTo(1);
    assertThat(report.path("twoValued").get(3).booleanValue()).isTrue();
    assertThat(report.path("twoValued").get(1).booleanValue()).isFalse();
  }

  @Test
  void models_without_groups_say_so() {
    Path data = Worlds.groups(folder, 300, 10);
    Cli several = Cli.run("fit", data, "--formula", "shop ~ a + (1 | y)", "-m", "multinomial");
    assertThat(several.err()).contains("(1 | group) is not for multinomial");
  }
}
