package org.perrin.cli;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.perrin.math.Kernels;

/**
 * Brings in the Vector API. Java resolves an incubator module either at start-up, with a warning on
 * stderr that cannot be turned off, or later, as it loads its own agents; this is the second way
 * (see {@code jvm.options}). Where it is barred the arithmetic runs without SIMD: slower, with the
 * same bits.
 */
final class Simd {
  private static final String MODULE = "jdk.incubator.vector";

  /** Held, because Java discards loggers without references. */
  private static Logger library;

  private static boolean warned;

  private Simd() {}

  /** Has it loaded when there are enough numbers for it; called before any arithmetic. */
  static void onDemand() {
    if (!isThere()) {
      Kernels.onDemand(Simd::load);
    }
  }

  /** Loads it now, for what measures arithmetic. */
  static void atOnce() {
    Kernels.expect(Long.MAX_VALUE);
  }

  private static boolean isThere() {
    return ModuleLayer.boot().findModule(MODULE).isPresent();
  }

  /** Loads the module unless it is there, or says so. */
  private static synchronized void load() {
    if (isThere()) {
      return;
    }
    try {
      Class.forName("jdk.internal.module.Modules")
          .getMethod("loadModule", String.class)
          .invoke(null, MODULE);
    } catch (ReflectiveOperationException | RuntimeException _) {
      warn();
    }
  }

  /** In place of what the library would say, which is of use to programmers only. */
  private static void warn() {
    if (!warned) {
      warned = true;
      library = Logger.getLogger("org.perrin");
      library.setLevel(Level.WARNING);
      System.err.printf(
          "perrin: running without SIMD, slower and with the same results: %s cannot be loaded%n",
          MODULE);
    }
  }
}
