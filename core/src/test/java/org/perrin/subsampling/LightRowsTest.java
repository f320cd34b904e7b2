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
}
