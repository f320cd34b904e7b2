package org.perrin.regression.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.FittedFactor;
import org.perrin.io.design.GroupRows;
import org.perrin.io.design.GroupTerm;
import org.perrin.io.design.Grouping;
import org.perrin.io.design.Response;
import org.perrin.io.formula.Expr;
import org.perrin.regression.model.ModelChoice;

/** Predictive distributions against their definitions. */
class DrawPredictorTest {
  private static Draws draws(int dimension, double... values) {
    List<String> names = List.of("a", "b", "c", "d", "e").subList(0, dimension);
    return new Draws(names, List.of(Draws.Chain.of(dimension, values)));
  }

  @Test
  void probabilities_are_averaged_over_draws() {
    var data = Dataset.of(new double[][] {{1}, {-2}}, new double[] {1, 0});
    var outlook =
        DrawPredictor.of(ModelChoice.named("logistic"), 1, draws(1, 0.5, -1), 10, 0.9)
            .predict(data, List.of(), 0, 2)
            .getFirst();
    double p = (1 / (1 + Math.exp(-0.5)) + 1 / (1 + Math.exp(1))) / 2;
    assertThat(outlook.mean()[0]).isCloseTo(p, within(1e-12));
    assertThat(outlook.logDensity()[0]).isCloseTo(Math.log(p), within(1e-12));
    double q = 1 - (1 / (1 + Math.exp(1)) + 1 / (1 + Math.exp(-2))) / 2;
    assertThat(outlook.logDensity()[1]).isCloseTo(Math.log(q), within(1e-12));
  }

  /** What the distribution around it says of other quantiles is no prediction. */
  @Test
  void of_a_quantile_only_the_quantile_is_predicted() {
    var choice = ModelChoice.named("quantile(0.8)");
    var data = Dataset.of(new double[][] {{2}, {2}}, new double[] {3, 5});
    var outlook =
        DrawPredictor.of(choice, 1, draws(2, 1, 0, 2, 0, 3, 0), 10, 0.9)
            .predict(data, List.of(), 0, 2)
            .getFirst();
    assertThat(outlook.mean()[0]).isCloseTo(4, within(1e-12));
    assertThat(outlook.sd()[0]).isCloseTo(2, within(1e-12));
    assertThat(outlook.low()[0]).isEqualTo(2);
    assertThat(outlook.high()[0]).isEqualTo(6);
    var card = new Scorecard.Builder(choice, 0.9, 2);
    card.add(List.of(outlook), 0, 3, 3);
    card.add(List.of(outlook), 1, 5, 1);
    assertThat(card.build().numbers())
        .containsEntry("below", 0.75)
        .containsEntry("quantile", 0.8)
        .containsKey("log_loss")
        .doesNotContainKeys("rmse", "coverage");
    assertThat(card.build().numbers().get("pinball_loss"))
        .isCloseTo((3 * 0.2 + 0.8) / 4, within(1e-12));
  }

  @Test
  void classes_have_the_probabilities_of_their_predictors() {
    var data = Dataset.of(new double[][] {{1}, {2}}, new double[] {2, 0});
    var outlooks =
        DrawPredictor.of(ModelChoice.named("multinomial"), 1, draws(2, 0.5, -1, 0.5, -1), 10, 0.9)
            .predict(data, List.of(), 0, 2);
    assertThat(outlooks).hasSize(3);
    for (int i = 0; i < 2; i++) {
      double x = i + 1;
      double all = 1 + Math.exp(0.5 * x) + Math.exp(-x);
      double[] p = {1 / all, Math.exp(0.5 * x) / all, Math.exp(-x) / all};
      for (int c = 0; c < 3; c++) {
        assertThat(outlooks.get(c).mean()[i]).isCloseTo(p[c], within(1e-12));
      }
      assertThat(outlooks.getFirst().logDensity()[i])
          .isCloseTo(Math.log(p[i == 0 ? 2 : 0]), within(1e-12));
    }
    var card = new Scorecard.Builder(ModelChoice.named("multinomial"), 0.9, 2);
    card.add(outlooks, 0, 1, 1);
    card.add(outlooks, 1, 0, 3);
    assertThat(card.build().numbers().get("accuracy")).isEqualTo(0.25);
  }

  private static GroupTerm term(String by, boolean slopes, String... levels) {
    return new GroupTerm(
        new Grouping(List.of(new FittedFactor.Levels(by, List.of(levels), true)), List.of()),
        true,
        slopes ? List.of(List.of(new FittedFactor.Number(new Expr.ColumnValue("x")))) : List.of(),
        true);
  }

  private static PredictiveDistributions predict(
      double[] draw, List<GroupTerm> terms, List<GroupRows> rows) {
    var encoding =
        new Encoding(
            new Response.Real(new Expr.ColumnValue("y")), true, List.of(), null, null, terms);
    int count = 2000;
    double[] values = new double[count * draw.length];
    for (int s = 0; s < count; s++) {
      System.arraycopy(draw, 0, values, draw.length * s, draw.length);
    }
    List<String> names =
        java.util.stream.IntStream.range(0, draw.length).mapToObj(k -> "p" + k).toList();
    var draws = new Draws(names, List.of(Draws.Chain.of(draw.length, values)));
    ModelChoice linear = ModelChoice.named("linear");
    double[][] x = new double[rows.getFirst().level().length][];
    Arrays.fill(x, new double[] {1});
    return DrawPredictor.of(
            linear, 1, GroupEffects.of(linear, encoding, 1), draws, count, DrawPredictor.ends(0.9))
        .predict(Dataset.of(x, new double[x.length]), rows, 0, x.length)
        .getFirst();
  }

  /** A level that was there has its intercept, a new one any that is normal with the scale. */
  @Test
  void rows_of_groups() {
    var outlook =
        predict(
            new double[] {2, 0.5, 3, 1, -1},
            List.of(term("g", false, "a", "b")),
            List.of(new GroupRows(new int[] {0, 1, -2}, Collections.singletonList(null))));
    assertThat(outlook.mean()[0]).isCloseTo(3, within(1e-12));
    assertThat(outlook.mean()[1]).isCloseTo(1, within(1e-12));
    assertThat(outlook.sd()[1]).isCloseTo(0.5, within(1e-12));
    assertThat(outlook.mean()[2]).isCloseTo(2, within(1e-6));
    double sd = Math.sqrt(3 * 3 + 0.5 * 0.5);
    assertThat(outlook.sd()[2]).isCloseTo(sd, within(0.02));
    assertThat(outlook.low()[2]).isCloseTo(2 - 1.645 * sd, within(0.25));
    assertThat(outlook.high()[2]).isCloseTo(2 + 1.645 * sd, within(0.25));
  }

  /**
   * Of a new level intercept and slope vary together: {@code var = s₀² + 2 ρ s₀ s₁ x + s₁² x²};
   * 2000 places spread evenly in each direction are within 5 % of that.
   */
  @Test
  void new_levels_have_the_scales_and_correlations_of_the_draw() {
    double[] x = {2, -2, 2};
    var outlook =
        predict(
            // intercept, sigma, sds, correlation, effects of two levels
            new double[] {1, 0.1, 3, 2, -0.8, 5, 1, 7, -1},
            List.of(term("g", true, "a", "b")),
            List.of(new GroupRows(new int[] {-2, -2, 1}, Arrays.asList(null, x))));
    assertThat(outlook.sd()[0]).isCloseTo(Math.sqrt(9 - 2 * 0.8 * 12 + 16 + 0.01), within(0.15));
    assertThat(outlook.sd()[1]).isCloseTo(Math.sqrt(9 + 2 * 0.8 * 12 + 16 + 0.01), within(0.3));
    assertThat(outlook.mean()[2]).isCloseTo(1 + 7 - 2, within(1e-12));
  }

  /** One factor is known, the other is not. */
  @Test
  void partly_new_rows_have_the_effects_that_are_known() {
    var outlook =
        predict(
            new double[] {1, 0.1, 3, 2, 10, 20, 100, 200},
            List.of(term("g", false, "a", "b"), term("h", false, "u", "v")),
            List.of(
                new GroupRows(new int[] {1, 1, -2}, Collections.singletonList(null)),
                new GroupRows(new int[] {0, -2, 1}, Collections.singletonList(null))));
    assertThat(outlook.mean()[0]).isCloseTo(121, within(1e-9));
    assertThat(outlook.mean()[1]).isCloseTo(21, within(1e-6));
    assertThat(outlook.sd()[1]).isCloseTo(2, within(0.03));
    assertThat(outlook.mean()[2]).isCloseTo(201, within(1e-6));
    assertThat(outlook.sd()[2]).isCloseTo(3, within(0.04));
  }

  @Test
  void intervals_of_numbers_hold_the_noise() {
    double[] values = new double[1000];
    for (int s = 0; s < 500; s++) {
      values[2 * s] = 3;
      values[2 * s + 1] = 2;
    }
    var data = Dataset.of(new double[][] {{1}}, new double[] {3});
    var outlook =
        DrawPredictor.of(ModelChoice.named("linear"), 1, draws(2, values), 500, 0.9)
            .predict(data, List.of(), 0, 1)
            .getFirst();
    assertThat(outlook.sd()[0]).isCloseTo(2, within(1e-12));
    assertThat(outlook.low()[0]).isCloseTo(3 - 2 * 1.645, within(0.03));
    assertThat(outlook.high()[0]).isCloseTo(3 + 2 * 1.645, within(0.03));
    double density = -Math.log(2) - 0.5 * Math.log(2 * Math.PI);
    assertThat(outlook.logDensity()[0]).isCloseTo(density, within(1e-12));
  }

  @Test
  void counts_have_the_variance_of_their_rate_too() {
    var data = Dataset.of(new double[][] {{1}}, new double[] {4});
    double[] values = new double[500];
    Arrays.fill(values, Math.log(4));
    var outlook =
        DrawPredictor.of(ModelChoice.named("poisson"), 1, draws(1, values), 500, 0.9)
            .predict(data, List.of(), 0, 1)
            .getFirst();
    assertThat(outlook.mean()[0]).isCloseTo(4, within(1e-9));
    assertThat(outlook.sd()[0]).isCloseTo(2, within(1e-9));
    assertThat(outlook.low()[0]).isEqualTo(1);
    assertThat(outlook.high()[0]).isEqualTo(8);
    assertThat(outlook.logDensity()[0]).isCloseTo(4 * Math.log(4) - 4 - Math.log(24), within(1e-9));
  }

  @Test
  void selection_agrees_with_sorting() {
    var random = new Random(1);
    for (int n = 1; n < 60; n++) {
      double[] values = random.doubles(n).map(v -> Math.rint(10 * v)).toArray();
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      for (int k = 0; k < n; k++) {
        assertThat(OrderStatistics.select(values.clone(), k)).isEqualTo(sorted[k]);
      }
    }
  }

  @Test
  void the_area_under_the_curve_counts_ties_half() {
    var card = new Scorecard.Builder(ModelChoice.named("logistic"), 0.9, 4);
    double[] mean = {0.2, 0.6, 0.6, 0.9};
    double[] zero = new double[4];
    var outlook = new PredictiveDistributions(mean, zero, new double[][] {zero, zero}, zero);
    double[] y = {0, 0, 1, 1};
    for (int i = 0; i < 4; i++) {
      card.add(List.of(outlook), i, y[i], 1);
    }
    assertThat(card.build().numbers().get("auc")).isEqualTo(3.5 / 4);
    assertThat(card.build().numbers().get("accuracy")).isEqualTo(0.75);
  }
}
