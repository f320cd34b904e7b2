package org.perrin.math;

/**
 * Scratch of the kernels, kept by each thread: an array made again for every block of rows would
 * lie in memory that no cache holds yet, and cost as much as the rows themselves. Each use has an
 * array of its own, so that one kernel may call another.
 */
enum KernelScratch {
  /** Rows laid out tile by tile. */
  PACKED,
  /** The same times their coefficients. */
  SCALED,
  /** Sums of outer products, tile by tile. */
  SUMS,
  /** Columns of a matrix, side by side. */
  PANEL,
  /** Images of rows under a matrix. */
  IMAGES,
  /** {@code exp(−|x|)}. */
  DECAYS,
  /** {@code e^μ}. */
  POWERS,
  /** Arguments of {@link Mills}' polynomial. */
  PLACES,
  /** Its values. */
  RATIOS,
  /** Normal densities. */
  DENSITIES;

  private static final ThreadLocal<double[][]> ARRAYS =
      ThreadLocal.withInitial(() -> new double[values().length][]);

  /** This thread's array, of at least this size, with anything in it. */
  double[] array(int size) {
    double[][] arrays = ARRAYS.get();
    if (arrays[ordinal()] == null || arrays[ordinal()].length < size) {
      arrays[ordinal()] = new double[size];
    }
    return arrays[ordinal()];
  }
}
