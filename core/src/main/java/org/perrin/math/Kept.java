package org.perrin.math;

/**
 * Scratch of the kernels, kept by each thread: an array made anew for every block of rows would lie
 * in memory that no cache holds yet, and cost as much as the rows themselves.
 */
final class Kept {
  private static final ThreadLocal<double[][]> ARRAYS =
      ThreadLocal.withInitial(() -> new double[4][]);

  private Kept() {}

  /** Array number {@code which} of this thread, of at least this size, with anything in it. */
  static double[] array(int which, int size) {
    double[][] arrays = ARRAYS.get();
    if (arrays[which] == null || arrays[which].length < size) {
      arrays[which] = new double[size];
    }
    return arrays[which];
  }
}
