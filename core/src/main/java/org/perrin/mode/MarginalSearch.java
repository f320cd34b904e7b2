package org.perrin.mode;

/**
 * The mode of the marginal of one scale or more, by Laplace's approximation: {@code v(t) = min f(·,
 * t) + ½ log det} of the curvature of the others, minimised by searches on lines, scale by scale.
 *
 * @param <P> what is known for one t
 */
abstract class MarginalSearch<P> {
  private static final int MOST_MOVES = 60;
  private static final double FIRST_MOVE = 0.5;
  private static final double LAST_MOVE = 0.01;
  private static final double DIFFERENCE = 0.05;
  private static final int ROUNDS = 4;

  /** How many scales there are. */
  abstract int scales();

  /** The best of the others for the scales of {@code near}, moved by {@code moves}. */
  abstract P moved(P near, double[] moves);

  /** v. */
  abstract double marginal(P profile);

  private P moved(P near, int scale, double move) {
    double[] moves = new double[scales()];
    moves[scale] = move;
    return moved(near, moves);
  }

  /** From a first profile to the best. */
  final P best(P first) {
    P best = first;
    for (int round = 0; round < (scales() == 1 ? 1 : ROUNDS); round++) {
      for (int scale = 0; scale < scales(); scale++) {
        best = best(best, scale);
      }
    }
    return best;
  }

  private P best(P first, int scale) {
    P best = first;
    double move = FIRST_MOVE;
    for (int step = 0; step < MOST_MOVES && Math.abs(move) > LAST_MOVE; step++) {
      P next = moved(best, scale, move);
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

  /**
   * The second derivatives of v at the best, by differences; without the mixed ones, or 1, where
   * they are not positive.
   */
  final double[] bends(P best) {
    int n = scales();
    double[] bends = new double[n * n];
    for (int i = 0; i < n; i++) {
      double sum = marginal(moved(best, i, DIFFERENCE)) + marginal(moved(best, i, -DIFFERENCE));
      double bend = (sum - 2 * marginal(best)) / (DIFFERENCE * DIFFERENCE);
      bends[i * n + i] = bend > 0 ? bend : 1;
    }
    if (n == 2) {
      double[] both = {DIFFERENCE, DIFFERENCE};
      double[] back = {-DIFFERENCE, -DIFFERENCE};
      double sum = marginal(moved(best, both)) + marginal(moved(best, back));
      double along = (sum - 2 * marginal(best)) / (DIFFERENCE * DIFFERENCE);
      double mixed = (along - bends[0] - bends[3]) / 2;
      if (mixed * mixed < 0.98 * bends[0] * bends[3]) {
        bends[1] = mixed;
        bends[2] = mixed;
      }
    }
    return bends;
  }
}
