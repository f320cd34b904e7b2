package org.perrin.io;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Locale;

/**
 * Whether something will fit into Java's memory, asked before the work begins and not after an hour
 * of it. What lasts lives in the largest pool of the heap, which is what counts. Estimates leave
 * things out rather than add some: who is refused would have failed.
 */
public final class MemoryCheck {
  private static final double GIGA = 1 << 30;

  private MemoryCheck() {}

  /** Bytes that large arrays can take. */
  public static long most() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getUsage)
        .mapToLong(usage -> usage.getMax())
        .max()
        .stream()
        .filter(most -> most > 0)
        .findFirst()
        .orElse(Runtime.getRuntime().maxMemory());
  }

  /** Refuses what takes more {@code bytes} than there are. */
  public static void check(String what, double bytes, String advice) {
    require(
        what,
        bytes,
        "%s, or give it more by PERRIN_JAVA_OPTIONS=-Xmx%dg"
            .formatted(advice, Math.round(2 + bytes / GIGA)));
  }

  /** The same where the advice is all that can be done. */
  public static void require(String what, double bytes, String advice) {
    if (bytes > most()) {
      throw new InputException(
          "%s needs about %s of memory, and Java has %s: %s"
              .formatted(what, gigabytes(bytes), gigabytes(most()), advice));
    }
  }

  /** When it was not foreseen. */
  public static String exhausted() {
    return "Java's %s of memory are used up: pack the data by perrin data pack, ask for fewer draws, or give it more by PERRIN_JAVA_OPTIONS=-Xmx8g"
        .formatted(gigabytes(Runtime.getRuntime().maxMemory()));
  }

  private static String gigabytes(double bytes) {
    return String.format(Locale.ROOT, bytes < GIGA / 10 ? "%.3f GB" : "%.1f GB", bytes / GIGA);
  }
}
