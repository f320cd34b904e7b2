package org.perrin.family;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Quantiles of counts so large that neighbouring numbers are more than 1 apart. */
class QuantileSearchTest {
  @Test
  @Timeout(20)
  void counts_beyond_the_whole_numbers_have_quantiles() {
    for (double eta : new double[] {30, 40, 60, 300}) {
      Distribution counts = new Poisson().at(eta);
      double middle = counts.quantile(0.5);
      assertThat(middle / counts.mean()).isBetween(0.99, 1.01);
      assertThat(counts.quantile(0.1)).isLessThanOrEqualTo(middle);
      assertThat(counts.quantile(0.9)).isGreaterThanOrEqualTo(middle);
    }
  }
}
