package org.perrin.regression.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
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
            .predict(data, null, 0, 2)
            .getFirst();
    double p = (1 / (1 + Math.exp(-0.5)) + 1 / (1 + Math.exp(1))) / 2;
    assertThat(outlook.mean()[0]).isCloseTo(p, within(1e-12));
    assertThat(outlook.logDensity()[0]).isCloseTo(Math.log(p), within(1e-12));
    double q = 1 - (1 / (1 + Math.exp(1)) + 1 / (1 + Math.exp(-2))) / 2;
    assertThat(outlook.logDensity()[1]).isCloseTo(Math.log(q), within(1e-12));
  }

  @Test
  void classes_have_the_probabilities_of_their_predictors() {
    var data = Dataset.of(new double[][] {{1}, {2}}, new double[] {2, 0});
    var outlooks =
        DrawPredictor.of(ModelChoice.named("multinomial"), 1, draws(2, 0.5, -1, 0.5, -1), 10, 0.9)
            .predict(data, null, 0, 2);
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

  /** A group that was there has its intercept, a new one any that is normal with the scale. */
  @Test
  void rows_of_groups() {
    double[] values = new double[500 * 5];
    for (int s = 0; s < 500; s++) {
      System.arraycopy(new double[] {2, 0.5, 3, 1, -1}, 0, values, 5 * s, 5);
    }
    var data = Dataset.of(new double[][] {{1}, {1}, {1}}, new double[] {3, 1, 2});
    var outlook =
        DrawPredictor.of(ModelChoice.named("linear"), 1, draws(5, values), 500, 0.9)
            .predict(data, new int[] {0, 1, -2}, 0, 3)
            .getFirst();
    assertThat(outlook.mean()[0]).isCloseTo(3, within(1e-12));
    assertThat(outlook.mean()[1]).isCloseTo(1, within(1e-12));
    assertThat(outlook.sd()[1]).isCloseTo(0.5, within(1e-12));
    assertThat(outlook.mean()[2]).isCloseTo(2, within(1e-6));
    double sd = Math.sqrt(3 * 3 + 0.5 * 0.5);
    assertThat(outlook.sd()[2]).isCloseTo(sd, within(0.02));
    assertThat(outlook.low()[2]).isCloseTo(2 - 1.645 * sd, within(0.25));
    assertThat(outlook.high()[2]).isCloseTo(2 + 1.645 * sd, within(0.25));
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
            .predict(data, null, 0, 1)
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
            .predict(data, null, 0, 1)
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
    var outlook = new PredictiveDistributions(mean, zero, zero, zero, zero);
    double[] y = {0, 0, 1, 1};
    for (int i = 0; i < 4; i++) {
      card.add(List.of(outlook), i, y[i], 1);
    }
    assertThat(card.build().numbers().get("auc")).isEqualTo(3.5 / 4);
    assertThat(card.build().numbers().get("accuracy")).isEqualTo(0.75);
  }
}
