package org.perrin.regression.effects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.math.Scalars;
import org.perrin.random.RandomStream;
import org.perrin.regression.model.ModelChoice;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Effects against statsmodels, against sums by hand, and of some rows against all. */
class EffectsTest {
  @TempDir static Path folder;

  private static String text(String name) throws IOException {
    try (var in = EffectsTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Four equal draws. */
  private static Draws certain(List<String> names, double... values) {
    double[] all = new double[4 * values.length];
    Arrays.setAll(all, k -> values[k % values.length]);
    return new Draws(names, List.of(Draws.Chain.of(values.length, all)));
  }

  private static Effects effects(Table table, String formula, String family, double... values) {
    ModelChoice model = ModelChoice.named(family);
    Design design = Design.of(table, model.asked(DesignSpec.formula(formula)));
    List<String> names = new ArrayList<>(design.encoding().names());
    while (names.size() < values.length) {
      names.add("p" + names.size());
    }
    return Effects.of(
        model.of(design.encoding()), design.encoding(), certain(names, values), table);
  }

  private static Effect only(List<Effect> all, String what, String at) {
    return all.stream()
        .filter(e -> e.what().equals(what) && e.at().equals(at))
        .findFirst()
        .orElseThrow();
  }

  /** The numbers are made by effects.py beside effects.json; the data by loo.py. */
  @Test
  void average_effects_equal_those_of_statsmodels() throws IOException {
    int compared = 0;
    for (JsonNode one : JsonMapper.shared().readTree(text("effects.json"))) {
      String name = one.path("data").stringValue();
      Path file = folder.resolve(name + ".csv");
      Files.writeString(file, text("../judge/" + name + ".csv"));
      List<Double> values = new ArrayList<>();
      one.path("params").forEach(v -> values.add(v.doubleValue()));
      if (one.has("sigma")) {
        values.add(one.path("sigma").doubleValue());
      }
      String columns = String.join(" + ", one.path("slopes").propertyNames());
      Effects effects =
          effects(
              Table.read(file),
              "y ~ " + columns,
              one.path("family").stringValue(),
              values.stream().mapToDouble(v -> v).toArray());
      JsonNode dummy = one.path("dummy");
      int place = 0;
      for (var slope : one.path("slopes").properties()) {
        String column = slope.getKey();
        if (column.equals(dummy.path("column").asString(""))) {
          List<Effect> both = effects.at(column, "0", "1");
          close(only(both, "prediction", "0").mean(), dummy.path("low").doubleValue());
          close(only(both, "prediction", "1").mean(), dummy.path("high").doubleValue());
          close(
              only(both, "difference", "1 - 0").mean(),
              dummy.path("high").doubleValue() - dummy.path("low").doubleValue());
        } else {
          close(only(effects.slopes(column), "slope", "").mean(), slope.getValue().doubleValue());
        }
        if (one.has("at_means")) {
          double theirs = one.path("at_means").get(place).doubleValue();
          close(effects.conditional().slopes(column).getFirst().mean(), theirs);
        }
        place++;
        compared++;
      }
    }
    assertThat(compared).isEqualTo(18);
  }

  private static void close(double ours, double theirs) {
    assertThat(ours).isCloseTo(theirs, within(1e-5 * Math.abs(theirs)));
  }

  private static Table towns() {
    return Table.of(
        "towns",
        List.of(
            Column.Numeric.of("y", 0, 1, 1, 0),
            Column.Numeric.of("x", 0, 1, 2, 3),
            Column.Text.of("town", "a", "b", "a", "b")));
  }

  /** {@code η = −1 + 0.5 x + 2 [town = b]}. */
  @Test
  void levels_are_predicted_and_compared_with_the_first() {
    Effects effects = effects(towns(), "y ~ x + town", "logistic", -1, 0.5, 2);
    double a = 0;
    double b = 0;
    for (int x = 0; x < 4; x++) {
      a += Scalars.expit(-1 + 0.5 * x) / 4;
      b += Scalars.expit(1 + 0.5 * x) / 4;
    }
    List<Effect> found = effects.of("town");
    assertThat(only(found, "prediction", "a").mean()).isCloseTo(a, within(1e-12));
    assertThat(only(found, "difference", "b - a").mean()).isCloseTo(b - a, within(1e-12));
    double ratio = only(effects.ratios().of("town"), "ratio", "b / a").mean();
    assertThat(ratio).isCloseTo(b / a, within(1e-12));
    double link = only(effects.link().of("town"), "difference", "b - a").mean();
    assertThat(link).isCloseTo(2, within(1e-12));
    List<Effect> by = effects.by("town").at("x", "1");
    assertThat(by).extracting(Effect::by).containsExactly("a", "b");
    assertThat(by.get(1).mean()).isCloseTo(Scalars.expit(1.5), within(1e-12));
    double typical = effects.conditional().at("town", "b").getFirst().mean();
    assertThat(typical).isCloseTo(Scalars.expit(1 + 0.5 * 1.5), within(1e-12));
    assertThatThrownBy(() -> effects.of("twon"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("town");
  }

  @Test
  void columns_are_ranked_by_how_much_they_move_predictors() {
    assertThat(effects(towns(), "y ~ x + town", "logistic", -1, 0.5, 2).ranked())
        .containsExactly("town", "x");
    assertThat(effects(towns(), "y ~ x + town", "logistic", -1, 2, -2).ranked())
        .containsExactly("x", "town");
    Table more =
        Table.of(
            "more",
            Stream.concat(
                    towns().columns().stream(), Stream.of(Column.Numeric.of("z", 0, 9, 0, -9)))
                .toList());
    assertThat(effects(more, "y ~ x*town + z", "logistic", -1, 0.1, 0.1, 7, 0.1).ranked())
        .containsExactly("x", "town", "z");
  }

  /** A table of many rows, with draws of some width. */
  private static Effects many(Table table, Design design) {
    var random = RandomStream.of(8);
    int d = design.encoding().names().size();
    double[] values = new double[400 * d];
    for (int k = 0; k < values.length; k++) {
      values[k] = (k % d == 0 ? -1 : 0.4) + 0.05 * random.nextGaussian();
    }
    List<Draws.Chain> chains =
        IntStream.range(0, 4)
            .mapToObj(
                c -> Draws.Chain.of(d, Arrays.copyOfRange(values, c * 100 * d, (c + 1) * 100 * d)))
            .toList();
    return Effects.of(
        ModelChoice.named("logistic"),
        design.encoding(),
        new Draws(design.encoding().names(), chains),
        table);
  }

  /**
   * Four standard errors each way; the seed is fixed. The first-order part is exact on all rows.
   */
  @Test
  void some_rows_are_enough_and_the_error_is_below_a_tenth_of_the_draws() {
    var random = RandomStream.of(9);
    int n = 7000;
    double[] x = new double[n];
    double[] z = new double[n];
    double[] y = new double[n];
    Arrays.setAll(x, i -> random.nextGaussian());
    Arrays.setAll(z, i -> random.nextExponential());
    Arrays.setAll(y, i -> i % 2);
    var table =
        Table.of(
            "many",
            List.of(
                Column.Numeric.of("y", y), Column.Numeric.of("x", x), Column.Numeric.of("z", z)));
    Design design =
        Design.of(table, ModelChoice.named("logistic").asked(DesignSpec.formula("y ~ x + z")));
    Effects effects = many(table, design);
    Effect one = effects.predictions("x", "0.5").getFirst();
    assertThat(one.sampling()).isBetween(1e-12, 0.1 * one.monteCarlo());
    double sum = 0;
    for (int s = 0; s < 400; s++) {
      double[] draw = effects.draws().draw(s);
      for (int i = 0; i < n; i++) {
        sum += Scalars.expit(draw[0] + draw[1] * 0.5 + draw[2] * z[i]) / n / 400;
      }
    }
    assertThat(one.mean()).isCloseTo(sum, within(4 * one.sampling()));
    Effect sketch = effects.sketched(200, 500).predictions("x", "0.5").getFirst();
    assertThat(sketch.mean()).isCloseTo(sum, within(2e-4));
    double width = one.quantile(0.95) - one.quantile(0.05);
    assertThat(sketch.quantile(0.95) - sketch.quantile(0.05))
        .isCloseTo(width, within(0.15 * width));
    Effect slope = effects.slopes("x").getFirst();
    assertThat(slope.sampling()).isLessThan(0.1 * slope.monteCarlo());
    assertThat(slope.above(0)).isEqualTo(1);
  }

  /**
   * The sketch of columns in a product goes by designs, and gives what all rows by all draws do.
   */
  @Test
  void a_sketch_of_all_rows_equals_the_whole() {
    Table table = towns();
    Effects effects = effects(table, "y ~ x*town", "logistic", -1, 0.5, 2, 0.3);
    Effects sketch = effects.sketched(4, 4);
    for (String town : List.of("a", "b")) {
      double all = effects.predictions("town", town).getFirst().mean();
      assertThat(sketch.predictions("town", town).getFirst().mean()).isCloseTo(all, within(1e-12));
    }
    Effects sum = effects(table, "y ~ x + town", "logistic", -1, 0.5, 2);
    for (String x : List.of("0", "2.5")) {
      double all = sum.predictions("x", x).getFirst().mean();
      assertThat(sum.sketched(4, 4).predictions("x", x).getFirst().mean())
          .isCloseTo(all, within(1e-12));
    }
  }

  @Test
  void groups_are_levels_even_if_they_are_numbers() {
    var table =
        Table.of(
            "herds",
            List.of(
                Column.Numeric.of("y", 0, 1, 1, 0, 1, 0),
                Column.Numeric.of("x", 0, 1, 2, 3, 1, 2),
                Column.Numeric.of("herd", 1, 2, 3, 1, 2, 3)));
    List<Effect> found =
        effects(table, "y ~ x + (1 | herd)", "logistic", -1, 0.5, 1, 0.2, 0, -0.2).of("herd");
    assertThat(found).extracting(Effect::what).doesNotContain("slope");
    double first = 0;
    for (double x : new double[] {0, 1, 2, 3, 1, 2}) {
      first += Scalars.expit(-1 + 0.5 * x + 0.2) / 6;
    }
    assertThat(only(found, "prediction", "1").mean()).isCloseTo(first, within(1e-12));
  }

  @Test
  void a_level_that_is_not_there_is_named() {
    Effects effects = effects(towns(), "y ~ x + town", "logistic", -1, 0.5, 2);
    assertThatThrownBy(() -> effects.at("town", "a", "c"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("\"c\" is no level of \"town\"");
  }
}
