package org.perrin.spark;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A sum of doubles without any rounding, so that it does not depend on how rows are spread over
 * partitions: a fixed-point number of 2,200 bits in digits of 32 (Kulisch's long accumulator). Some
 * five nanoseconds a summand; up to 2³⁰ summands between carries.
 */
final class ExactSum implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The exponent of the last bit: that of the smallest double. */
  private static final int LOWEST = -1074;

  private static final long DIGIT = 0xffff_ffffL;
  private final long[] digits = new long[70];
  private int pending;

  void add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> 52) & 0x7ff;
    long mantissa = bits & 0xf_ffff_ffff_ffffL | (exponent == 0 ? 0 : 1L << 52);
    int place = Math.max(exponent, 1) - 1;
    int shift = place & 31;
    int at = place >>> 5;
    long low = (mantissa & DIGIT) << shift;
    long high = (mantissa >>> 32) << shift;
    long sign = bits >> 63 | 1;
    digits[at] += sign * (low & DIGIT);
    digits[at + 1] += sign * ((low >>> 32) + (high & DIGIT));
    digits[at + 2] += sign * (high >>> 32);
    if (++pending == 1 << 29) {
      carry();
    }
  }

  void add(ExactSum other) {
    carry();
    ExactSum own = new ExactSum();
    System.arraycopy(other.digits, 0, own.digits, 0, digits.length);
    own.carry();
    for (int k = 0; k < digits.length; k++) {
      digits[k] += own.digits[k];
    }
    pending = 1;
  }

  private void carry() {
    for (int k = 0; k < digits.length - 1; k++) {
      digits[k + 1] += digits[k] >> 32;
      digits[k] &= DIGIT;
    }
    pending = 0;
  }

  /** The sum, exactly. */
  BigDecimal value() {
    BigInteger sum = BigInteger.ZERO;
    for (int k = digits.length - 1; k >= 0; k--) {
      sum = sum.shiftLeft(32).add(BigInteger.valueOf(digits[k]));
    }
    return new BigDecimal(sum).divide(new BigDecimal(BigInteger.TWO.pow(-LOWEST)));
  }
}
