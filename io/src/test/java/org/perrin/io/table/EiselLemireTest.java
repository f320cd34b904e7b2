package org.perrin.io.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EiselLemireTest {
  private static void check(long w, int decimals) {
    var exact = new BigDecimal(new BigInteger(Long.toUnsignedString(w)), decimals);
    assertThat(EiselLemire.of(w, decimals)).as(exact.toString()).isEqualTo(exact.doubleValue());
  }

  @Test
  void random_mantissas_of_any_length_are_the_nearest_double() {
    var random = new SplittableRandom(19);
    for (int i = 0; i < 300_000; i++) {
      long w = random.nextLong() >>> random.nextInt(64);
      check(w, random.nextInt(EiselLemire.MOST_DECIMALS + 1));
    }
  }

  @Test
  void decimals_of_doubles_are_read_to_the_bit() {
    var random = new SplittableRandom(20);
    for (int i = 0; i < 300_000; i++) {
      double value = random.nextDouble(0.01, 100);
      var text = new BigDecimal(Double.toString(value));
      assertThat(EiselLemire.of(text.unscaledValue().longValueExact(), text.scale()))
          .isEqualTo(value);
    }
  }

  /** Between two doubles, and one digit to either side of it. */
  @Test
  void halves_go_to_the_even_double() {
    var random = new SplittableRandom(21);
    for (int i = 0; i < 100_000; i++) {
      long odd = 2 * random.nextLong(1L << 52, 1L << 53) + 1;
      for (int decimals = 0; decimals <= 6; decimals++) {
        // odd · 10^decimals / 2 written with so many decimals, while it fits
        BigInteger w = BigInteger.valueOf(odd).multiply(BigInteger.TEN.pow(decimals)).shiftRight(1);
        if (w.bitLength() <= 62) {
          check(w.longValueExact(), decimals);
          check(w.longValueExact() + 1, decimals);
          check(w.longValueExact() - 1, decimals);
        }
      }
      check(odd, 0);
      check(odd << random.nextInt(9), 0);
    }
    check(0, 3);
    check(-1, 0);
    check(-1, EiselLemire.MOST_DECIMALS);
    check(1, EiselLemire.MOST_DECIMALS);
  }
}
