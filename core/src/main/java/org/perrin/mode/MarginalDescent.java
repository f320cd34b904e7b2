package org.perrin.mode;

import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.ToDoubleFunction;
import org.perrin.model.Curved;

/**
 * Newton's method of two parts at once: scales h go to the mode of their own marginal, all others
 * to their best for h. A step of the others is halved until f falls; one of h is no more than
 * {@link #LONGEST} and shrinks where the search takes long, as steps go to and fro where the
 * curvature of the marginal changes its sign.
 */
final class MarginalDescent {
  /** The longest step of a log scale. */
  static final double LONGEST = 1;

  private static final int MOST_STEPS = 100;
  private static final double TOLERANCE = 0.02;

  /** After so many steps those of h are halved. */
  private static final double CALM = 8;

  private MarginalDescent() {}

  /** What is known at one θ: one pass over the data. */
  interface Point {
    /** {@code gᵀA⁻¹g} of the others plus that of the marginal of h. */
    double decrement();

    /** θ after a step of the others and a share of one of h. */
    double[] next(double share);

    /** The Hessian, with the curvature of h given nothing else. */
    double[] hessian();
  }

  /**
   * Steps from {@code start} until they are a fiftieth of a standard deviation a dimension.
   *
   * @param passes how often all rows have been read
   */
  static Mode find(
      Curved model, double[] start, Function<double[], ? extends Point> at, IntSupplier passes) {
    double[] theta = start.clone();
    for (int step = 0; ; step++) {
      Point point = at.apply(theta);
      double size = Math.sqrt(point.decrement() / theta.length);
      if (size < TOLERANCE || step == MOST_STEPS) {
        double[] hessian = point.hessian();
        return Mode.fromHessian(model, theta, hessian, passes.getAsInt(), OptionalDouble.of(size));
      }
      theta = point.next(CALM / (CALM + step));
    }
  }

  /**
   * A step against {@code direction} at some places, halved until a value falls.
   *
   * @param here the value at θ
   * @param whole what the value after the whole step is taken to be; empty to look
   */
  static double[] halved(
      double[] theta,
      int[] places,
      double[] direction,
      double here,
      OptionalDouble whole,
      ToDoubleFunction<double[]> value) {
    double[] next = theta.clone();
    for (double length = 1; ; length /= 2) {
      for (int i = 0; i < places.length; i++) {
        next[places[i]] = theta[places[i]] - length * direction[i];
      }
      double there =
          length == 1 && whole.isPresent() ? whole.getAsDouble() : value.applyAsDouble(next);
      if (there <= here + 1e-10 * Math.abs(here) || length < 1e-9) {
        return next;
      }
    }
  }
}
