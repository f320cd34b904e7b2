package org.perrin.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

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

  private static boolean told;

  private Simd() {}

  /** Loads the module unless it is there, or says so; to be called before any arithmetic. */
  static synchronized void load() {
    if (ModuleLayer.boot().findModule(MODULE).isPresent()) {
      return;
    }
    try {
      Class.forName("jdk.internal.module.Modules")
          .getMethod("loadModule", String.class)
          .invoke(null, MODULE);
    } catch (ReflectiveOperationException | RuntimeException _) {
      tell();
    }
  }

  /** In place of what the library would say, which is of use to programmers only. */
  private static void tell() {
    if (!told) {
      told = true;
      library = Logger.getLogger("org.perrin");
      library.setLevel(Level.WARNING);
      System.err.printf(
          "perrin: running without SIMD, slower and with the same results: %s cannot be loaded%n",
          MODULE);
    }
  }
}
