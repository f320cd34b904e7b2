package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.draws.Draws;
import org.perrin.random.RandomStream;
import org.perrin.regression.SavedFit;

/**
 * {@code fit --prior-only}: draws have the moments of the prior, and say that they are its own.
 *
 * <p>Means of 8,000 independent draws are compared within five standard errors: a false alarm in
 * two million tests.
 */
class PriorOnlyTest {
  private static final int DRAWS = 8000;

  @TempDir static Path folder;
  private static Path data;

  @BeforeAll
  static void table() throws IOException {
    var random = RandomStream.of(3);
    var text = new StringBuilder("y,n,x,g\n");
    for (int i = 0; i < 200; i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%.5f,%d,%.5f,g%d%n",
              100 + 7 * random.nextGaussian(),
              i % 5,
              3 + random.nextGaussian(),
              i % 6));
    }
    data = Files.writeString(folder.resolve("t.csv"), text);
  }

  private static Cli fit(String name, Object... more) {
    Object[] words = {
      "fit", data, "--prior-only", "--draws", DRAWS / 4, "-q", "--out", folder.resolve(name)
    };
    Object[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return Cli.run(all);
  }

  private static double[] draws(String name, String parameter) {
    Draws draws = SavedFit.open(folder.resolve(name)).allDraws();
    int k = draws.names().indexOf(parameter);
    return Arrays.stream(draws.coordinate(k)).flatMapToDouble(Arrays::stream).toArray();
  }

  /** The mean of numbers that have this mean and standard deviation. */
  private static void expect(double[] numbers, double mean, double sd) {
    double error = 5 * sd / Math.sqrt(numbers.length);
    assertThat(Arrays.stream(numbers).average().orElseThrow()).isCloseTo(mean, within(error));
  }

  private static double[] squares(double[] numbers, double mean) {
    return Arrays.stream(numbers).map(x -> (x - mean) * (x - mean)).toArray();
  }

  /** The rows, whose mean is 100, do not move them. */
  @Test
  void moments_are_those_of_the_prior() {
    Cli made =
        fit(
            "moments",
            "-f",
            "y ~ 0 + x",
            "--prior",
            "normal(1, 2)",
            "--prior-sigma",
            "exponential(0.25)");
    assertThat(made.code()).as(made.err()).isZero();
    double[] x = draws("moments", "x");
    expect(x, 1, 2);
    expect(squares(x, 1), 4, 4 * Math.sqrt(2));
    double[] sigma = draws("moments", "sigma");
    expect(sigma, 4, 4);
    // E σ² = 32 and sd of it √(24·4⁴ − 32²)
    expect(squares(sigma, 0), 32, Math.sqrt(24 * 256 - 32 * 32));
  }

  /** With {@code sd ~ exponential(2)}, an effect has the variance {@code E sd² = 1/2}. */
  @Test
  void groups_have_effects_of_their_scales() {
    Cli made =
        fit(
            "groups",
            "-f",
            "n ~ x + (1 | g)",
            "--model",
            "poisson",
            "--prior-group",
            "exponential(2)",
            "--group-effects",
            "all");
    assertThat(made.code()).as(made.err()).isZero();
    expect(draws("groups", "sd(1 | g)"), 0.5, 0.5);
    double[] effect = draws("groups", "g[g3]");
    expect(effect, 0, Math.sqrt(0.5));
    // E b⁴ = 3 E sd⁴ = 3·24/16
    expect(squares(effect, 0), 0.5, Math.sqrt(4.5 - 0.25));
  }

  @Test
  void it_says_so_everywhere() throws IOException {
    Cli made = fit("said", "-f", "y ~ x");
    assertThat(made.out().lines().findFirst().orElseThrow())
        .startsWith("prior of linear regression of \"y\"");
    assertThat(made.out()).contains("note: draws from the prior alone");
    assertThat(made.out()).doesNotContain("misfit");
    Path fit = folder.resolve("said");
    assertThat(Files.readString(fit.resolve("fit.json"))).contains("\"prior_only\" : true");
    assertThat(Files.readString(fit.resolve("report.html")))
        .contains("\"title\":\"Prior of linear regression\"")
        .contains("Draws from the prior alone");
    for (String command : new String[] {"loo", "check", "compare"}) {
      Cli refused = command.equals("compare") ? Cli.run(command, fit, fit) : Cli.run(command, fit);
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err().strip())
          .isEqualTo(
              "perrin: %s holds draws from the prior (--prior-only): perrin %s is for fits of the rows"
                  .formatted(fit, command));
    }
    for (Cli used :
        new Cli[] {
          Cli.run("predict", fit, data),
          Cli.run("effects", fit, "x"),
          Cli.run("hypothesis", fit, "x > 0"),
          Cli.run("summary", fit)
        }) {
      assertThat(used.code()).as(used.err()).isZero();
      assertThat(used.err()).contains("draws from the prior alone");
    }
  }

  /** The intervals of the prior predictive are far wider than the data. */
  @Test
  void predictions_are_prior_predictive() {
    fit(
        "wide",
        "-f",
        "y ~ 1",
        "--prior-intercept",
        "normal(0, 50)",
        "--prior-sigma",
        "exponential(0.1)");
    var row =
        Cli.run("predict", folder.resolve("wide"), data, "--json")
            .json()
            .path("predictions")
            .get(0);
    // sd² = 50² + E σ² = 2500 + 200
    assertThat(row.path("sd").doubleValue()).isCloseTo(Math.sqrt(2700), within(4.0));
    assertThat(row.path("mean").doubleValue()).isBetween(-12.0, 12.0);
  }

  @Test
  void what_has_no_draws_is_refused_in_a_line() {
    Cli flat = fit("flat", "-f", "y ~ x", "--prior", "x=flat");
    assertThat(flat.code()).isEqualTo(2);
    assertThat(flat.err())
        .contains(
            "perrin: --prior-only: the prior of \"x\" is flat, and has no draws: give it another");
    assertThat(folder.resolve("flat")).doesNotExist();
    Cli sampler = fit("named", "-f", "y ~ x", "--sampler", "nuts");
    assertThat(sampler.err()).contains("--prior-only needs no sampler: leave --sampler out");
  }
}
