package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.math.Parallel;

class ScoresTest {
  @Test
  void scores_a_small_table() {
    var data = Dataset.of(new double[][] {{1, 0}, {1, 1}, {1, -3}}, new double[] {1, 0, 1});
    // predictors 0.5, 2.5, −5.5
    var scores = Scores.logistic(new double[] {0.5, 2}, data);
    double loss =
        Math.log1p(Math.exp(-0.5)) + Math.log1p(Math.exp(2.5)) + Math.log1p(Math.exp(5.5));
    assertThat(scores.logLoss()).isCloseTo(loss / 3, within(1e-14));
    assertThat(scores.accuracy()).isCloseTo(1.0 / 3, within(1e-15));
    assertThat(Scores.logistic(new double[2], data).logLoss())
        .isCloseTo(Math.log(2), within(1e-14));
  }

  @Test
  void offsets_and_weights_count() {
    double[][] x = {{1}, {1}};
    var plain = Dataset.of(x, new double[] {1, 0});
    var data =
        new Dataset(plain.x(), plain.y(), new double[] {2, -1}, new double[] {3, 1}, plain.names());
    var scores = Scores.logistic(new double[] {0.5}, data);
    double loss = 3 * Math.log1p(Math.exp(-2.5)) + Math.log1p(Math.exp(-0.5));
    assertThat(scores.logLoss()).isCloseTo(loss / 4, within(1e-14));
    assertThat(scores.accuracy()).isEqualTo(1);
  }

  @Test
  void is_the_same_on_any_number_of_threads() {
    var data = Synthetic.classification(1, 10_000, 4, 0.5, 0.3);
    double[] theta = {0.1, -0.2, 0.3, 0.4, -0.5};
    var one = Parallel.with(1, () -> Scores.logistic(theta, data));
    assertThat(Parallel.with(3, () -> Scores.logistic(theta, data))).isEqualTo(one);
  }

  @Test
  void names_what_is_wrong() {
    var data = Dataset.of(new double[][] {{1}, {1}}, new double[] {1, 2});
    assertThatThrownBy(() -> Scores.logistic(new double[3], data)).hasMessageContaining("3");
    assertThatThrownBy(() -> Scores.logistic(new double[1], data)).hasMessageContaining("row 1");
  }
}
