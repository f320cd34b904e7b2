package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MillsTest {
  /** By mpmath 1.3 in forty digits: sqrt(pi/2) exp(v²/2) erfc(v/√2). */
  private static final double[][] RATIO = {
    {0, 1.2533141373155003},
    {0.5, 0.8763644564536923},
    {1, 0.6556795424187984},
    {3, 0.3045902987101033},
    {6, 0.16237766089686745},
    {10, 0.09902859647173193},
    {50, 0.019992009580853568}
  };

  private static final double[][] LOG = {
    {-10000, -50000010.129278915181},
    {-40, -804.60844201375378817},
    {-3.5, -8.366065308344092935},
    {-0.2, -0.86573952268159529799},
    {0.7, -0.277023942277131263},
    {5, -2.8665161296376359338e-7}
  };

  @Test
  void known_values() {
    for (double[] row : RATIO) {
      assertThat(Mills.ratio(row[0])).isCloseTo(row[1], within(1e-14 * row[1]));
    }
    for (double[] row : LOG) {
      assertThat(Mills.logNormal(row[0])).isCloseTo(row[1], within(1e-14 * Math.abs(row[1])));
    }
  }

  /** Awkward lengths, both signs, beyond both ends; in place too. */
  @Test
  void many_at_once_have_the_same_bits() {
    for (int n : new int[] {1, 7, 8, 255}) {
      double[] x = new double[n];
      java.util.Arrays.setAll(x, j -> 0.37 * ((j * 31) % 61 - 30));
      double[] out = new double[n];
      Mills.hazards(x, out, n);
      for (int j = 0; j < n; j++) {
        assertThat(out[j]).isEqualTo(Mills.hazard(x[j]));
      }
      Mills.hazards(x, x, n);
      assertThat(x).isEqualTo(out);
    }
  }

  @Test
  void the_two_ways_meet() {
    double below = Mills.ratio(Math.nextDown(Mills.FAR));
    assertThat(below).isCloseTo(Mills.ratio(Mills.FAR), within(1e-14 * below));
  }

  @Test
  void the_hazard_is_the_slope_of_the_logarithm() {
    for (double x : new double[] {-30, -6, -2, 0, 1, 6}) {
      double slope = (Mills.logNormal(x + 1e-4) - Mills.logNormal(x - 1e-4)) / 2e-4;
      assertThat(Mills.hazard(x)).isCloseTo(slope, within(1e-7));
      double ratio = Mills.density(x) / Special.normal(x);
      assertThat(Mills.hazard(x)).isCloseTo(ratio, within(1e-12 * ratio));
    }
  }
}
