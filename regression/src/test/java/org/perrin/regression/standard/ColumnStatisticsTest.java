package org.perrin.regression.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.prior.PriorChoice;

/** Means, deviations and ranges, and the default priors that come of them. */
class ColumnStatisticsTest {
  private static final double BASE = 1e6;

  /** A number far from 0, a rare 0/1, a rare 2/5, a constant. */
  private static Dataset data() {
    double[][] x = new double[1000][];
    for (int i = 0; i < x.length; i++) {
      x[i] = new double[] {1, BASE + i % 5, i == 700 ? 1 : 0, i == 3 ? 5 : 2, 7};
    }
    return Dataset.of(x, new double[1000]).named(List.of("(Intercept)", "a", "b", "c", "d"));
  }

  @Test
  void numbers_far_from_zero_lose_no_digits() {
    ColumnStatistics columns = ColumnStatistics.of(data());
    assertThat(columns.mean()[1]).isCloseTo(BASE + 2, within(1e-9));
    assertThat(columns.sd()[1]).isCloseTo(Math.sqrt(2 * 1000.0 / 999), within(1e-9));
  }

  @Test
  void two_values_are_seen_wherever_they_stand() {
    ColumnStatistics columns = ColumnStatistics.of(data());
    assertThat(columns.twoValued()).containsExactly(false, false, true, true, false);
    assertThat(columns.spread(2)).isEqualTo(1);
    assertThat(columns.spread(3)).isEqualTo(3);
    assertThat(columns.spread(4)).isEqualTo(1);
  }

  @Test
  void default_priors_are_scaled_by_range_where_there_are_two_values() {
    Dataset data = data();
    var densities =
        PriorChoice.standard()
            .resolve(
                data.names(),
                ResponseStatistics.of(data.responses()),
                ModelChoice.named("logistic"),
                ColumnStatistics.of(data));
    assertThat(densities.get(2)).hasToString("normal(0, 2.5)");
    assertThat(densities.get(3)).hasToString("normal(0, 0.8333)");
  }

  @Test
  void scaling_there_and_back_is_the_identity() {
    Dataset data = data();
    Scaling scaling = Scaling.of(data.names(), ColumnStatistics.of(data));
    double[] inner = {0.5, -1, 2, 0.25, 3};
    double[] user = new double[5];
    double[] back = new double[5];
    scaling.toUser(inner, user);
    scaling.toInner(user, back);
    assertThat(back).containsExactly(inner, within(1e-8));
  }
}
