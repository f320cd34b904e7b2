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
    assertThat(result.err()).contains("1 row of levels of \"shop\" that were not there");
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
    assertThat(Cli.run("summary", out, "--csv").out()).doesNotContain("shop[s");
    assertThat(Cli.run("summary", out, "--csv", "--groups").out()).contains("shop[s39]");
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

  /** A line of the table is as wide as the terminal, and no advice asks for what is not there. */
  @Test
  void a_check_cuts_long_names_and_says_what_makes_it_surer() {
    String levels = "x".repeat(300);
    var rows = new StringBuilder("y,g\n");
    for (int i = 0; i < 60; i++) {
      rows.append(Math.sin(i) + i % 3).append(',').append(levels).append(i % 3).append('\n');
    }
    Path data = Cli.write(folder.resolve("long.csv"), rows.toString());
    Path out = folder.resolve("long");
    Cli fit = Cli.run("fit", data, "-f", "y ~ 1 + (1 | g)", "--draws", 200, "-q", "--out", out);
    assertThat(fit.code()).as(fit.err()).isZero();
    Cli check = Cli.run("check", out);
    assertThat(check.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(check.out().replaceAll("\\n *", " "))
        .contains("fit with --group-effects all, and raise --gradients here");
  }

  @Test
  void models_without_groups_say_so() {
    Path data = Worlds.groups(folder, 300, 10);
    Cli several = Cli.run("fit", data, "--formula", "shop ~ a + (1 | y)", "-m", "multinomial");
    assertThat(several.err()).contains("(1 | group) is not for multinomial");
  }

  private static java.util.List<String> lines(Path file) {
    return new String(Cli.bytes(file), java.nio.charset.StandardCharsets.UTF_8).lines().toList();
  }

  /** Two factors, one with slopes: y = 1 + 2a + b₀ + b₁ a + c + noise. */
  private static Path crossed() {
    var random = new java.util.Random(7);
    var text = new StringBuilder("y,a,g,h\n");
    double[] b = random.doubles(18, -1, 1).toArray();
    for (int i = 0; i < 180; i++) {
      int g = i % 6;
      int h = i / 6 % 5;
      double a = random.nextGaussian();
      double y = 1 + 2 * a + b[g] + b[6 + g] * a + b[12 + h] + 0.3 * random.nextGaussian();
      text.append("%s,%s,g%d,h%d\n".formatted(y, a, g, h));
    }
    return Cli.write(folder.resolve("crossed.csv"), text.toString());
  }

  /** From a formula to names, a folder, predictions of partly new rows, and the page. */
  @Test
  void slopes_and_crossed_factors_go_all_the_way() {
    Path out = folder.resolve("crossed-fit");
    Cli fit =
        Cli.run(
            "fit",
            crossed(),
            "-f",
            "y ~ a + (a | g) + (1 | h)",
            "-m",
            "linear",
            "--draws",
            60,
            "--prior-group",
            "g, a=exponential(2)",
            "--prior-group",
            "lkj(2)",
            "-q",
            "--out",
            out);
    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(fit.out())
        .contains("sd(1 | g)", "sd(a | g)", "cor(1, a | g)", "sd(1 | h)")
        .contains("17 effects of groups not shown");
    assertThat(lines(out.resolve("draws.csv")).getFirst())
        .isEqualTo(
            ".chain,.iteration,.draw,(Intercept),a,sigma,sd(1 | g),sd(a | g),\"cor(1, a | g)\",sd(1 | h)");
    assertThat(Cli.run("summary", out, "--groups").out()).contains("g[g5, a]", "h[h4]");
    assertThat(lines(out.resolve("summary.csv"))).hasSize(1 + 7 + 17);
    Path rows = Cli.write(folder.resolve("some.csv"), "a,g,h\n1,g0,h0\n1,g0,new\n1,new,h0\n");
    Cli predicted = Cli.run("predict", out, rows, "--json");
    assertThat(predicted.err()).contains("1 row of levels of \"g\"", "1 row of levels of \"h\"");
    JsonNode found = predicted.json().path("predictions");
    double known = found.get(0).path("sd").doubleValue();
    assertThat(known).isBetween(0.25, 0.5);
    assertThat(found.get(1).path("sd").doubleValue()).isGreaterThan(known + 0.1);
    assertThat(found.get(2).path("sd").doubleValue()).isGreaterThan(known + 0.1);
    JsonNode groups = MisfitTest.report(out).path("groups");
    assertThat(groups.size()).isEqualTo(2);
    assertThat(groups.get(0).path("parameters").get(2).path("name").stringValue())
        .isEqualTo("cor(1, a | g)");
    assertThat(groups.get(0).path("columns").get(1).path("mean").size()).isEqualTo(6);
    assertThat(groups.get(1).path("rows").get(0).intValue()).isEqualTo(36);
    Cli check = Cli.run("check", out, "--gradients", 64, "--quiet", "--json");
    assertThat(check.err()).doesNotContain("damaged");
    assertThat(check.json().path("parameters").size()).isEqualTo(7 + 17);
  }

  @Test
  void effects_may_be_left_out_of_the_folder() {
    Path data = Worlds.groups(folder, 300, 8);
    Path out = folder.resolve("without");
    Cli fit =
        Cli.run(
            "fit",
            data,
            "-f",
            "y ~ a + (1 | shop)",
            "--draws",
            40,
            "-q",
            "--out",
            out,
            "--group-effects",
            "none");
    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(out.resolve("effects.bin")).doesNotExist();
    assertThat(Cli.run("predict", out, data).err())
        .contains("has no effects of groups (effects.bin): fit again without --group-effects none");
    assertThat(Cli.run("summary", out, "--groups").out()).contains("shop[s7]");
  }
}
