package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.perrin.posterior.Trust;
import org.perrin.regression.model.ModelChoice;

/** Seeds are fixed; intervals are 90 %, so a group in ten misses by chance, by little. */
class PredictiveTest {
  private static final int ROWS = 5000;

  @Test
  void targetsDrawnFromTheModelAreCalibrated() {
    var calibration = Reliability.of(logistic(1));
    assertThat(calibration.groups()).hasSize(10);
    assertThat(calibration.groups()).allMatch(g -> g.rows() == ROWS / 10);
    assertThat(calibration.byChance(1)).isTrue();
    assertThat(Verdict.model(List.of(calibration)).level()).isEqualTo(Trust.Level.GOOD);
  }

  @Test
  void predictionsThatAreTooBoldAreNot() {
    var calibration = Reliability.of(logistic(3));
    assertThat(calibration.gap()).isGreaterThan(0.15);
    assertThat(Verdict.model(List.of(calibration)).level()).isEqualTo(Trust.Level.BAD);
  }

  @Test
  void wilsonsIntervalIsTheTextbooks() {
    double[] mean = new double[10];
    Arrays.fill(mean, 0.5);
    double[] y = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    var p = predictions(ModelChoice.named("logistic"), y, new double[] {0}, mean);
    assertThat(Reliability.of(p).groups()).hasSize(10);
    var one = Reliability.of(p).groups().getFirst();
    double z2 = 1.645 * 1.645;
    assertThat(one.low()).isCloseTo(1 / (1 + z2), within(1e-12));
    assertThat(one.high()).isCloseTo(1, within(1e-12));
  }

  @Test
  void replicatesOfTheModelLookLikeTheTarget() {
    assertThat(Replicates.of(linear(1)).misplaced()).isLessThan(0.02);
    assertThat(Verdict.model(Replicates.of(linear(1))).level()).isEqualTo(Trust.Level.GOOD);
  }

  @Test
  void aTargetWithLessNoiseThanTheModelStandsOut() {
    assertThat(Verdict.model(Replicates.of(linear(0.3))).level()).isEqualTo(Trust.Level.BAD);
  }

  @Test
  void sharesOfReplicatesAreOrdered() {
    var r = Replicates.of(linear(1));
    for (int b = 0; b < r.observed().length; b++) {
      assertThat(r.q5()[b]).isLessThanOrEqualTo(r.q50()[b]);
      assertThat(r.q50()[b]).isLessThanOrEqualTo(r.q95()[b]);
    }
    assertThat(Arrays.stream(r.q50()).sum()).isCloseTo(1, within(0.05));
  }

  /** Targets of a logistic model, foretold with log-odds that are {@code bold} times as large. */
  private static InSamplePredictions logistic(double bold) {
    var random = new Random(2210);
    double[] eta = random.doubles(ROWS, -2, 2).toArray();
    double[] y =
        Arrays.stream(eta).map(e -> random.nextDouble() < 1 / (1 + Math.exp(-e)) ? 1 : 0).toArray();
    double[] mean = Arrays.stream(eta).map(e -> 1 / (1 + Math.exp(-bold * e))).toArray();
    return predictions(ModelChoice.named("logistic"), y, eta, mean);
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
    double[][][] draws = new double[50][][];
    Arrays.fill(draws, new double[][] {eta});
    double[][] shared = new double[50][regression.shared().size()];
    return new InSamplePredictions(
        regression, 1, y, ones, ones, regression.predictors(1), draws, shared, mean);
  }
}
