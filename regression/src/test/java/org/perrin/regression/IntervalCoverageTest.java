package org.perrin.regression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.math.Scalars;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;
import org.perrin.regression.effects.Effect;
import org.perrin.regression.effects.Effects;
import org.perrin.regression.hypothesis.Hypothesis;

/**
 * Worlds whose parameters come from the prior: how often intervals of effects and of predictions
 * hold the truth, and how often hypotheses of a probability are true.
 */
class IntervalCoverageTest {
  private static final int WORLDS = 120;
  private static final int ROWS = 80;
  private static final int NUMBERS = 4;

  private final RandomStream random = RandomStream.of(20);

  /** What a world is, and what its fit says of it. */
  private record World(double[] truth, double[][] interval, double probability, boolean holds) {
    boolean covers(int k, double value) {
      return interval[k][0] <= value && value <= interval[k][1];
    }
  }

  private World world() {
    double[] theta = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
    double[] x = new double[ROWS];
    double[] z = new double[ROWS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i] = random.nextGaussian();
      z[i] = random.nextGaussian();
      y[i] = random.nextDouble() < probability(theta, x[i], z[i]) ? 1 : 0;
    }
    Fit fit =
        Regression.of(table(x, z, Column.Numeric.of("y", y)))
            .formula("y ~ x + z")
            .family("logistic")
            .prior("(Intercept)=normal(0, 1)")
            .prior("x=normal(0, 1)")
            .prior("z=normal(0, 1)")
            .sampler("nuts")
            .options(Options.standard().draws(100))
            .fit();
    Effects effects = fit.effects();
    Effect at = effects.predictions("x", "1").getFirst();
    Effect slope = effects.slopes("x").getFirst();
    Effect difference = effects.at("z", "-1", "1").getLast();
    var row = fit.predict(table(new double[] {0.5}, new double[] {-1})).rows().getFirst();
    var larger = Hypothesis.of("x > z", fit.draws());
    return new World(
        truth(theta, x, z),
        new double[][] {ends(at), ends(slope), ends(difference), {row.low(), row.high()}},
        larger.probability(),
        theta[1] > theta[2]);
  }

  private static Table table(double[] x, double[] z, Column... more) {
    var columns = new java.util.ArrayList<Column>(List.of(more));
    columns.add(Column.Numeric.of("x", x));
    columns.add(Column.Numeric.of("z", z));
    return Table.of("world", columns);
  }

  private static double probability(double[] theta, double x, double z) {
    return Scalars.expit(theta[0] + theta[1] * x + theta[2] * z);
  }

  private static double[] truth(double[] theta, double[] x, double[] z) {
    double[] sums = new double[NUMBERS];
    for (int i = 0; i < x.length; i++) {
      double p = probability(theta, x[i], z[i]);
      sums[0] += probability(theta, 1, z[i]) / x.length;
      sums[1] += theta[1] * p * (1 - p) / x.length;
      sums[2] += (probability(theta, x[i], 1) - probability(theta, x[i], -1)) / x.length;
    }
    sums[3] = probability(theta, 0.5, -1);
    return sums;
  }

  private static double[] ends(Effect effect) {
    return new double[] {effect.quantile(0.05), effect.quantile(0.95)};
  }

  /**
   * 90 % intervals cover in 108 of 120 worlds, with a standard deviation of 3.3: below 93 or above
   * 119 once in 10,000 seeds, for four numbers; the seed is fixed. The control: intervals of the
   * next world cover far less often.
   */
  @Test
  void intervals_of_effects_and_predictions_cover_as_often_as_they_say() {
    World[] worlds = new World[WORLDS];
    for (int w = 0; w < WORLDS; w++) {
      worlds[w] = world();
    }
    double expected = 0;
    int held = 0;
    for (int k = 0; k < NUMBERS; k++) {
      int covered = 0;
      int others = 0;
      for (int w = 0; w < WORLDS; w++) {
        covered += worlds[w].covers(k, worlds[w].truth()[k]) ? 1 : 0;
        others += worlds[(w + 1) % WORLDS].covers(k, worlds[w].truth()[k]) ? 1 : 0;
      }
      assertThat(covered).as("number " + k).isBetween(93, 119);
      assertThat(others).as("number " + k + " by another world").isLessThan(70);
    }
    double variance = 0;
    for (World one : worlds) {
      expected += one.probability();
      variance += one.probability() * (1 - one.probability());
      held += one.holds() ? 1 : 0;
    }
    assertThat(Math.abs(held - expected)).isLessThan(4 * Math.sqrt(variance) + 1);
  }
}
