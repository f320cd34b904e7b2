package org.perrin.regression.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.random.RandomStream;
import org.perrin.regression.model.ModelChoice;

class ScorecardTest {
  private static final int ROWS = 50_000;

  private static Scorecard card(int most) {
    var random = RandomStream.of(4);
    PredictiveDistributions outlook = PredictiveDistributions.empty(ROWS, 2, new double[ROWS]);
    var builder = new Scorecard.Builder(ModelChoice.named("logistic"), 0.9, ROWS, most);
    for (int i = 0; i < ROWS; i++) {
      outlook.mean()[i] = random.nextDouble();
      double y = random.nextDouble() < outlook.mean()[i] ? 1 : 0;
      builder.add(List.of(outlook), i, y, 1);
    }
    return builder.build();
  }

  /**
   * The area is 5/6 for uniform probabilities that are right; from 10,000 rows its standard error
   * is 0.004, so 0.02 is five of them.
   */
  @Test
  void beyond_a_limit_every_kth_row_is_sorted_and_all_are_counted() {
    Scorecard all = card(ROWS);
    Scorecard some = card(10_000);
    assertThat(some.rows()).isEqualTo(all.rows()).isEqualTo(ROWS);
    assertThat(some.numbers().get("brier")).isEqualTo(all.numbers().get("brier"));
    assertThat(some.numbers().get("accuracy")).isEqualTo(all.numbers().get("accuracy"));
    assertThat(all.numbers().get("auc")).isCloseTo(5.0 / 6, within(0.01));
    assertThat(some.numbers().get("auc")).isCloseTo(5.0 / 6, within(0.02));
    assertThat(some.calibration().getFirst().rows()).isEqualTo(1000);
  }
}
