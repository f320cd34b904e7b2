package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExponentialRatioTest {
  /** By mpmath 1.3 in forty digits: μ/expm1(μ). */
  private static final double[][] KNOWN = {
    {1e-09, 0.9999999995},
    {0.01, 0.9950083333194445},
    {0.3, 0.8574887740530248},
    {0.49999999, 0.7707470454419487},
    {0.5, 0.7707470412683991},
    {0.9, 0.6166059753645071},
    {3.0, 0.15718708947376786},
    {40.0, 1.6993417021166355e-16},
    {600.0, 1.5902379318025866e-258}
  };

  @Test
  void known_values() {
    assertThat(ExponentialRatio.of(0)).isEqualTo(1);
    assertThat(ExponentialRatio.of(1e300)).isZero();
    for (double[] row : KNOWN) {
      assertThat(ExponentialRatio.of(row[0])).isCloseTo(row[1], within(1e-15 * row[1]));
    }
  }

  @Test
  void many_at_once_have_the_same_bits_and_others_stay() {
    for (int n : new int[] {1, 7, 8, 255}) {
      double[] mu = new double[n];
      double[] y = new double[n];
      java.util.Arrays.setAll(mu, j -> Math.expm1(0.05 * ((j * 31) % 143)));
      java.util.Arrays.setAll(y, j -> j % 3 == 0 ? 0 : 1);
      double[] before = mu.clone();
      ExponentialRatio.replace(mu, y, n);
      for (int j = 0; j < n; j++) {
        assertThat(mu[j]).isEqualTo(y[j] == 0 ? before[j] : -ExponentialRatio.of(before[j]));
      }
    }
  }
}
