package org.perrin.cli;

/**
 * Brings in the Vector API. Java resolves an incubator module either at start-up, with a warning on
 * stderr that cannot be turned off, or later, as it loads its own agents; this is the second way
 * (see {@code jvm.options}). Where it is barred the arithmetic runs without SIMD: slower, with the
 * same bits.
 */
final class Simd {
  private static final String MODULE = "jdk.incubator.vector";

  private Simd() {}

  /** Loads the module unless it is there; to be called before any arithmetic. */
  static void load() {
    if (ModuleLayer.boot().findModule(MODULE).isPresent()) {
      return;
    }
    try {
      Class.forName("jdk.internal.module.Modules")
          .getMethod("loadModule", String.class)
          .invoke(null, MODULE);
    } catch (ReflectiveOperationException | RuntimeException e) {
      System.getLogger("org.perrin").log(System.Logger.Level.DEBUG, "no SIMD", e);
    }
  }
}
