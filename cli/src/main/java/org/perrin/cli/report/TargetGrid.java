package org.perrin.cli.report;

import java.util.Arrays;

/**
 * How coarsely a target was rounded: the largest step of which all distances between its values are
 * multiples (Euclid's algorithm, up to rounding).
 */
final class TargetGrid {
  /** A step that is finer than this share of the range shows in no check. */
  private static final double FINEST = 1.0 / 3000;

  /** Distances that are less, as shares of the range, are those of floating point. */
  private static final double SAME = 1e-7;

  private TargetGrid() {}

  /** The step; 0 where there is none, or none that matters. */
  static double step(double... y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double range = sorted.length == 0 ? 0 : sorted[sorted.length - 1] - sorted[0];
    if (!(range > 0) || !Double.isFinite(range)) {
      return 0;
    }
    double step = 0;
    for (int k = 1; k < sorted.length; k++) {
      double distance = sorted[k] - sorted[k - 1];
      if (distance > SAME * range) {
        step = divisor(step, distance, SAME * range);
        if (step < FINEST * range) {
          return 0;
        }
      }
    }
    return step;
  }

  private static double divisor(double a, double b, double same) {
    double larger = a;
    double smaller = b;
    while (smaller > same) {
      double rest = Math.abs(larger - smaller * Math.rint(larger / smaller));
      larger = smaller;
      smaller = rest;
    }
    return larger;
  }
}
