package org.perrin.levels;

import java.util.function.DoubleUnaryOperator;
import org.perrin.random.RandomStream;

/**
 * Slice sampling on a line (Neal, 2003): an interval of fixed width around the point steps out
 * until it covers the slice, and shrinks to the point until a draw from it lies in the slice. It
 * leaves any density as it is and needs no tuning.
 */
final class LineSlice {
  private static final int MOST_STEPS = 50;
  private static final int MOST_SHRINKS = 200;

  private LineSlice() {}

  /**
   * A move from {@code x}.
   *
   * @param potential minus the logarithm of the density, up to a constant
   * @param width of the first interval
   */
  static double move(DoubleUnaryOperator potential, double x, double width, RandomStream random) {
    double level = potential.applyAsDouble(x) + random.nextExponential();
    if (!(level - level == 0)) {
      return x;
    }
    double low = x - width * random.nextDouble();
    double high = low + width;
    int left = random.nextIndex(MOST_STEPS);
    int right = MOST_STEPS - 1 - left;
    while (left-- > 0 && potential.applyAsDouble(low) < level) {
      low -= width;
    }
    while (right-- > 0 && potential.applyAsDouble(high) < level) {
      high += width;
    }
    for (int n = 0; n < MOST_SHRINKS; n++) {
      double next = low + (high - low) * random.nextDouble();
      if (potential.applyAsDouble(next) < level) {
        return next;
      }
      if (next < x) {
        low = next;
      } else {
        high = next;
      }
    }
    return x;
  }
}
