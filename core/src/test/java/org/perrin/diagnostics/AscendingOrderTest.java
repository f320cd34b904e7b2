package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.random.RandomStream;

class AscendingOrderTest {
  @Test
  void equal_numbers_stay_in_their_order() {
    assertThat(AscendingOrder.of(2, 1, 2, -1, 1)).containsExactly(3, 1, 4, 0, 2);
    assertThat(AscendingOrder.of()).isEmpty();
  }

  /** Even, crowded around 0 with far outliers, and with infinities. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 25, 400})
  void it_is_that_of_a_stable_sort(double power) {
    var random = RandomStream.of(31);
    double[] values = new double[3000];
    for (int i = 0; i < values.length; i++) {
      double x = random.nextGaussian();
      values[i] = i % 7 == 0 ? 0.5 : Math.signum(x) * Math.pow(Math.abs(x), power);
    }
    assertThat(AscendingOrder.of(values)).containsExactly(stable(values));
  }

  /** Zeros, or three values, with a number here and there. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void it_is_so_for_sparse_columns(int different) {
    var random = RandomStream.of(32);
    double[] values = new double[3000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 20 == 0 ? random.nextGaussian() : random.nextIndex(different);
    }
    assertThat(AscendingOrder.of(values)).containsExactly(stable(values));
  }

  private static int[] stable(double... values) {
    return IntStream.range(0, values.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> values[i] + 0.0))
        .mapToInt(i -> i)
        .toArray();
  }
}
