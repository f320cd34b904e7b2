package org.perrin.regression.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Weights with known answers, and differences row by row. */
class StackingTest {
  @Test
  void the_weight_of_a_mixture_of_two_is_the_share_of_rows_that_each_predicts() {
    // three rows of four are certain to A and impossible to B: maximise 3 log w + log (1 − w)
    double[][] elpd = {{0, 0, 0, -60}, {-60, -60, -60, 0}};
    double[] w = Stacking.weights(elpd);
    assertThat(w[0]).isCloseTo(0.75, within(1e-6));
    assertThat(w[0] + w[1]).isCloseTo(1, within(1e-12));
  }

  @Test
  void a_model_that_is_worse_for_every_row_has_no_weight() {
    double[] w = Stacking.weights(new double[][] {{-1, -2, -1.5}, {-1.2, -2.1, -1.7}});
    assertThat(w[1]).isLessThan(1e-4);
  }

  @Test
  void differences_are_taken_row_by_row() {
    var a = new KFold(new double[] {-1, -2, -3, -4}, 0, 0.3, 2);
    var b = new KFold(new double[] {-1.5, -2.5, -3.5, -5.5}, 0, 0.4, 2);
    var result = ModelComparison.of(List.of("b", "a"), List.of(b, a));
    assertThat(result.entries()).extracting(ModelComparison.Entry::name).containsExactly("a", "b");
    var worse = result.entries().get(1);
    assertThat(worse.difference()).isCloseTo(-3, within(1e-12));
    // √(4 · Var(−½, −½, −½, −1½)) = √(4 · 0.1875)
    assertThat(worse.se()).isCloseTo(Math.sqrt(0.75), within(1e-12));
    assertThat(worse.monteCarlo()).isCloseTo(0.5, within(1e-12));
    assertThat(result.entries().getFirst().se()).isZero();
  }
}
