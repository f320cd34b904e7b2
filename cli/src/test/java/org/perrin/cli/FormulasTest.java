package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Terms of formulas from a fit to predictions of new rows. */
class FormulasTest {
  private static final int ROWS = 600;
  @TempDir static Path folder;
  private static Path data;

  /** Slopes 2, −1 and 0.5 by kind, a curve in z, counts for an exposure e; noise of sd 0.1. */
  @BeforeAll
  static void write() {
    var random = new Random(11);
    var text = new StringBuilder("line,curve,count,x,z,e,kind\n");
    for (int i = 0; i < ROWS; i++) {
      double x = random.nextGaussian();
      double z = 6 * random.nextDouble();
      double e = 1 + 9 * random.nextDouble();
      double slope = new double[] {2, -1, 0.5}[i % 3];
      text.append(
          String.format(
              Locale.ROOT,
              "%.4f,%.4f,%d,%.4f,%.4f,%.4f,%s%n",
              1 + slope * x + 0.1 * random.nextGaussian(),
              Math.sin(z) + 0.1 * random.nextGaussian(),
              Math.round(e * Math.exp(0.3 * x)),
              x,
              z,
              e,
              "abc".charAt(i % 3)));
    }
    data = Cli.write(folder.resolve("data.csv"), text.toString());
  }

  private static JsonNode fit(String name, Object... more) {
    Object[] first = {
      "fit", data, "--draws", 100, "-s", "nuts", "--quiet", "--json", "--out", folder.resolve(name)
    };
    Object[] all = java.util.Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    Cli result = Cli.run(all);
    assertThat(result.code()).as(result.err()).isZero();
    return result.json();
  }

  private static double[] predict(String name, String rows) {
    Path file = Cli.write(folder.resolve(name + "-new.csv"), rows);
    Cli result = Cli.run("predict", folder.resolve(name), file, "--json");
    assertThat(result.code()).as(result.err()).isZero();
    JsonNode predictions = result.json().path("predictions");
    double[] means = new double[predictions.size()];
    java.util.Arrays.setAll(means, i -> predictions.get(i).path("mean").doubleValue());
    return means;
  }

  /** sd of a slope about 0.1/√200 = 0.007: 0.05 is seven of them. */
  @Test
  void every_kind_has_its_slope() {
    JsonNode summary = fit("slopes", "-f", "line ~ kind + x:kind", "-m", "linear").path("summary");
    double[] truth = {2, -1, 0.5};
    for (int k = 0; k < 3; k++) {
      JsonNode slope = summary.get(3 + k);
      assertThat(slope.path("name").stringValue()).isEqualTo("x:kind[" + "abc".charAt(k) + "]");
      assertThat(slope.path("mean").doubleValue()).isCloseTo(truth[k], within(0.05));
    }
  }

  /** The curve is sin(z): a spline with 7 df is within 0.1 of it inside the data. */
  @Test
  void curves_are_the_same_for_new_rows() {
    fit(
        "curve",
        "-f",
        "curve ~ ns(z, df = 7) + poly(x, 2)",
        "--prior",
        "poly(x, 2)[1]=normal(0, 1)");
    double[] means = predict("curve", "z,x\n1,0\n2,0.5\n3,-1\n4.5,0\n");
    double[] truth = {Math.sin(1), Math.sin(2), Math.sin(3), Math.sin(4.5)};
    assertThat(means).containsExactly(truth, within(0.1));
  }

  @Test
  void offsets_in_a_formula_are_those_beside_it() {
    fit("inside", "-f", "count ~ x + offset(log(e))", "-m", "poisson");
    fit("beside", "-f", "count ~ x", "--offset", "log(e)", "-m", "poisson");
    assertThat(Cli.bytes(folder.resolve("inside/draws.csv")))
        .isEqualTo(Cli.bytes(folder.resolve("beside/draws.csv")));
    String rows = "x,e\n0,1\n0,10\n";
    double[] means = predict("inside", rows);
    assertThat(means).isEqualTo(predict("beside", rows));
    assertThat(means[1] / means[0]).isCloseTo(10, within(2.0));
  }

  @Test
  void columns_that_others_determine_are_reported() {
    JsonNode json = fit("same", "-f", "line ~ x + I(2*x) + kind", "-m", "linear");
    assertThat(json.path("summary").toString()).doesNotContain("2*x");
    assertThat(json.toString()).contains("1 column left out, as other columns determine it");
  }
}
