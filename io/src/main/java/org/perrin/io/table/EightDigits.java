package org.perrin.io.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight decimal digits of a text at once, as one long: three multiplications in place of eight
 * (Lemire, 2018). The first byte is the lowest.
 */
final class EightDigits {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private EightDigits() {}

  /** Whether eight bytes are digits: each is 0x3_, and stays so if 6 is added. */
  static boolean at(byte[] bytes, int i) {
    long eight = (long) EIGHT.get(bytes, i);
    long tens = 0xf0f0f0f0f0f0f0f0L;
    return (eight & tens | (eight + 0x0606060606060606L & tens) >>> 4) == 0x3333333333333333L;
  }

  /** Eight digits as a number, in pairs, fours and all. */
  static long number(byte[] bytes, int i) {
    long pairs = (long) EIGHT.get(bytes, i) - 0x3030303030303030L;
    pairs = 10 * pairs + (pairs >>> 8);
    long odd = (pairs & 0x000000ff000000ffL) * 0x000f424000000064L;
    long even = (pairs >>> 16 & 0x000000ff000000ffL) * 0x0000271000000001L;
    return odd + even >>> 32;
  }
}
