package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.posterior.Trust;
import org.perrin.regression.model.ModelChoice;

/** Seeds are fixed; intervals are 90 %, so a group in ten misses by chance, by little. */
class PredictiveTest {
  private static final int ROWS = 5000;

  @Test
  void targets_drawn_from_the_model_are_calibrated() {
    var calibration = Reliability.of(logistic(1));
    assertThat(calibration.groups()).hasSize(10);
    assertThat(calibration.groups()).allMatch(g -> g.rows() == ROWS / 10);
    assertThat(calibration.byChance(1)).isTrue();
    assertThat(Verdict.model(List.of(calibration)).level()).isEqualTo(Trust.Level.GOOD);
  }

  @Test
  void predictions_that_are_too_bold_are_not() {
    var calibration = Reliability.of(logistic(3));
    assertThat(calibration.gap()).isGreaterThan(0.15);
    assertThat(Verdict.model(List.of(calibration)).level()).isEqualTo(Trust.Level.BAD);
  }

  /**
   * The band of a group holds 90 % of what is seen under the model: of 1,000 groups 900, and at
   * most what chance adds to that (4 standard errors, and the steps of shares): a false alarm in
   * 16,000.
   */
  @Test
  void bands_hold_nine_tenths_of_what_a_right_model_gives() {
    int inside = 0;
    for (int table = 0; table < 100; table++) {
      var random = new Random(100 + table);
      double[] mean = random.doubles(2000, 0.02, 0.98).toArray();
      double[] one = new double[mean.length];
      Arrays.fill(one, 1);
      double[] y = Arrays.stream(mean).map(m -> random.nextDouble() < m ? 1 : 0).toArray();
      for (var group : Reliability.shares(y, new double[][] {mean}, one, table).groups()) {
        inside += group.observed() >= group.low() && group.observed() <= group.high() ? 1 : 0;
      }
    }
    assertThat(inside).isBetween(862, 970);
  }

  /** A tenth of many rows that is off by two points is ten standard errors off, and called so. */
  @Test
  void a_small_gap_of_many_standard_errors_is_called_out() {
    int rows = 20_000;
    var random = new Random(9);
    double[] mean = new double[rows];
    double[] one = new double[rows];
    double[] y = new double[rows];
    for (int j = 0; j < rows; j++) {
      mean[j] = 0.001 + 0.0499 * j / rows;
      one[j] = 1;
      double p = j < rows / 10 ? mean[j] + 0.015 : mean[j];
      y[j] = random.nextDouble() < p ? 1 : 0;
    }
    var calibration = Reliability.shares(y, new double[][] {mean}, one, 1);
    assertThat(calibration.gap()).isLessThan(0.02);
    assertThat(calibration.groups().getFirst().errors()).isGreaterThan(8);
    Trust.Finding finding = Verdict.model(List.of(calibration));
    assertThat(finding.level()).isEqualTo(Trust.Level.CAUTION);
    assertThat(finding.detail()).containsPattern("; one group is \\d+ standard errors off\\.");
  }

  /** Equal predictions of a table that is sorted by its target: ties are broken by chance. */
  @Test
  void a_sorted_table_is_calibrated_all_the_same() {
    double[] mean = new double[1000];
    double[] one = new double[1000];
    double[] y = new double[1000];
    Arrays.fill(mean, 0.5);
    Arrays.fill(one, 1);
    Arrays.fill(y, 500, 1000, 1);
    assertThat(Reliability.shares(y, new double[][] {mean}, one, 1).byChance(1)).isTrue();
  }

  @Test
  void a_target_that_was_rounded_has_a_step() {
    assertThat(TargetGrid.step(27, 23, 26, 30)).isEqualTo(1);
    assertThat(TargetGrid.step(0.2, 0.5, 0.9, 2.1)).isCloseTo(0.1, within(1e-9));
    assertThat(TargetGrid.step(new Random(2).doubles(100).toArray())).isZero();
    assertThat(TargetGrid.step(3, 3, 3)).isZero();
  }

  /** Noise is exponential, nothing like the asymmetric Laplace distribution of the family. */
  @Test
  void a_quantile_is_judged_by_the_share_of_rows_below_it() {
    Trust.Finding right = Verdict.quantile(Reliability.below(quantile(0), 0.9), 0.9);
    assertThat(right.level()).isEqualTo(Trust.Level.GOOD);
    assertThat(right.detail())
        .startsWith("The share of rows below the quantile differs from 90 % by up to ");
    Reliability tilted = Reliability.below(quantile(1), 0.9);
    assertThat(tilted.groups()).hasSize(10).allMatch(g -> Math.abs(g.predicted() - 0.9) < 1e-9);
    assertThat(tilted.groups().getFirst().at()).isLessThan(tilted.groups().getLast().at());
    assertThat(tilted.groups().getFirst().observed()).isLessThan(0.8);
    assertThat(tilted.groups().getLast().observed()).isGreaterThan(0.95);
    assertThat(Verdict.quantile(tilted, 0.9).level()).isEqualTo(Trust.Level.BAD);
  }

  /** Targets η + e − ln 10, whose 0.9 quantile is η, predicted with slope {@code 1 + tilt}. */
  private static InSamplePredictions quantile(double tilt) {
    var random = new Random(9);
    double[] eta = random.doubles(ROWS, -1, 1).toArray();
    double[] y = Arrays.stream(eta).map(e -> e - Math.log(10 * random.nextDouble())).toArray();
    double[] predicted = Arrays.stream(eta).map(e -> (1 + tilt) * e).toArray();
    return predictions(ModelChoice.named("quantile(0.9)"), y, predicted, predicted);
  }

  /** With censoring, computed by hand: events at 1 and 3, a row lost at 2. */
  @Test
  void kaplan_and_meier_by_hand() {
    double[][] curves = SurvivalCurves.kaplanMeier(new double[] {1, -2, 3, 4}, 0, 1, 2, 3, 4);
    assertThat(curves[0])
        .containsExactly(
            new double[] {1, 0.75, 0.75, 0.375, 0}, org.assertj.core.data.Offset.offset(1e-12));
    assertThat(curves[1][1]).isLessThan(0.75);
    assertThat(curves[2][1]).isBetween(0.75, 1.0);
  }

  /** Of exponential numbers, up to their end at 0, where half would be lost without reflection. */
  @Test
  void densities_are_those_of_the_numbers() {
    var random = new Random(3);
    double[] y = random.doubles(20_000).map(u -> -Math.log(1 - u)).toArray();
    var curves = DensityCurves.of(y, new double[][] {y, y}, 0, Double.POSITIVE_INFINITY);
    assertThat(curves.at()[0]).isZero();
    for (int k = 0; curves.at()[k] < 3; k++) {
      assertThat(curves.observed()[k]).isCloseTo(Math.exp(-curves.at()[k]), within(0.15));
      assertThat(curves.bands()[2][k]).isEqualTo(curves.observed()[k]);
    }
  }

  @Test
  void residuals_of_the_model_are_spread_as_it_says() {
    Trust.Finding finding = Verdict.model(ResidualCheck.of(linear(1)));
    assertThat(finding.level()).isEqualTo(Trust.Level.GOOD);
    assertThat(finding.detail()).endsWith(" does not expect them, no more than by chance.");
  }

  @Test
  void a_target_with_less_noise_than_the_model_stands_out() {
    assertThat(Verdict.model(ResidualCheck.of(linear(0.3))).level()).isEqualTo(Trust.Level.BAD);
  }

  @Test
  void shares_of_replicates_are_ordered() {
    var random = new Random(4);
    double[] mean = random.doubles(ROWS, 1, 5).toArray();
    double[] eta = Arrays.stream(mean).map(Math::log).toArray();
    double[] y = Arrays.stream(mean).map(m -> poisson(m, random)).toArray();
    var p = predictions(ModelChoice.named("poisson"), y, eta, mean);
    var r = Replicates.of(p, Replicates.drawn(p));
    for (int b = 0; b < r.observed().length; b++) {
      assertThat(r.q5()[b]).isLessThanOrEqualTo(r.q50()[b]);
      assertThat(r.q50()[b]).isLessThanOrEqualTo(r.q95()[b]);
    }
    assertThat(Arrays.stream(r.q50()).sum()).isCloseTo(1, within(0.05));
  }

  /**
   * 1,000 tables of a right model, at its true parameters: a warning for 1 % of them, and at most
   * what chance adds to that (3.5 standard errors: a false alarm in 4,000 seeds). With {@code
   * -Dperrin.long=true} for larger tables too, and rates are printed.
   */
  @ParameterizedTest
  @MethodSource("tables")
  void right_models_are_warned_of_in_one_fit_of_a_hundred_at_most(String name, int rows) {
    double rate = warned(name, rows, 1, 1000);
    if (Boolean.getBoolean("perrin.long")) {
      System.out.printf("%s, %,d rows: %.1f %% warned of%n", name, rows, 100 * rate);
    }
    assertThat(rate).isLessThan(0.01 + 3.5 * Math.sqrt(0.01 * 0.99 / 1000));
  }

  static List<Arguments> tables() {
    int[] sizes = Boolean.getBoolean("perrin.long") ? new int[] {100, 300, 1000} : new int[] {100};
    return Arrays.stream(sizes)
        .boxed()
        .flatMap(
            rows ->
                Stream.of("logistic", "linear", "poisson").map(name -> Arguments.of(name, rows)))
        .toList();
  }

  @Test
  void noise_half_as_large_again_and_overdispersed_counts_are_warned_of() {
    assertThat(warned("linear", 500, 1.5, 30)).isGreaterThan(0.9);
    assertThat(warned("poisson", 500, 1.5, 30)).isGreaterThan(0.9);
  }

  private static double warned(String name, int rows, double noise, int tables) {
    int warned = 0;
    for (int table = 0; table < tables; table++) {
      var random = new Random(31 * table + 7);
      double[] eta = random.doubles(rows, -1, 1).toArray();
      double[] mean =
          Arrays.stream(eta)
              .map(e -> name.equals("linear") ? e : name.equals("poisson") ? Math.exp(e) : expit(e))
              .toArray();
      double[] y = new double[rows];
      for (int i = 0; i < rows; i++) {
        y[i] =
            switch (name) {
              case "linear" -> eta[i] + noise * random.nextGaussian();
              case "poisson" -> poisson(mean[i] * (noise == 1 ? 1 : gamma(random)), random);
              default -> random.nextDouble() < mean[i] ? 1 : 0;
            };
      }
      var p = predictions(ModelChoice.named(name), y, eta, mean);
      Trust.Finding finding =
          name.equals("logistic")
              ? Verdict.model(List.of(Reliability.of(p)))
              : Verdict.model(ResidualCheck.of(p));
      warned += finding.level() == Trust.Level.GOOD ? 0 : 1;
    }
    return (double) warned / tables;
  }

  private static double expit(double eta) {
    return 1 / (1 + Math.exp(-eta));
  }

  /** Of mean 1 and variance 1. */
  private static double gamma(Random random) {
    return -Math.log(1 - random.nextDouble());
  }

  private static double poisson(double mean, Random random) {
    double left = Math.exp(-mean);
    int count = 0;
    for (double p = random.nextDouble(); p > left; p *= random.nextDouble()) {
      count++;
    }
    return count;
  }

  /** Targets of a logistic model, predicted with log-odds that are {@code bold} times as large. */
  private static InSamplePredictions logistic(double bold) {
    var random = new Random(2210);
    double[] eta = random.doubles(ROWS, -2, 2).toArray();
    double[] y =
        Arrays.stream(eta).map(e -> random.nextDouble() < 1 / (1 + Math.exp(-e)) ? 1 : 0).toArray();
    double[] predicted = Arrays.stream(eta).map(e -> bold * e).toArray();
    double[] mean = Arrays.stream(predicted).map(PredictiveTest::expit).toArray();
    return predictions(ModelChoice.named("logistic"), y, predicted, mean);
  }

  /** Targets of a linear model with σ = 1, seen with another. */
  private static InSamplePredictions linear(double sigma) {
    var random = new Random(2210);
    double[] eta = random.doubles(ROWS, -1, 1).toArray();
    double[] y = Arrays.stream(eta).map(e -> e + sigma * random.nextGaussian()).toArray();
    return predictions(ModelChoice.named("linear"), y, eta, eta);
  }

  private static InSamplePredictions predictions(
      ModelChoice regression, double[] y, double[] eta, double[] mean) {
    double[] ones = new double[y.length];
    Arrays.fill(ones, 1);
    double[][][] draws = new double[100][][];
    Arrays.fill(draws, new double[][] {eta});
    double[][] shared = new double[100][regression.shared().size()];
    return new InSamplePredictions(
        regression, 1, y, ones, ones, regression.predictors(1), draws, shared, null, mean);
  }
}
