package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.Synthetic;
import org.perrin.math.Parallel;
import org.perrin.model.Glm;
import org.perrin.model.Priors;

class PseudoVarianceTest {
  private static final int ROWS = 5;
  private static final int SIZE = 3;
  private static final double[] P = {0.1, 0.3, 0.15, 0.25, 0.2};
  private static final double[] THETA = {0.4, -0.7, 1.1};
  private static final double[] CENTRE = {0.1, -0.5, 0.8};

  private static final Glm MODEL =
      Glm.logistic(Synthetic.classification(1, ROWS, 2, 0.4, 0.5), Priors.normal(0, 3));

  private static double[] a(int row, boolean control) {
    double[] a = new double[3];
    MODEL.addRowGradient(THETA, row, 1, a);
    if (control) {
      MODEL.addRowGradient(CENTRE, row, -1, a);
    }
    return a;
  }

  /** {@code E‖ĝ − Σa‖²} over all sequences of three rows, or those without a repetition. */
  private static double enumerated(boolean control, double[] p, boolean replace) {
    double variance = 0;
    double mass = 0;
    for (int code = 0; code < ROWS * ROWS * ROWS; code++) {
      int[] rows = {code % ROWS, code / ROWS % ROWS, code / ROWS / ROWS};
      boolean repeated = rows[0] == rows[1] || rows[0] == rows[2] || rows[1] == rows[2];
      if (replace || !repeated) {
        double probability = p[rows[0]] * p[rows[1]] * p[rows[2]];
        mass += probability;
        variance += probability * squaredError(control, p, rows);
      }
    }
    return variance / mass;
  }

  private static double squaredError(boolean control, double[] p, int[] rows) {
    double[] error = new double[3];
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < ROWS; i++) {
        error[k] -= a(i, control)[k];
      }
      for (int row : rows) {
        error[k] += a(row, control)[k] / p[row] / SIZE;
      }
    }
    return error[0] * error[0] + error[1] * error[1] + error[2] * error[2];
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void equals_the_average_over_all_subsamples(boolean control) {
    double[] centre = control ? CENTRE : null;
    double[] even = {0.2, 0.2, 0.2, 0.2, 0.2};
    close(PseudoVariance.withReplacement(MODEL, THETA, centre, P, SIZE), control, P, true);
    close(PseudoVariance.withReplacement(MODEL, THETA, centre, null, SIZE), control, even, true);
    close(PseudoVariance.withoutReplacement(MODEL, THETA, centre, SIZE), control, even, false);
  }

  private static void close(double actual, boolean control, double[] p, boolean replace) {
    double expected = enumerated(control, p, replace);
    assertThat(actual).isCloseTo(expected, within(1e-12 * expected));
  }

  @Test
  void all_rows_leave_no_variance() {
    assertThat(PseudoVariance.withoutReplacement(MODEL, THETA, null, ROWS)).isZero();
    assertThat(PseudoVariance.withReplacement(MODEL, THETA, THETA, null, 1)).isZero();
  }

  @Test
  void empirical_is_the_variance_of_the_gradients() {
    Iterator<double[]> gradients =
        List.of(new double[] {1, 10}, new double[] {3, 10}, new double[] {5, 16}).iterator();
    // 8/3 in the first coordinate, 24/3 in the second
    assertThat(PseudoVariance.empirical(3, gradients::next)).isCloseTo(32.0 / 3, within(1e-13));
  }

  @Test
  void is_the_same_on_any_number_of_threads() {
    var data = Synthetic.classification(2, 5000, 4, 0.9, 0.1);
    var model = Glm.logistic(data, Priors.normal(0, 3));
    double[] theta = {1, 0, -1, 0.5, 0.2};
    List<Double> values = new ArrayList<>();
    for (int threads = 1; threads <= 3; threads++) {
      values.add(
          Parallel.with(
              threads, () -> PseudoVariance.withReplacement(model, theta, null, null, 10)));
    }
    assertThat(values).containsOnly(values.getFirst());
    double without = PseudoVariance.withoutReplacement(model, theta, null, 10);
    assertThat(without / values.getFirst()).isCloseTo(4990.0 / 4999, within(1e-9));
  }

  @Test
  void names_what_is_wrong() {
    assertThatThrownBy(() -> PseudoVariance.withoutReplacement(MODEL, THETA, null, 6))
        .hasMessageContaining("not 6");
    double[] zero = {0, 0.25, 0.25, 0.25, 0.25};
    assertThatThrownBy(() -> PseudoVariance.withReplacement(MODEL, THETA, null, zero, 2))
        .hasMessageContaining("row 0");
    assertThatThrownBy(
            () -> PseudoVariance.withReplacement(MODEL, THETA, null, new double[] {1}, 2))
        .hasMessageContaining("5 rows");
  }
}
