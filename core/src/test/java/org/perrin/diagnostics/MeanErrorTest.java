package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.random.RandomStream;

class MeanErrorTest {
  /** Tables of Student's t; the last two are the normal's. */
  @ParameterizedTest
  @CsvSource({
    "0.05, 1, 12.7062047362",
    "0.05, 4, 2.7764451052",
    "0.001, 10, 4.5868938587",
    "0.01, 2.5, 7.1637281389",
    "0.05, 1e9, 1.9599639845",
    "1e-6, Infinity, 4.8916384757"
  })
  void quantiles_of_student(double tail, double freedom, double expected) {
    assertThat(StudentQuantile.quantile(tail, freedom))
        .isCloseTo(expected, within(2e-4 * expected));
  }

  private static double[][] series(long seed, int length, double rho) {
    double[][] chains = new double[4][length];
    for (int c = 0; c < 4; c++) {
      var random = RandomStream.of(seed, c);
      double x = random.nextGaussian();
      for (int t = 0; t < length; t++) {
        x = rho * x + Math.sqrt(1 - rho * rho) * random.nextGaussian();
        chains[c][t] = x;
      }
    }
    return chains;
  }

  /** AR(1): the error of a mean is {@code √((1 + ρ)/(1 − ρ)/n)}; 10 % is five errors of it. */
  @Test
  void correlation_counts() {
    assertThat(MeanError.of(series(1, 5000, 0)).error()).isCloseTo(0.00707, within(0.0007));
    assertThat(MeanError.of(series(1, 5000, 0.6)).error()).isCloseTo(0.01414, within(0.0014));
    // not more effective draws than there are
    assertThat(MeanError.of(series(1, 5000, -0.6)).error()).isCloseTo(0.00707, within(0.0004));
  }

  /** {@code ν = 2n/(κ − 1)}: n for a normal, a quarter of it for κ = 9. */
  @Test
  void heavy_tails_cost_degrees_of_freedom() {
    var normal = MeanError.of(series(2, 5000, 0));
    assertThat(normal.freedom()).isBetween(18_000.0, 20_000.0);
    double[][] signs = series(2, 5000, 0);
    for (double[] chain : signs) {
      for (int t = 0; t < chain.length; t++) {
        // two thirds zeros, the rest ±1: κ = 9 where a ninth is not zero
        chain[t] = t % 9 == 0 ? Math.signum(chain[t]) : 0;
      }
    }
    var heavy = MeanError.of(signs);
    assertThat(heavy.freedom()).isCloseTo(5000, within(400.0));
    assertThat(normal.asHeavyAs(heavy, 0.5).freedom()).isCloseTo(2500, within(200.0));
    assertThat(MeanError.of(new double[2][10]))
        .isEqualTo(new MeanError(0, Double.POSITIVE_INFINITY, 0));
  }

  @Test
  void errors_add_as_satterthwaite_has_it() {
    var sum = new MeanError(3, 10, 0.5).plus(new MeanError(4, 40, -1));
    assertThat(sum.error()).isEqualTo(5);
    assertThat(sum.freedom()).isCloseTo(625 / (81 / 10.0 + 256 / 40.0), within(1e-9));
    assertThat(sum.skewness()).isCloseTo((27 * 0.5 - 64) / 125, within(1e-12));
    assertThat(sum.times(-2)).isEqualTo(new MeanError(10, sum.freedom(), -sum.skewness()));
  }

  /** A mean above the truth is what rare values on the left, missing by chance, look like. */
  @Test
  void skewness_explains_part_of_a_gap() {
    var left = new MeanError(1, 100, -0.3);
    assertThat(left.significance(4)).isCloseTo(4 - 1.6 + 0.09 * 64 / 27 - 0.05, within(1e-12));
    assertThat(left.significance(-4)).isEqualTo(4);
    assertThat(new MeanError(1, 100, 0).significance(4)).isEqualTo(4);
    assertThat(left.significance(0)).isZero();
  }
}
