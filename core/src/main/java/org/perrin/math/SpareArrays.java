package org.perrin.math;

import java.util.Arrays;

/**
 * Arrays that a thread has done with, for its next use: a step that makes its own anew would fill
 * the young generation tens of times a second. Who takes one gives it back when nothing refers to
 * it any more; one that is not given back is lost to the collector, no worse than if it had been
 * made.
 */
public final class SpareArrays {
  private static final int MOST = 16;

  private static final ThreadLocal<SpareArrays> OF_THREAD =
      ThreadLocal.withInitial(SpareArrays::new);

  private final double[][] spare = new double[MOST][];
  private int count;

  private SpareArrays() {}

  /** An array of this length, with anything in it. */
  public static double[] take(int length) {
    return OF_THREAD.get().find(length);
  }

  /** An array of this length that holds zeros. */
  public static double[] zeros(int length) {
    double[] array = take(length);
    Arrays.fill(array, 0);
    return array;
  }

  /** Keeps an array that is of no use any more, unless there are many. */
  public static void give(double[] array) {
    SpareArrays own = OF_THREAD.get();
    if (own.count < MOST) {
      own.spare[own.count++] = array;
    }
  }

  private double[] find(int length) {
    for (int k = count - 1; k >= 0; k--) {
      double[] array = spare[k];
      if (array.length == length) {
        spare[k] = spare[--count];
        spare[count] = null;
        return array;
      }
    }
    return new double[length];
  }
}
