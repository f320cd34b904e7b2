package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.perrin.random.RandomStream;

/** Sums without rounding, against the JDK's decimals. */
class ExactSumTest {
  @Test
  void agrees_with_decimals_over_the_whole_range() {
    var random = RandomStream.of(1);
    var sum = new ExactSum();
    var half = new ExactSum();
    BigDecimal expected = BigDecimal.ZERO;
    double[] odd = {
      Double.MIN_VALUE, -Double.MAX_VALUE, Double.MAX_VALUE, -0.0, 0x1p-1022, 1, -1e-300
    };
    for (int i = 0; i < 2000; i++) {
      double value =
          i < odd.length
              ? odd[i]
              : random.nextGaussian() * Math.scalb(1.0, random.nextIndex(2000) - 1000);
      expected = expected.add(new BigDecimal(value));
      (i % 2 == 0 ? sum : half).add(value);
    }
    sum.add(half);
    assertThat(sum.value()).isEqualByComparingTo(expected);
  }
}
