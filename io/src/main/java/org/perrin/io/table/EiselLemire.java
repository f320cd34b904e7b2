package org.perrin.io.table;

import java.math.BigInteger;

/**
 * The double nearest to {@code w · 10⁻ˢ} for whole w of up to 19 digits and s up to 27, by one or
 * two multiplications of 64 bits (Lemire, Number parsing at a gigabyte per second, 2021). In this
 * range the product always settles the rounding, so nothing is left to a slower way.
 */
final class EiselLemire {
  /** Digits of a mantissa that fits 64 bits without a sign. */
  static final int MOST_DIGITS = 19;

  /** Decimals up to which the stored powers are precise enough for every mantissa. */
  static final int MOST_DECIMALS = 27;

  /** Decimals up to which a decimal can lie in the middle between two doubles. */
  private static final int HALVES = 4;

  /** The upper and lower 64 bits of {@code 10⁻ˢ}, scaled to 128 bits and rounded up. */
  private static final long[] HIGH = new long[MOST_DECIMALS + 1];

  private static final long[] LOW = new long[MOST_DECIMALS + 1];

  static {
    for (int s = 0; s <= MOST_DECIMALS; s++) {
      BigInteger five = BigInteger.valueOf(5).pow(s);
      BigInteger one = BigInteger.ONE;
      // 1 is stored as it is; others are reciprocals with their first bit at place 127
      int bits = s == 0 ? 0 : five.bitLength();
      BigInteger scaled = one.shiftLeft(bits + 127);
      BigInteger power = s == 0 ? scaled : scaled.divide(five).add(one);
      HIGH[s] = power.shiftRight(64).longValue();
      LOW[s] = power.longValue();
    }
  }

  private EiselLemire() {}

  /** {@code w · 10⁻ˢ}, w taken as a number without a sign. */
  static double of(long w, int decimals) {
    if (w == 0) {
      return 0;
    }
    int zeros = Long.numberOfLeadingZeros(w);
    long left = w << zeros;
    long high = Math.unsignedMultiplyHigh(left, HIGH[decimals]);
    long low = left * HIGH[decimals];
    if ((high & 0x1ff) == 0x1ff) {
      long more = Math.unsignedMultiplyHigh(left, LOW[decimals]);
      low += more;
      high += Long.compareUnsigned(low, more) < 0 ? 1 : 0;
    }
    int upper = (int) (high >>> 63);
    long mantissa = high >>> upper + 9;
    // the power of two of 10⁻ˢ is ⌊−s log₂ 10⌋
    int exponent = (-217706 * decimals >> 16) + 63 + upper - zeros + 1023;
    if (Long.compareUnsigned(low, 1) <= 0
        && decimals <= HALVES
        && (mantissa & 3) == 1
        && mantissa << upper + 9 == high) {
      // in the middle between two doubles: to the even one
      mantissa &= ~1L;
    }
    mantissa = mantissa + (mantissa & 1) >>> 1;
    // a carry out of the mantissa raises the exponent, as it should
    return Double.longBitsToDouble(mantissa + ((long) (exponent - 1) << 52));
  }
}
