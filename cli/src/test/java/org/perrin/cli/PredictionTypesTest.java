package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.random.RandomStream;

/** {@code predict --type}: what each type says, and that they say the same. */
class PredictionTypesTest {
  @TempDir static Path folder;
  private static Path data;

  /** A number, a count, one of two, one of three, and one of three in order. */
  @BeforeAll
  static void table() throws IOException {
    var random = RandomStream.of(11);
    var text = new StringBuilder("y,n,b,k,o,x\n");
    for (int i = 0; i < 300; i++) {
      double x = random.nextGaussian();
      double y = 1 + 2 * x + 0.5 * random.nextGaussian();
      int n = (int) Math.floor(Math.exp(1 + 0.3 * x) * 2 * random.nextDouble());
      String b = random.nextDouble() < 1 / (1 + Math.exp(-2 * x)) ? "stay" : "leave";
      int k = (int) Math.clamp(1.5 + x + random.nextGaussian(), 0, 2);
      text.append(
          String.format(Locale.ROOT, "%.5f,%d,%s,%s,o%d,%.5f%n", y, n, b, "abc".charAt(k), k, x));
    }
    data = Files.writeString(folder.resolve("t.csv"), text);
  }

  private static Path fit(String target, String model) {
    Path out = folder.resolve(target + "-" + model);
    if (!Files.exists(out)) {
      Cli made =
          Cli.run(
              "fit",
              data,
              "-f",
              target + " ~ x",
              "--model",
              model,
              "--sampler",
              "nuts",
              "--draws",
              200,
              "-q",
              "--out",
              out);
      assertThat(made.code()).as(made.err()).isLessThan(2);
    }
    return out;
  }

  private static List<String[]> predict(Path fit, Object... more) {
    Object[] words = new Object[3 + more.length];
    words[0] = "predict";
    words[1] = fit;
    words[2] = data;
    System.arraycopy(more, 0, words, 3, more.length);
    Cli ran = Cli.run(words);
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran.out().lines().map(line -> line.split(",", -1)).toList();
  }

  private static double number(List<String[]> lines, int row, String column) {
    return Double.parseDouble(lines.get(row)[Arrays.asList(lines.getFirst()).indexOf(column)]);
  }

  /** The mean of a Poisson response is about exp of the predictor, whose spread is small. */
  @Test
  void the_link_is_the_predictor() {
    Path fit = fit("n", "poisson");
    List<String[]> link = predict(fit, "--type", "link");
    List<String[]> response = predict(fit);
    assertThat(link.getFirst()).containsExactly("row", "mean", "sd", "q5", "q95", "problem");
    for (int row = 1; row <= 300; row++) {
      double mean = number(link, row, "mean");
      double sd = number(link, row, "sd");
      double expected = Math.exp(mean + sd * sd / 2);
      assertThat(number(response, row, "mean")).isCloseTo(expected, within(0.01 * expected));
      assertThat(number(link, row, "q5")).isBetween(mean - 2.5 * sd, mean - 1.0 * sd);
    }
  }

  /** The quantiles of an interval are its ends, and all are in order. */
  @Test
  void quantiles_are_those_of_the_predictive_distribution() {
    Path fit = fit("y", "linear");
    List<String[]> all = predict(fit, "--type", "quantile", "--quantiles", "0.95,0.05,0.5");
    List<String[]> response = predict(fit);
    assertThat(all.getFirst()).containsExactly("row", "q5", "q50", "q95", "problem");
    for (int row = 1; row <= 300; row++) {
      assertThat(number(all, row, "q5")).isEqualTo(number(response, row, "q5"));
      assertThat(number(all, row, "q95")).isEqualTo(number(response, row, "q95"));
      assertThat(number(all, row, "q50")).isCloseTo(number(response, row, "mean"), within(0.1));
    }
    assertThat(predict(fit, "--type", "quantile").getFirst())
        .containsExactly("row", "q5", "q25", "q50", "q75", "q95", "problem");
  }

  @Test
  void a_class_is_the_likeliest() {
    Path two = fit("b", "logistic");
    List<String[]> chosen = predict(two, "--type", "class");
    List<String[]> response = predict(two);
    assertThat(chosen.getFirst())
        .containsExactly("row", "class", "mean", "sd", "q5", "q95", "problem");
    String positive =
        number(response, 1, "mean") >= 0.5 ? chosen.get(1)[1] : other(chosen.get(1)[1]);
    for (int row = 1; row <= 300; row++) {
      double p = number(response, row, "mean");
      assertThat(chosen.get(row)[1]).isEqualTo(p >= 0.5 ? positive : other(positive));
      assertThat(number(chosen, row, "mean")).isCloseTo(Math.max(p, 1 - p), within(1e-6));
      double low = p >= 0.5 ? number(response, row, "q5") : 1 - number(response, row, "q95");
      assertThat(number(chosen, row, "q5")).isCloseTo(low, within(1e-6));
    }
  }

  private static String other(String level) {
    return level.equals("stay") ? "leave" : "stay";
  }

  @Test
  void one_of_three_has_a_line_and_the_most_probable_name() {
    for (String[] model : new String[][] {{"k", "multinomial"}, {"o", "ordinal"}}) {
      Path fit = fit(model[0], model[1]);
      List<String[]> chosen = predict(fit, "--type", "class");
      List<String[]> response = predict(fit);
      assertThat(chosen).hasSize(301);
      assertThat(response).hasSize(901);
      for (int row = 1; row <= 300; row++) {
        for (int c = 0; c < 3; c++) {
          int line = 3 * (row - 1) + 1 + c;
          double p = number(response, line, "mean");
          assertThat(p).isLessThanOrEqualTo(number(chosen, row, "mean"));
          if (response.get(line)[1].equals(chosen.get(row)[1])) {
            assertThat(number(chosen, row, "mean")).isEqualTo(p);
          }
        }
      }
    }
    List<String[]> link = predict(fit("k", "multinomial"), "--type", "link");
    assertThat(link).hasSize(601);
    assertThat(link.get(1)[1]).isEqualTo("b");
    assertThat(predict(fit("o", "ordinal"), "--type", "link")).hasSize(301);
  }

  @Test
  void what_does_not_suit_is_refused_in_a_line() {
    Cli count = Cli.run("predict", fit("n", "poisson"), data, "--type", "class");
    assertThat(count.code()).isEqualTo(2);
    assertThat(count.err().strip())
        .isEqualTo(
            "perrin: --type class is for targets that are classes, and poisson has none: use --type response");
    Cli several =
        Cli.run(
            "predict",
            fit("k", "multinomial"),
            data,
            "--type",
            "link",
            "--samples",
            folder.resolve("no.npy"));
    assertThat(several.code()).isEqualTo(2);
    assertThat(several.err()).contains("a predictor for each class");
    assertThat(folder.resolve("no.npy")).doesNotExist();
  }

  /** Draws of the predictor have the mean and the spread that the table has. */
  @Test
  void samples_are_of_the_type() throws IOException {
    Path file = folder.resolve("link.npy");
    List<String[]> link = predict(fit("n", "poisson"), "--type", "link", "--samples", file);
    var bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int start = 10 + bytes.getShort(8);
    int draws = (bytes.capacity() - start) / Double.BYTES / 300;
    assertThat(draws).isEqualTo(500);
    for (int row = 1; row <= 300; row++) {
      double sum = 0;
      for (int s = 0; s < draws; s++) {
        sum += bytes.getDouble(start + Double.BYTES * ((row - 1) * draws + s));
      }
      assertThat(sum / draws).isCloseTo(number(link, row, "mean"), within(1e-5));
    }
  }

  @Test
  void json_has_the_same_names() {
    var json = Cli.run("predict", fit("b", "logistic"), data, "--type", "class", "--json").json();
    assertThat(json.path("predictions").get(0).propertyNames())
        .contains("row", "class", "mean", "sd", "q5", "q95");
    assertThat(json.path("scores").path("accuracy").doubleValue()).isGreaterThan(0.6);
  }
}
