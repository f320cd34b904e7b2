package org.perrin.subsampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.data.Batch;
import org.perrin.mode.Mode;
import org.perrin.model.Glm;
import org.perrin.random.RandomStream;

/**
 * What the contract does not see: that every scheme by name has the scores of its equation, blocks
 * of large tables, and the ends of what is allowed. Written for the changes that PIT made unseen.
 */
class SubsamplingDetailsTest {
  private final Glm model = (Glm) Examples.model("logistic");
  private final Mode mode = Examples.mode(model);

  /** {@code p = (1−α) score/Σ + α/N}, up to the rounding of the table. */
  private static void assertBy(double[] scores, Preferential scheme) {
    double[] p = Preferential.probabilities(scores, Preferential.MIXTURE);
    assertThat(scheme.rows()).isEqualTo(scores.length);
    for (int i = 0; i < p.length; i++) {
      assertThat(scheme.probability(i)).isCloseTo(p[i], within(p[i] / 64));
    }
  }

  @Test
  void schemes_by_name_have_the_scores_of_their_equations() {
    double[] expected = new double[60];
    model.gradientNorms(mode.theta(), 0, 60, expected);
    assertThat(Preferential.gradientScores(model, mode.theta())).containsExactly(expected);
    assertBy(expected, Preferential.byGradient(model, mode));
    assertBy(expected, Preferential.of(expected));
    model.curvatureScores(mode.theta(), mode.factor(), 0, 60, expected);
    assertThat(Preferential.curvatureScores(model, mode)).containsExactly(expected);
    assertBy(expected, Preferential.byCurvature(model, mode));
    model.expectedScores(mode.theta(), mode.factor(), 1, 0, 60, expected);
    assertThat(Preferential.expectedScores(model, mode)).containsExactly(expected);
    assertBy(expected, Preferential.byExpectation(model, mode));
    model.lipschitz(0, 60, expected);
    assertBy(expected, Preferential.byLipschitz(model));
  }

  /** So many rows that even a 64th of them is scored in two blocks. */
  @Test
  void blocks_of_scores_lie_one_after_the_other() {
    int rows = 64 * (1 << 16) + 64_000;
    double[] scores =
        Preferential.scores(
            rows,
            (from, to, out) -> {
              for (int j = 0; j < to - from; j++) {
                out[j] = from + j;
              }
            });
    assertThat(scores).hasSize(rows);
    for (int i = 0; i < rows; i++) {
      if (scores[i] != i) {
        throw new AssertionError("row " + i + " has the score of row " + scores[i]);
      }
    }
  }

  @Test
  void mixtures_of_nothing_and_of_everything_are_allowed() {
    double[] scores = {1, 3};
    assertThat(Preferential.probabilities(scores, 0)).containsExactly(0.25, 0.75);
    assertThat(Preferential.probabilities(scores, 1)).containsExactly(0.5, 0.5);
    assertThat(Preferential.probabilities(new double[4], 0.5)).containsOnly(0.25);
    assertThat(new Bandit(5, 1).mixture()).isEqualTo(1);
    assertThatThrownBy(() -> new Bandit(5, 0)).hasMessageEndingWith("not 0.0");
  }

  @Test
  void one_row_is_enough_and_all_rows_can_be_drawn() {
    assertThat(new Uniform(1).probability(0)).isEqualTo(1);
    assertThat(new WithoutReplacement(1).probability(0)).isEqualTo(1);
    assertThat(new WithoutReplacement(6).size(6).size().at(null)).isEqualTo(6);
    assertThatThrownBy(() -> new Uniform(0)).hasMessageEndingWith("not 0");
    assertThatThrownBy(() -> new WithoutReplacement(0)).hasMessageEndingWith("not 0");
  }

  @Test
  void what_schemes_say_of_themselves() {
    var uniform = new Uniform(60);
    assertThat(uniform.largest()).isEqualTo(60);
    assertThat(uniform.learns()).isFalse();
    assertThat(new Bandit(60, 0.2).learns()).isTrue();
    var adaptive = new SubsampleSize.Adaptive(new double[1], 1, 1, 60);
    assertThat(uniform.size(adaptive)).isEqualTo(new Batches(uniform, adaptive));
  }

  /**
   * Weights are {@code 1/(n p)} at the state, and rows come as often: 5 sd, 60 rows, 1 in 30,000.
   */
  @Test
  void exact_schemes_draw_by_the_probabilities_of_the_state() {
    var exact = OptimalWeights.plain(model);
    double[] theta = Examples.point(5, 36, 2);
    double[] p = exact.probabilities(theta);
    assertThat(exact.rows()).isEqualTo(60);
    int n = 60_000;
    var batch = new Batch();
    exact.draw(n, theta, RandomStream.of(39), batch);
    int[] counts = new int[60];
    assertThat(batch.size()).isEqualTo(n);
    for (int j = 0; j < n; j++) {
      int row = batch.rows()[j];
      counts[row]++;
      assertThat(batch.weights()[j]).isCloseTo(1 / (n * p[row]), within(1 / (32.0 * n * p[row])));
    }
    for (int i = 0; i < 60; i++) {
      double sd = Math.sqrt(n * p[i] * (1 - p[i]));
      assertThat((double) counts[i]).isCloseTo(n * p[i], within(5 * sd + n * p[i] / 64));
    }
  }
}
