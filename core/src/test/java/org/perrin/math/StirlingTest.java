package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StirlingTest {
  /** t, S and its derivatives in sixty digits (mpmath 1.3: loggamma and polygamma of exp(t)). */
  private static final double[][] KNOWN = {
    {-50, 50, -1, 0, 0},
    {-3, 3.1724012426575854, -0.87544128478529525, 0.078571093942715025, 0.036122610749760575},
    {0, 1, -0.57721566490153286, 0.067718401946693576, -0.046527270676042122},
    {1.5, 0.18750227849944785, -0.51850369425810484, 0.018326706344056325, -0.017810955718302141},
    {
      2.9, -0.52647666079628624, -0.50458388211799447, 0.0045811136554335526, -0.0045728241277515549
    },
    {3.1, -0.62730762040503291, -0.50375333906557076, 0.003751818264077628, -0.0037472617123509591},
    {30, -14.081061466795319, -0.5000000000000078, 7.7980191407001455e-15, -7.7980191407001455e-15}
  };

  @Test
  void values_and_derivatives_have_their_digits() {
    for (double[] row : KNOWN) {
      for (int k = 0; k <= 3; k++) {
        double expected = row[k + 1];
        double digits = k == 3 ? 2e-12 : 1e-13;
        assertThat(Stirling.of(k, row[0]))
            .isCloseTo(expected, within(digits * (row[0] > 3 ? Math.abs(expected) : 1) + 1e-30));
      }
    }
  }

  /** On a grid finer than the functions bend, and as far as they are not flat. */
  @Test
  void suprema_are_those_of_the_functions() {
    for (int k = 1; k <= 3; k++) {
      double most = 0;
      for (double t = -60; t < 60; t += 0.001) {
        most = Math.max(most, Math.abs(Stirling.of(k, t)));
      }
      assertThat(most).isBetween(Stirling.MOST[k] * (1 - 1e-4), Stirling.MOST[k]);
    }
  }
}
