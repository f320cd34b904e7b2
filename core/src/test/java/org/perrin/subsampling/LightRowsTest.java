package org.perrin.subsampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.data.Doubles;
import org.perrin.data.Storage;
import org.perrin.random.RandomStream;

/** Rows by their bounds: none is let down, and as many are heavy as pays. */
class LightRowsTest {
  private static double[] lambda(int n) {
    var random = RandomStream.of(8);
    double[] lambda = new double[n];
    for (int i = 0; i < n; i++) {
      lambda[i] = i % 10 == 0 ? 0 : Math.exp(4 * random.nextGaussian());
    }
    return lambda;
  }

  @Test
  void no_row_is_drawn_by_less_than_its_bound() {
    double[] lambda = lambda(5000);
    var light = LightRows.of(Doubles.of(lambda.clone()), Storage.heap());
    double sum = Arrays.stream(lambda).sum();
    assertThat(light.total()).isBetween(sum, 1.03 * sum);
    for (int i = 0; i < lambda.length; i++) {
      assertThat(light.bound(i)).isGreaterThanOrEqualTo(lambda[i]);
      assertThat(light.bound(i) > 0).isEqualTo(lambda[i] > 0);
    }
  }

  /** Frequencies of 200,000 draws by chi-square over 27 rows: mean 26, sd 7.2; 26 + 6 sd. */
  @Test
  void rows_come_as_often_as_their_bounds_say_and_weights_are_their_inverse() {
    double[] lambda = Arrays.copyOf(lambda(30), 30);
    var light = LightRows.of(Doubles.of(lambda.clone()), Storage.heap());
    int n = 200_000;
    int[] rows = new int[n];
    double[] inverse = new double[n];
    light.draw(n, RandomStream.of(3), rows, inverse);
    int[] counts = new int[30];
    for (int j = 0; j < n; j++) {
      counts[rows[j]]++;
      assertThat(inverse[j] * light.bound(rows[j])).isCloseTo(1, within(1e-12));
    }
    double statistic = 0;
    for (int i = 0; i < 30; i++) {
      double expected = n * light.bound(i) / light.total();
      statistic += expected > 0 ? Math.pow(counts[i] - expected, 2) / expected : counts[i];
    }
    assertThat(statistic).isLessThan(70);
  }

  @Test
  void without_any_bound_nothing_is_drawn() {
    var light = LightRows.of(Doubles.of(new double[4]), Storage.heap());
    assertThat(light.total()).isZero();
    assertThat(light.bound(2)).isZero();
    assertThatThrownBy(() -> LightRows.of(Doubles.of(new double[] {1, Double.NaN}), Storage.heap()))
        .hasMessage("the bound of row 1 is NaN: it must be finite and not negative");
  }

  /** Against every number of heavy rows, in the order of their scores. */
  @Test
  void as_many_rows_are_heavy_as_make_a_draw_cheapest() {
    double[] lambda = Arrays.stream(lambda(400)).map(v -> v / 50).toArray();
    lambda[7] = Double.POSITIVE_INFINITY;
    double[] spread = Arrays.stream(lambda).map(v -> Math.min(v / 30, 1)).toArray();
    var costs = new HeavyRows.Costs(30, 300, 2000, 2.5);
    var chosen = HeavyRows.choose(Doubles.of(lambda), Doubles.of(spread), costs);
    double least = Double.POSITIVE_INFINITY;
    double[] sorted = lambda.clone();
    Arrays.sort(sorted);
    for (int light = 0; light < 400; light++) {
      double rate = 0;
      double loss = 0;
      for (int i = 0; i < light; i++) {
        rate += costs.kappa() * sorted[i];
        loss += Math.min(sorted[i] / 30, 1) / Math.sqrt(Math.PI);
      }
      double step = 2000 + 30 * (400 - light) + 300 * rate;
      least = Math.min(least, step * (2 / Math.exp(-2 * loss) - 1));
    }
    assertThat(chosen.nanoseconds()).isBetween(least * (1 - 1e-9), 1.05 * least);
    assertThat(chosen.rows()).contains(7).isSorted().hasSizeBetween(1, 399);
    double rate = 0;
    for (int i = 0; i < 400; i++) {
      int row = i;
      boolean heavy = Arrays.stream(chosen.rows()).anyMatch(r -> r == row);
      rate += heavy ? 0 : costs.kappa() * lambda[i];
    }
    assertThat(chosen.lightRate()).isCloseTo(rate, within(1e-9 * rate));
  }

  /** Rows with hardly any bound are drawn a little more often: a thousandth of the mean. */
  @Test
  void the_least_bound_is_a_share_of_the_mean() {
    double[] lambda = {4, 1e-9, 0, 4};
    var light = LightRows.of(Doubles.of(lambda), Storage.heap());
    assertThat(lambda[1]).isCloseTo(1e-3 * (8 + 1e-9) / 4, within(1e-12));
    assertThat(light.bound(1)).isGreaterThanOrEqualTo(lambda[1]);
    assertThat(light.bound(2)).isZero();
    assertThat(lambda[0]).isEqualTo(4);
    for (double bad : new double[] {-1e-9, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> LightRows.of(Doubles.of(new double[] {bad}), Storage.heap()))
          .hasMessageContaining("the bound of row 0 is " + bad);
    }
    light.ahead(java.util.List.of(), 1, 1);
  }

  /** Ten cheap rows are all light; rows without a bound are all heavy: costs by hand. */
  @Test
  void costs_of_a_choice_are_their_formula() {
    var costs = new HeavyRows.Costs(30, 300, 2000, 2.5);
    double[] lambda = new double[10];
    double[] spread = new double[10];
    Arrays.fill(lambda, 1e-3);
    Arrays.fill(spread, 1e-4);
    var all = HeavyRows.choose(Doubles.of(lambda), Doubles.of(spread), costs);
    assertThat(all.rows()).isEmpty();
    assertThat(all.lightRate()).isCloseTo(0.025, within(1e-12));
    double rejection = 1e-3 / Math.sqrt(Math.PI);
    assertThat(all.rejection()).isCloseTo(rejection, within(1e-12));
    double nanoseconds = (2000 + 300 * 0.025) * (2 * Math.exp(2 * rejection) - 1);
    assertThat(all.nanoseconds()).isCloseTo(nanoseconds, within(1e-9));

    Arrays.fill(lambda, Double.POSITIVE_INFINITY);
    var none = HeavyRows.choose(Doubles.of(lambda), Doubles.of(spread), costs);
    assertThat(none.rows()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(none.lightRate()).isZero();
    assertThat(none.rejection()).isZero();
    assertThat(none.nanoseconds()).isCloseTo(2300, within(1e-9));
  }

  /** Two rows are drawn 1,000 times a step, two are all that is rejected: either way heavy. */
  @Test
  void rows_are_heavy_by_what_they_cost_in_either_way() {
    var costs = new HeavyRows.Costs(30, 300, 2000, 2.5);
    double[] lambda = {1e-5, 400, 1e-5, 400, 1e-5, 1e-5, 0};
    double[] spread = {1e-6, 1e-6, 1.5, 1e-6, 1.5, 1e-6, 0};
    var chosen = HeavyRows.choose(Doubles.of(lambda), Doubles.of(spread), costs);
    assertThat(chosen.rows()).containsExactly(1, 2, 3, 4);
    assertThat(chosen.lightRate()).isCloseTo(5e-5, within(1e-12));
    assertThat(chosen.rejection()).isCloseTo(2e-6 / Math.sqrt(Math.PI), within(1e-15));
    double nanoseconds = (2120 + 300 * 5e-5) * (2 * Math.exp(2 * chosen.rejection()) - 1);
    assertThat(chosen.nanoseconds()).isCloseTo(nanoseconds, within(1e-9));
  }
}
