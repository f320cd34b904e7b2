package org.perrin.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Formulas of other parameters, trials, censoring, order and links, from a file to predictions. */
class ParametersTest {
  private static final int ROWS = 500;
  @TempDir static Path folder;
  private static Path data;

  /** Noise {@code e^{−1 + z}}, successes in n trials, times censored at the noise, three levels. */
  @BeforeAll
  static void write() {
    var random = new Random(21);
    var text = new StringBuilder("y,k,n,t,event,level,x,z\n");
    for (int i = 0; i < ROWS; i++) {
      double x = random.nextGaussian();
      double z = 2 * random.nextDouble();
      int n = 1 + random.nextInt(20);
      double p = 1 / (1 + Math.exp(-x));
      long k = random.doubles(n).filter(u -> u < p).count();
      double t = Math.exp(x) * -Math.log(random.nextDouble());
      double end = 3 * random.nextDouble() + 0.01;
      double u = random.nextDouble();
      double level = x + Math.log(u / (1 - u));
      text.append(
          String.format(
              Locale.ROOT,
              "%.5f,%d,%d,%.5f,%b,%s,%.5f,%.5f%n",
              1 + 2 * x + Math.exp(-1 + z) * random.nextGaussian(),
              k,
              n,
              Math.min(t, end) + 1e-4,
              t <= end,
              level < -1 ? "low" : level < 1 ? "mid" : "high",
              x,
              z));
    }
    data = Cli.write(folder.resolve("data.csv"), text.toString());
  }

  private static Cli run(String command, Path source, Object... more) {
    Object[] all = new Object[2 + more.length];
    all[0] = command;
    all[1] = source;
    System.arraycopy(more, 0, all, 2, more.length);
    return Cli.run(all);
  }

  private static Path fit(String name, Object... more) {
    return fit(100, name, more);
  }

  private static Path fit(int draws, String name, Object... more) {
    Path out = folder.resolve(name);
    Object[] first = {"--draws", draws, "-s", "nuts", "--quiet", "--out", out};
    Object[] all = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    Cli result = run("fit", data, all);
    assertThat(result.code()).as(result.err()).isZero();
    return out;
  }

  /** Twelve tests of coverage and bias, each with a false alarm in a hundred at most by seed. */
  @Test
  void noise_of_its_own_from_fit_to_check() {
    Path out = fit("noise", "-f", "y ~ x", "-f", "sigma ~ z", "--prior", "sigma: z=normal(0, 2)");
    JsonNode saved = JsonMapper.shared().readTree(Cli.bytes(out.resolve("fit.json")));
    assertThat(saved.path("parameters").get(3).path("name").stringValue()).isEqualTo("sigma: z");
    assertThat(saved.path("parameters").get(3).path("prior").stringValue())
        .isEqualTo("normal(0, 2)");
    assertThat(saved.path("encoding").path("further").get(0).path("parameter").stringValue())
        .isEqualTo("sigma");
    Cli summary = run("summary", out);
    assertThat(summary.out()).contains("sigma: z ", "formula: y ~ x\n", "formula: sigma ~ z");
    JsonNode rows = run("predict", out, data, "--json").json();
    assertThat(rows.path("scores").path("coverage").doubleValue()).isBetween(0.85, 0.95);
    Path two = Cli.write(folder.resolve("two.csv"), "x,z\n0,0\n0,2\n");
    JsonNode pair = run("predict", out, two, "--json").json().path("predictions");
    assertThat(pair.get(0).path("sd").doubleValue()).isCloseTo(Math.exp(-1), within(0.1));
    assertThat(pair.get(1).path("sd").doubleValue()).isCloseTo(Math.exp(1), within(0.6));
    Cli check = run("check", out, "--quiet", "--json");
    assertThat(check.json().path("verdict").stringValue()).isNotEqualTo("biased");
    String report = new String(Cli.bytes(out.resolve("report.html")), UTF_8);
    assertThat(report).contains("\"formula\":\"y ~ x; sigma ~ z\"");
    assertThat(run("check", out, "--quiet").out()).contains("fit: yes");
    // control: with one noise for all rows both have the same sd
    Path one = fit("one-noise", "-f", "y ~ x", "-m", "linear");
    JsonNode alike = run("predict", one, two, "--json").json().path("predictions");
    assertThat(alike.get(1).path("sd").doubleValue())
        .isCloseTo(alike.get(0).path("sd").doubleValue(), within(1e-6))
        .isGreaterThan(Math.exp(-1) + 0.1);
  }

  @Test
  void the_target_may_be_named_beside_a_further_formula() {
    Path one = fit("named", "-t", "y", "--features", "x", "-f", "sigma ~ z");
    Path two = fit("both", "-f", "y ~ x", "-f", "sigma ~ z");
    Path three = fit("turned", "-f", "sigma ~ z", "-f", "~ x", "-t", "y");
    assertThat(Cli.bytes(one.resolve("draws.csv"))).isEqualTo(Cli.bytes(two.resolve("draws.csv")));
    assertThat(Cli.bytes(three.resolve("draws.csv")))
        .isEqualTo(Cli.bytes(two.resolve("draws.csv")));
  }

  /** Killed once a checkpoint is there, and resumed: the bytes of a run that was not. */
  @Test
  void a_killed_run_goes_on() throws Exception {
    Path whole = fit(3000, "whole", "-f", "y ~ x", "-f", "sigma ~ z");
    Path out = folder.resolve("killed");
    Killed.andResumed(
        folder,
        "killed",
        () ->
            Cli.start(
                folder,
                "fit",
                data,
                "-f",
                "y ~ x",
                "-f",
                "sigma ~ z",
                "--draws",
                3000,
                "-s",
                "nuts",
                "-q",
                "--checkpoint",
                "1ms",
                "--out",
                "killed"));
    assertThat(Cli.bytes(out.resolve("draws.csv")))
        .isEqualTo(Cli.bytes(whole.resolve("draws.csv")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {"y ~ x ! sigma ~ z", "k | trials(n) ~ x !", "level ~ x !"})
  void samplers_are_compared(String formula, String further) {
    Object[] more = {
      "-f",
      formula,
      "--passes",
      20,
      "--exact-draws",
      50,
      "-s",
      "natural",
      "--json",
      "--quiet",
      "--out",
      folder.resolve("compare")
    };
    if (further != null) {
      more = Arrays.copyOf(more, more.length + 2);
      more[more.length - 2] = "-f";
      more[more.length - 1] = further;
    }
    Object[] all = new Object[3 + more.length];
    all[0] = "bench";
    all[1] = "samplers";
    all[2] = data;
    System.arraycopy(more, 0, all, 3, more.length);
    Cli result = Cli.run(all);
    assertThat(result.code()).as(result.err()).isZero();
    JsonNode one = result.json().path("samplers").get(0);
    assertThat(one.path("log_loss").doubleValue()).isBetween(0.5, 3.0);
  }

  /** A row of the summary. */
  private static double mean(Path out, int row) {
    return run("summary", out, "--json").json().path("summary").get(row).path("mean").doubleValue();
  }

  @Test
  void trials_from_fit_to_check() {
    Path out = fit("trials", "-f", "k | trials(n) ~ x");
    assertThat(mean(out, 1)).isCloseTo(1, within(0.2));
    JsonNode counted = run("predict", out, data, "--json").json();
    assertThat(counted.path("scores").path("coverage").doubleValue()).isBetween(0.87, 0.99);
    Path some = Cli.write(folder.resolve("some.csv"), "x,n\n0,10\n");
    Cli counts = run("predict", out, some, "--json");
    assertThat(counts.err()).contains("predicted is how many of a row's trials succeed");
    assertThat(counts.json().path("predictions").get(0).path("mean").doubleValue())
        .isCloseTo(5, within(0.5));
    Path none = Cli.write(folder.resolve("none.csv"), "x\n0\n");
    Cli shares = run("predict", out, none, "--json");
    assertThat(shares.err()).contains("the probability of a success is predicted");
    assertThat(shares.json().path("predictions").get(0).path("mean").doubleValue())
        .isCloseTo(0.5, within(0.05));
    Cli check = run("check", out, "--quiet", "--json");
    assertThat(check.json().path("verdict").stringValue()).isNotEqualTo("biased");
    assertThat(run("summary", out).out()).contains("formula: k | trials(n) ~ x");
  }

  /**
   * Coefficients of a probit are some 0.6 of those of a logit, and the name stays in the folder.
   */
  @Test
  void links_are_other_models() {
    Path out = fit("probit", "-f", "k | trials(n) ~ x", "-m", "binomial", "--link", "probit");
    Path same = fit("named-probit", "-f", "k | trials(n) ~ x", "-m", "binomial-probit");
    assertThat(mean(out, 1)).isBetween(0.5, 0.7);
    assertThat(Cli.bytes(out.resolve("draws.csv"))).isEqualTo(Cli.bytes(same.resolve("draws.csv")));
    assertThat(run("predict", out, data, "--json").json().path("scores").isObject()).isTrue();
  }

  @Test
  void censored_times_from_fit_to_check() {
    Path out = fit("times", "-f", "t | cens(event) ~ x");
    assertThat(mean(out, 1)).isCloseTo(1, within(0.3));
    assertThat(mean(out, 2)).isCloseTo(1, within(0.2));
    assertThat(run("summary", out).out()).contains("formula: t | cens(event) ~ x");
    JsonNode rows = run("predict", out, data, "--json").json();
    assertThat(rows.path("predictions").size()).isEqualTo(ROWS);
    assertThat(rows.has("scores")).isFalse();
    Cli check = run("check", out, "--quiet", "--json");
    assertThat(check.json().path("verdict").stringValue()).isNotEqualTo("biased");
  }

  /** Before any row is read where the model is named. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "y ~ x ! sgma ~ z ! linear ! linear has no parameter \"sgma\" for a formula: did you mean \"sigma\"? (there is only sigma)",
        "y ~ x ! sigma ~ z ! poisson ! poisson has one formula, and no parameter \"sigma\" for another: leave it out",
        "level ~ x ! sigma ~ z ! multinomial ! multinomial has one formula, and no parameter \"sigma\" for another: leave it out",
        "k | trials(n) ~ x ! zero ~ z ! binomial ! binomial has one formula, and no parameter \"zero\" for another: leave it out"
      })
  void what_makes_no_sense_is_one_line(
      String formula, String further, String model, String message) {
    Cli result = run("fit", data, "-f", formula, "-f", further, "-m", model, "--quiet");
    assertThat(result.code()).isNotZero();
    assertThat(result.err()).isEqualTo("perrin: " + message + "\n");
  }

  @Test
  void links_that_are_not_there_are_one_line() {
    Cli other = run("fit", data, "-f", "y ~ x", "-m", "linear", "--link", "log");
    assertThat(other.err())
        .isEqualTo("perrin: linear has no link \"log\" (there is only identity)\n");
    Cli none = run("fit", data, "-f", "y ~ x", "--link", "log");
    assertThat(none.err())
        .isEqualTo("perrin: --link goes with --model, as in --model logistic --link probit\n");
  }

  @Test
  void order_is_reported() {
    Path out = fit("order", "-f", "ordered(level, \"low\", \"mid\", \"high\") ~ x");
    assertThat(run("summary", out).out()).contains("order: level: low < mid < high");
    Path plain = fit("alphabet", "-f", "level ~ x", "-m", "ordinal");
    assertThat(run("summary", plain).out()).contains("order: level: high < low < mid");
    String lines = run("predict", out, data).out();
    assertThat(lines).startsWith("row,class,mean,sd,q5,q95,problem\n1,low,");
  }
}
