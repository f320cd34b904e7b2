package org.perrin.cli;

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

/** Fits judged from the command line: loo, compare, folds. */
class JudgeTest {
  @TempDir static Path folder;
  private static Path data;
  private static Path with;
  private static Path without;

  /** {@code y = 1 + x + u(town) + N(0, 1)}; z says nothing. */
  @BeforeAll
  static void fit() throws IOException {
    var random = RandomStream.of(5);
    var text = new StringBuilder("y,x,z,town\n");
    double[] u = new double[12];
    for (int j = 0; j < u.length; j++) {
      u[j] = random.nextGaussian();
    }
    for (int i = 0; i < 400; i++) {
      double x = random.nextGaussian();
      double y = 1 + x + u[i % 12] + random.nextGaussian();
      text.append(
          String.format(Locale.ROOT, "%.5f,%.5f,%.5f,t%d%n", y, x, random.nextGaussian(), i % 12));
    }
    data = Files.writeString(folder.resolve("towns.csv"), text);
    with = fit("with", "y ~ x + z");
    without = fit("without", "y ~ z");
  }

  private static Path fit(String name, String formula) {
    Path out = folder.resolve(name);
    Cli made = Cli.run("fit", data, "-f", formula, "--draws", 250, "-q", "--out", out);
    assertThat(made.code()).as(made.err()).isZero();
    return out;
  }

  @Test
  void loo_explains_itself_within_80_columns_and_writes_its_files() throws IOException {
    Path rows = folder.resolve("loo.csv");
    Path draws = folder.resolve("log-lik");
    Cli loo = Cli.run("loo", with, "--pointwise", rows, "--log-lik", draws);
    assertThat(loo.code()).as(loo.err()).isZero();
    assertThat(loo.out())
        .contains("leave-one-out, 400 rows, 1,000 draws")
        .contains("elpd_loo")
        .contains("Pareto k: below 0.67 for all 400 rows");
    String table = loo.out().lines().skip(1).reduce("", (a, b) -> a + "\n" + b);
    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
    assertThat(Files.readAllLines(rows)).hasSize(401);
    JsonNode json = Cli.run("loo", with, "--json").json().get(0);
    double sum =
        Files.readAllLines(rows).stream()
            .skip(1)
            .mapToDouble(line -> Double.parseDouble(line.split(",")[1]))
            .sum();
    assertThat(json.path("elpd").doubleValue()).isCloseTo(sum, within(1e-9));
    // four parameters, and a linear model: p_loo is close to their number
    assertThat(json.path("p_loo").doubleValue()).isBetween(3.0, 5.0);
    Cli again = Cli.run("summary", draws.resolve("chain-1.csv"), "--csv");
    assertThat(again.out()).contains("log_lik[1]").contains("log_lik[400]");
    Cli twice = Cli.run("loo", with, "--log-lik", draws);
    assertThat(twice.code()).isEqualTo(2);
    assertThat(twice.err()).contains("is there already");
  }

  @Test
  void some_rows_are_enough() {
    JsonNode all = Cli.run("loo", with, "--json").json().get(0);
    JsonNode some = Cli.run("loo", with, "--rows", 50, "--json").json().get(0);
    assertThat(some.path("rows_looked_at").intValue()).isLessThanOrEqualTo(50);
    double error = some.path("sampling_error").doubleValue();
    assertThat(error).isBetween(1e-9, 0.1 * all.path("se").doubleValue());
    assertThat(some.path("elpd").doubleValue())
        .isCloseTo(all.path("elpd").doubleValue(), within(4 * error));
    Cli bad = Cli.run("loo", with, "--rows", "many");
    assertThat(bad.code()).isEqualTo(2);
    assertThat(bad.err()).contains("--rows must be all or a number");
  }

  @Test
  void compare_finds_the_column_that_matters() {
    Cli text = Cli.run("compare", without, with);
    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out().lines().findFirst().orElseThrow()).contains("difference").contains("se");
    assertThat(text.out()).contains("predicts better than");
    JsonNode json = Cli.run("compare", without, with, "--json").json();
    assertThat(json.get(0).path("fit").stringValue()).isEqualTo(with.toString());
    assertThat(json.get(1).path("difference").doubleValue()).isLessThan(-20);
    assertThat(json.get(0).path("weight").doubleValue()).isGreaterThan(0.9);
  }

  /** Ten folds leave out more than one row, and lose a little more. */
  @Test
  void folds_agree_with_leave_one_out() {
    JsonNode loo = Cli.run("compare", without, with, "--json").json();
    JsonNode folds = Cli.run("compare", without, with, "--folds", 5, "--json", "-q").json();
    for (int k = 0; k < 2; k++) {
      double one = loo.get(k).path("elpd").doubleValue();
      assertThat(folds.get(k).path("elpd").doubleValue()).isCloseTo(one, within(4.0));
    }
  }

  /** Whole towns left out are predicted as new ones: knowing the town is worth little then. */
  @Test
  void folds_of_groups_leave_out_whole_groups() {
    Path grouped = fit("grouped", "y ~ x + (1 | town)");
    JsonNode loo = Cli.run("compare", with, grouped, "--json").json();
    assertThat(loo.get(0).path("fit").stringValue()).isEqualTo(grouped.toString());
    assertThat(loo.get(1).path("difference").doubleValue()).isLessThan(-30);
    Cli folds = Cli.run("compare", with, grouped, "--folds", "group", "--json", "-q");
    assertThat(folds.code()).as(folds.err()).isZero();
    assertThat(folds.json().get(1).path("difference").doubleValue()).isGreaterThan(-30);
    Cli none = Cli.run("compare", with, without, "--folds", "group");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("needs a fit with (1 | group)");
  }

  @Test
  void fits_of_other_targets_are_not_compared() {
    Path other = fit("other", "log(abs(y)) ~ x");
    Cli result = Cli.run("compare", with, other);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("are not fits of the same target on the same rows");
    assertThat(Cli.run("compare", with).code()).isEqualTo(2);
  }

  /**
   * Shares of trials have the chance of a count, shares as such a density: no difference is one.
   */
  @Test
  void shares_are_not_compared_with_trials() {
    var text = new StringBuilder("k,n,share,x\n");
    for (int i = 0; i < 60; i++) {
      int k = 2 + (7 * i) % 16;
      text.append("%d,20,%s,%d%n".formatted(k, k / 20.0, i % 9));
    }
    Path shares = Cli.write(folder.resolve("shares.csv"), text.toString());
    Path one = folder.resolve("of-trials");
    Path two = folder.resolve("of-shares");
    String[] formulas = {"k | trials(n) ~ x", "share ~ x"};
    String[] models = {"binomial", "beta"};
    for (int m = 0; m < 2; m++) {
      Path out = m == 0 ? one : two;
      Cli fit =
          Cli.run(
              "fit", shares, "-f", formulas[m], "-m", models[m], "--draws", 50, "-q", "-o", out);
      assertThat(fit.code()).as(fit.err()).isZero();
    }
    Cli result = Cli.run("compare", one, two);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("other weights, or numbers of trials");
  }

  @Test
  void fits_of_fewer_rows_are_not_compared_and_the_message_counts_them() throws IOException {
    List<String> lines = Files.readAllLines(data);
    Path part = Cli.write(folder.resolve("part.csv"), String.join("\n", lines.subList(0, 51)));
    Path few = folder.resolve("few");
    Cli fit = Cli.run("fit", part, "-f", "y ~ x", "--draws", 50, "-q", "--out", few);
    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(Cli.run("compare", few, without).err())
        .contains("cannot be compared: they have 50 and ")
        .contains("so fit both to rows that miss no value in either");
  }

  /** The slope of a linear model is its coefficient. */
  @Test
  void effects_explain_themselves_within_80_columns() {
    Cli text = Cli.run("effects", with, "x");
    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out().lines().findFirst().orElseThrow()).contains("q5").contains("P(>0)");
    assertThat(text.out().lines()).allMatch(line -> line.length() <= 80);
    JsonNode slope = Cli.run("effects", with, "x", "--json").json().get(0);
    JsonNode coefficient = Cli.run("summary", with, "--json").json().path("summary").get(1);
    assertThat(slope.path("mean").doubleValue())
        .isCloseTo(coefficient.path("mean").doubleValue(), within(1e-6));
    JsonNode at = Cli.run("effects", with, "--at", "x=0,1", "--by", "town", "--json").json();
    assertThat(at.size()).isEqualTo(12 * 3);
    assertThat(Cli.run("effects", with, "--at", "x").code()).isEqualTo(2);
    assertThat(Cli.run("effects", with, "town").err()).contains("is no column of the model");
    assertThat(Cli.run("effects", with, "z", "--csv").out()).startsWith("column,effect,at,by");
  }

  @Test
  void hypotheses_have_probabilities() {
    Cli text = Cli.run("hypothesis", with, "x > 0", "(Intercept) - x > 0", "--rope", 0.1);
    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out()).contains("probability").contains("1.0000").contains("rope");
    JsonNode json = Cli.run("hypothesis", with, "abs(z) < 0.5", "--json").json().get(0);
    assertThat(json.path("probability").doubleValue()).isGreaterThan(0.9);
    Cli wrong = Cli.run("hypothesis", with, "xx > 0");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("there is no parameter \"xx\"");
  }

  @Test
  void summaries_have_any_interval_and_priors_beside_posteriors() {
    Cli text = Cli.run("summary", with, "--interval", 0.95, "--prior", "--sensitivity");
    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out()).contains("q2.5").contains("q97.5").contains("normal(").contains("P(>0)");
    JsonNode json =
        Cli.run("summary", with, "--hdi", "--quantiles", "0.1,0.9", "--json")
            .json()
            .path("summary");
    JsonNode x = json.get(1);
    assertThat(x.path("hdi_high").doubleValue() - x.path("hdi_low").doubleValue())
        .isBetween(2.8 * x.path("sd").doubleValue(), 3.6 * x.path("sd").doubleValue());
    assertThat(x.path("q10").doubleValue()).isLessThan(x.path("q90").doubleValue());
    assertThat(Cli.run("summary", with, "--interval", 95).code()).isEqualTo(2);
  }
}
