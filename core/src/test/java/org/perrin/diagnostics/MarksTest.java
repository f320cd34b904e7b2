package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarksTest {
  /** Lengths around those of a word of bits. */
  @ParameterizedTest
  @ValueSource(ints = {4, 63, 64, 65, 128, 500})
  void bits_have_the_autocovariance_of_zeros_and_ones(int n) {
    var random = new SplittableRandom(n);
    var marks = new Marks(3, n);
    double[][] numbers = new double[3][n];
    for (int draw = 0; draw < 3 * n; draw++) {
      if (random.nextInt(3) == 0) {
        marks.set(draw);
        numbers[draw / n][draw % n] = 1;
      }
    }
    var expected = new NumberAutocovariance(numbers);
    assertThat(marks.means()).containsExactly(expected.means());
    for (int lag = 0; lag < Math.min(n, 200); lag++) {
      assertThat(marks.at(lag)).isCloseTo(expected.at(lag), within(1e-14));
    }
  }
}
