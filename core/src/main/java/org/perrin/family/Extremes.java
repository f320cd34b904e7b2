package org.perrin.family;

import java.util.function.DoubleUnaryOperator;

/** The largest size of a function on an interval, from where its extremes are. */
final class Extremes {
  private Extremes() {}

  /** {@code max |f|} on [low, high] for a function that is monotone between the points of at. */
  static double most(DoubleUnaryOperator f, double[] at, double low, double high) {
    double most = Math.max(Math.abs(f.applyAsDouble(low)), Math.abs(f.applyAsDouble(high)));
    for (double x : at) {
      if (low < x && x < high) {
        most = Math.max(most, Math.abs(f.applyAsDouble(x)));
      }
    }
    return most;
  }
}
