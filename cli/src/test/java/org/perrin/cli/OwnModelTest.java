package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The models under {@code examples/} run and find the truth: within 5 posterior standard deviations
 * for each of the parameters looked at, so that one of 20 fails by chance once in 80,000 seeds.
 */
class OwnModelTest {
  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath().normalize();

  @TempDir static Path folder;

  private static JsonNode fit(Path data, String example, String... options) {
    Path out = folder.resolve(example + "-fit");
    Object[] all = new Object[options.length + 8];
    Object[] first = {"fit", data, "--model", EXAMPLES.resolve(example + ".java"), "--out", out};
    System.arraycopy(first, 0, all, 0, 6);
    all[6] = "--json";
    all[7] = "--quiet";
    System.arraycopy(options, 0, all, 8, options.length);
    Cli result = Cli.run(all);
    assertThat(result.code()).as(result.err()).isZero();
    return result.json();
  }

  private static JsonNode row(JsonNode fit, String name) {
    for (JsonNode row : fit.path("summary")) {
      if (row.path("name").stringValue().equals(name)) {
        return row;
      }
    }
    throw new AssertionError("no parameter " + name);
  }

  private static void assertTrue(JsonNode fit, String name, double truth) {
    JsonNode row = row(fit, name);
    double sd = row.path("sd").doubleValue();
    assertThat(row.path("mean").doubleValue()).as(name).isCloseTo(truth, within(5 * sd));
    assertThat(row.path("rhat").doubleValue()).as(name).isLessThan(1.05);
  }

  @Test
  void the_exact_sampler_is_guarded_and_the_output_says_so() {
    Path data = Worlds.outliers(folder, 4000);
    Path out = folder.resolve("guarded");
    Path model = EXAMPLES.resolve("RobustRegression.java");
    Cli fit =
        Cli.run(
            "fit",
            data,
            "--model",
            model,
            "--target",
            "y",
            "--sampler",
            "exact",
            "--draws",
            300,
            "--out",
            out);
    assertThat(fit.code()).as(fit.err()).isZero();
    String text = (fit.out() + fit.err()).replaceAll("\\s+", " ");
    assertThat(text)
        .contains("sampler: guarded (asked for)", "guarded: bounds were estimated, not proved")
        .doesNotContain("sampler: exact");
    JsonNode exact =
        JsonMapper.shared().readTree(out.resolve("fit.json")).path("sampler").path("exact");
    assertThat(exact.path("guarded").path("audited").longValue()).isPositive();
    assertThat(exact.path("guarded").path("excess").doubleValue()).isBetween(0.0, 1.0);
  }

  @Test
  void robust_regression_ignores_outliers() {
    Path data = Worlds.outliers(folder, 20_000);
    JsonNode fit = fit(data, "RobustRegression", "--target", "y", "--draws", "300");
    assertTrue(fit, "beta[a]", 2);
    assertTrue(fit, "beta[b]", -1);
    assertThat(row(fit, "sigma").path("mean").doubleValue()).isBetween(0.4, 0.6);
    assertThat(fit.path("notes").toString()).contains("nothing is known of the model's convexity");
    Path folderOfFit = folder.resolve("RobustRegression-fit");
    assertThat(folderOfFit.resolve("RobustRegression.java")).exists();
    Cli nameless = Cli.run("check", folderOfFit, "--quiet");
    assertThat(nameless.code()).isEqualTo(2);
    assertThat(nameless.err()).contains("would be compiled and run: name it again by --model");
    Cli check =
        Cli.run(
            "check",
            folderOfFit,
            "--gradients",
            64,
            "--quiet",
            "--json",
            "--model",
            EXAMPLES.resolve("RobustRegression.java"));
    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.json().path("verdict").stringValue()).isNotEqualTo("biased");
    Cli predict = Cli.run("predict", folderOfFit, data);
    assertThat(predict.code()).isEqualTo(1);
    assertThat(predict.err())
        .contains("is of a model of your own: if it is a family name it by --model");
  }

  @Test
  void negative_binomial_finds_its_dispersion() {
    Path data = Worlds.counts(folder, 10_000);
    JsonNode fit =
        fit(
            data,
            "NegativeBinomial",
            "--target",
            "y",
            "--features",
            "a",
            "--offset",
            "log(years)",
            "--draws",
            "300");
    assertTrue(fit, "beta[(Intercept)]", 0.5);
    assertTrue(fit, "beta[a]", 0.4);
    assertTrue(fit, "phi", 3);
  }

  @Test
  void softmax_finds_three_classes() {
    JsonNode fit =
        fit(Worlds.classes(folder, 10_000), "Softmax", "--target", "y", "--draws", "300");
    assertTrue(fit, "beta2[(Intercept)]", 0.5);
    assertTrue(fit, "beta2[a]", 1);
    assertTrue(fit, "beta3[(Intercept)]", -0.5);
    assertTrue(fit, "beta3[b]", -1);
  }

  @Test
  void mixture_finds_its_parts() {
    JsonNode fit =
        fit(
            Worlds.mixture(folder, 4_000),
            "GaussianMixture",
            "--formula",
            "x ~ 1",
            "--draws",
            "300");
    assertTrue(fit, "mean[1]", -3);
    assertTrue(fit, "mean[2]", 0.5);
    assertTrue(fit, "mean[3]", 4);
    assertTrue(fit, "sd[3]", 0.5);
    assertTrue(fit, "share[1]", 0.3);
  }

  @Test
  void neural_network_learns_a_curve() {
    JsonNode fit =
        fit(
            Worlds.curve(folder, 200),
            "NeuralNetwork",
            "--target",
            "y",
            "--draws",
            "60",
            "--burn-in",
            "100",
            "--chains",
            "2");
    assertThat(row(fit, "sigma").path("mean").doubleValue()).isBetween(0.17, 0.24);
  }

  @Test
  void matrix_factorisation_explains_ratings() {
    JsonNode fit =
        fit(
            Worlds.ratings(folder, 600),
            "MatrixFactorisation",
            "--target",
            "rating",
            "--features",
            "user,item",
            "--no-intercept",
            "--draws",
            "40",
            "--burn-in",
            "100",
            "--chains",
            "2");
    assertThat(row(fit, "sigma").path("mean").doubleValue()).isBetween(0.35, 0.47);
  }

  /** A family in one file: fitted under priors, checked, predicted with scores, reported. */
  @Test
  void a_family_of_your_own_has_all_that_others_have() throws IOException {
    var random = new java.util.Random(8);
    var csv = new StringBuilder("x,y\n");
    for (int i = 0; i < 2000; i++) {
      double x = random.nextGaussian();
      double u = random.nextDouble();
      csv.append(x).append(',').append(Math.exp(0.4 + 0.7 * x + 0.3 * Math.log(u / (1 - u))));
      csv.append('\n');
    }
    Path data = Files.writeString(folder.resolve("amounts.csv"), csv);
    Path family = EXAMPLES.resolve("LogLogistic.java");
    Path out = folder.resolve("amounts-fit");
    Cli fit =
        Cli.run(
            "fit", data, "-t", "y", "--model", family, "--prior", "normal(0, 2)", "-o", out, "-q");
    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(fit.out()).contains("log-logistic regression", "scale", "x ~ normal(0, 2)");
    assertThat(out.resolve("report.html")).exists();
    Cli predict = Cli.run("predict", out, data, "--model", family);
    assertThat(predict.code()).as(predict.err()).isZero();
    assertThat(predict.out() + predict.err()).contains("log_loss", "coverage");
    Cli check = Cli.run("check", out, "--model", family, "-q");
    assertThat(check.out()).contains("scale");
    judged(data, out, family);
  }

  /** Beside a family of ours that fits worse, and by what its column does. */
  private static void judged(Path data, Path out, Path family) {
    Path gamma = folder.resolve("amounts-gamma");
    assertThat(Cli.run("fit", data, "-t", "y", "-m", "gamma", "-o", gamma, "-q").code()).isZero();
    Cli compare = Cli.run("compare", gamma, out, "--model", family, "--json");
    assertThat(compare.code()).as(compare.err()).isZero();
    assertThat(compare.json().path(0).path("fit").stringValue()).isEqualTo(out.toString());
    Cli effects = Cli.run("effects", out, "x", "--model", family, "--scale", "link", "--json");
    assertThat(effects.code()).as(effects.err()).isZero();
    assertThat(effects.json().path(0).path("mean").doubleValue()).isCloseTo(0.7, within(0.15));
    assertThat(Cli.run("effects", out).err()).contains("name its file by --model");
    assertThat(Cli.run("compare", gamma, out).err()).contains("name it again by --model");
    assertThat(Cli.run("loo", gamma, "--model", family).err()).contains("leave it out");
  }

  /** Noise that grows with x until means are infinite in some rows: slopes of them are unknown. */
  @Test
  void effects_on_infinite_means_are_no_numbers_and_say_so() throws IOException {
    var random = new java.util.Random(9);
    var csv = new StringBuilder("x,y\n");
    for (int i = 0; i < 500; i++) {
      double x = 3 * random.nextDouble();
      double u = random.nextDouble();
      csv.append(x).append(',').append(Math.exp(Math.exp(x - 2) * Math.log(u / (1 - u))));
      csv.append('\n');
    }
    Path data = Files.writeString(folder.resolve("wild.csv"), csv);
    Path family = EXAMPLES.resolve("LogLogistic.java");
    Path out = folder.resolve("wild-fit");
    Cli fit =
        Cli.run("fit", data, "-f", "y ~ x", "-f", "scale ~ x", "--model", family, "-o", out, "-q");
    assertThat(fit.code()).as(fit.err()).isZero();
    Cli effects = Cli.run("effects", out, "--model", family);
    assertThat(effects.out().replaceAll("\\s+", " "))
        .contains(
            "slope NaN NaN NaN NaN", "NaN: the mean of the response is infinite", "--scale link");
    assertThat(effects.out().lines()).allMatch(line -> line.length() <= 80);
    Cli json = Cli.run("effects", out, "--model", family, "--json");
    assertThat(json.json().path(0).path("above_0").isNull()).isTrue();
  }

  @Test
  void faults_in_a_file_are_reported_with_their_line() throws IOException {
    Path data = Worlds.mixture(folder, 50);
    String good = Files.readString(EXAMPLES.resolve("GaussianMixture.java"));
    assertFault(data, good.replace("Losses.normal(away", "Losses.nrmal(away"), ":32: cannot find");
    assertFault(data, good.replace("share.get(k)", "share.get(k + 1)"), ":32: ");
    assertFault(data, good.replace("implements RowModel", ""), "must implement RowModel");
    assertFault(data, good.replace("public GaussianMixture(", "GaussianMixture("), "be public");
    assertFault(data, good.replace("\"mean\"", "\"share\""), "two parameters called 'share'");
    assertFault(
        data,
        good.replace("return Num.logSumExp(log).negate()", "return Num.logSumExp(log).log()"),
        "where the search begins");
    Cli missing = Cli.run("fit", data, "-t", "x", "--model", folder.resolve("None.java"));
    assertThat(missing.err()).contains("there is no such file");
    Path mixture = EXAMPLES.resolve("GaussianMixture.java");
    Cli priors = Cli.run("fit", data, "-t", "x", "--model", mixture, "--prior", "normal(0, 1)");
    assertThat(priors.code()).isEqualTo(2);
    assertThat(priors.err()).contains("the priors of your own model stand in");
  }

  private static void assertFault(Path data, String source, String expected) throws IOException {
    Path file = Files.createDirectories(folder.resolve("bad")).resolve("GaussianMixture.java");
    Files.writeString(file, source.replaceAll("@Override", ""));
    Cli result = Cli.run("fit", data, "--formula", "x ~ 1", "--model", file, "--quiet");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).startsWith("perrin: " + file).contains(expected);
    assertThat(result.err().lines()).hasSize(1);
  }
}
