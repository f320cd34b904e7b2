package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GammaTest {
  private static final double EULER = 0.57721566490153286061;

  @Test
  void known_values() {
    assertThat(Gamma.log(0.5)).isCloseTo(0.5 * Math.log(Math.PI), within(1e-14));
    assertThat(Gamma.log(11)).isCloseTo(Math.log(3_628_800), within(1e-13));
    assertThat(Gamma.digamma(1)).isCloseTo(-EULER, within(1e-14));
    assertThat(Gamma.digamma(0.5)).isCloseTo(-EULER - 2 * Math.log(2), within(1e-14));
    assertThat(Gamma.trigamma(1)).isCloseTo(Math.PI * Math.PI / 6, within(1e-14));
    assertThat(Gamma.trigamma(0.5)).isCloseTo(Math.PI * Math.PI / 2, within(1e-13));
    assertThat(Gamma.tetragamma(1)).isCloseTo(-2.4041138063191886, within(1e-14));
    assertThat(Gamma.tetragamma(Math.exp(3.1))).isCloseTo(-0.0021229127718795174, within(1e-17));
  }

  /** Looked up below 256, computed from there on. */
  @Test
  void factorials_are_sums_of_logarithms() {
    assertThat(Gamma.logFactorial(20)).isCloseTo(42.335616460753485, within(1e-13));
    double sum = 0;
    for (int y = 1; y < 300; y++) {
      sum += Math.log(y);
      assertThat(Gamma.logFactorial(y)).isCloseTo(sum, within(1e-12 * (1 + sum)));
    }
    assertThat(Gamma.logFactorial(0)).isCloseTo(0, within(1e-13));
  }

  @Test
  void each_is_the_slope_of_the_one_before() {
    for (double x : new double[] {0.01, 0.3, 2, 9.99, 10.01, 40, 1e4}) {
      double h = 1e-5 * x;
      double slope = (Gamma.log(x + h) - Gamma.log(x - h)) / (2 * h);
      assertThat(Gamma.digamma(x)).isCloseTo(slope, within(1e-6 * (1 + Math.abs(slope))));
      double bend = (Gamma.digamma(x + h) - Gamma.digamma(x - h)) / (2 * h);
      assertThat(Gamma.trigamma(x)).isCloseTo(bend, within(1e-6 * (1 + Math.abs(bend))));
      double third = (Gamma.trigamma(x + h) - Gamma.trigamma(x - h)) / (2 * h);
      assertThat(Gamma.tetragamma(x)).isCloseTo(third, within(1e-6 * (1 + Math.abs(third))));
    }
  }
}
