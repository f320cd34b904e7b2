package org.perrin.mode;

/**
 * The mode of a scale's own marginal, by Laplace's approximation: {@code v(t) = min f(·, t) + ½ log
 * det} of the curvature of the others, minimised by a search on the line.
 *
 * @param <P> what is known for one t
 */
abstract class MarginalSearch<P> {
  private static final int MOST_MOVES = 60;
  private static final double FIRST_MOVE = 0.5;
  private static final double LAST_MOVE = 0.01;
  private static final double DIFFERENCE = 0.05;

  /** The best of the others for the t of {@code near}, moved by {@code move}. */
  abstract P moved(P near, double move);

  /** v. */
  abstract double marginal(P profile);

  /** From a first profile to the best. */
  final P best(P first) {
    P best = first;
    double move = FIRST_MOVE;
    for (int step = 0; step < MOST_MOVES && Math.abs(move) > LAST_MOVE; step++) {
      P next = moved(best, move);
      if (marginal(next) < marginal(best)) {
        best = next;
        move *= 1.5;
      } else {
        // turn around, and look closer every second time
        move = move > 0 ? -move : -move / 2;
      }
    }
    return best;
  }

  /** {@code v''} at the best, 1 where it is not positive. */
  final double bend(P best) {
    double up = marginal(moved(best, DIFFERENCE));
    double down = marginal(moved(best, -DIFFERENCE));
    double bend = (up - 2 * marginal(best) + down) / (DIFFERENCE * DIFFERENCE);
    return bend > 0 ? bend : 1;
  }
}
