package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.io.table.Table;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;
import org.perrin.regression.Fit;
import org.perrin.regression.Regression;
import org.perrin.regression.effects.Effect;
import tools.jackson.databind.JsonNode;

/** The page's effects, of few rows and draws, against those of all. */
class EffectsJsonTest {
  private static Fit fit;
  private static JsonNode json;

  @BeforeAll
  static void fit(@TempDir Path folder) throws IOException {
    var random = RandomStream.of(12);
    var text = new StringBuilder("y,x,z,town\n");
    for (int i = 0; i < 4000; i++) {
      double x = random.nextGaussian();
      double z = random.nextGaussian();
      int town = i % 3;
      double eta = -0.5 + x + 1.5 * z + 0.5 * town + 0.4 * x * town;
      String y = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? "1" : "0";
      text.append(String.format(Locale.ROOT, "%s,%.5f,%.5f,t%d%n", y, x, z, town));
    }
    fit =
        Regression.of(Table.read(Files.writeString(folder.resolve("t.csv"), text)))
            .formula("y ~ x*town + z")
            .options(Options.standard().draws(250))
            .fit();
    json = EffectsJson.of(fit);
  }

  private static JsonNode column(String name) {
    for (JsonNode one : json.path("columns")) {
      if (one.path("name").stringValue().equals(name)) {
        return one;
      }
    }
    throw new AssertionError(name);
  }

  /** All 4,000 rows by the mean of the draws, and some by 150 draws: within 0.01 of all by all. */
  @Test
  void few_rows_stand_for_all() {
    assertThat(json.path("rows").intValue()).isEqualTo(4000);
    for (String name : new String[] {"x", "z", "town"}) {
      JsonNode own = column(name);
      JsonNode line = own.path("lines").get(0);
      String[] at = new String[own.path("at").size()];
      for (int j = 0; j < at.length; j++) {
        at[j] = own.path("at").get(j).stringValue();
      }
      for (Effect effect : fit.effects().predictions(name, at)) {
        int j = java.util.List.of(at).indexOf(effect.at());
        assertThat(line.path("mean").get(j).doubleValue())
            .as(name + " at " + effect.at())
            .isCloseTo(effect.mean(), within(0.01));
        double width = effect.quantile(0.95) - effect.quantile(0.05);
        assertThat(line.path("q95").get(j).doubleValue() - line.path("q5").get(j).doubleValue())
            .isBetween(0.7 * width, 1.3 * width);
      }
    }
  }

  @Test
  void numbers_are_curves_and_levels_are_points() {
    assertThat(column("x").path("number").booleanValue()).isTrue();
    assertThat(column("x").path("at").size()).isEqualTo(11);
    assertThat(column("town").path("number").booleanValue()).isFalse();
    assertThat(column("town").path("at").size()).isEqualTo(3);
  }

  /** In town t2 the probability rises faster with x than in t0. */
  @Test
  void interactions_have_a_line_for_each_level() {
    assertThat(json.path("interactions").size()).isEqualTo(1);
    JsonNode both = json.path("interactions").get(0);
    assertThat(both.path("name").stringValue()).isEqualTo("x");
    assertThat(both.path("other").stringValue()).isEqualTo("town");
    assertThat(both.path("lines").size()).isEqualTo(3);
    assertThat(rise(both.path("lines").get(2)))
        .isGreaterThan(rise(both.path("lines").get(0)) + 0.1);
  }

  private static double rise(JsonNode line) {
    JsonNode mean = line.path("mean");
    return mean.get(mean.size() - 1).doubleValue() - mean.get(0).doubleValue();
  }

  /** The last four of 204 columns matter most, and the first four do not matter at all. */
  @Test
  void of_wide_tables_there_are_the_columns_that_matter_most(@TempDir Path folder)
      throws IOException {
    var random = RandomStream.of(13);
    var text = new StringBuilder("y");
    for (int k = 0; k < 204; k++) {
      text.append(",f").append(k);
    }
    for (int i = 0; i < 1500; i++) {
      double y = 0.1 * random.nextGaussian();
      var row = new StringBuilder();
      for (int k = 0; k < 204; k++) {
        double x = random.nextGaussian();
        y += x * (k < 4 ? 0 : k < 200 ? 0.2 : 1);
        row.append(String.format(Locale.ROOT, ",%.3f", x));
      }
      text.append(String.format(Locale.ROOT, "%n%.4f", y)).append(row);
    }
    Fit wide =
        Regression.of(Table.read(Files.writeString(folder.resolve("w.csv"), text)))
            .target("y")
            .options(Options.standard().draws(100))
            .fit();
    JsonNode node = EffectsJson.of(wide);
    assertThat(node.path("among").intValue()).isEqualTo(204);
    assertThat(node.path("columns").size()).isEqualTo(200);
    assertThat(node.path("columns").get(0).path("name").stringValue()).isEqualTo("f4");
    assertThat(node.path("columns").get(199).path("name").stringValue()).isEqualTo("f203");
    assertThat(json.has("among")).isFalse();
  }
}
