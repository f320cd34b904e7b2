package org.perrin.levels;

import org.perrin.model.ShrunkCoefficients;
import org.perrin.random.RandomStream;

/**
 * The log scale h of a smooth given its coefficients, {@code βⱼ = uⱼ e^h zⱼ}, {@code z ~ N(0, I)}:
 * once with β held fixed and once with z, as {@link ScaleMoves} does for terms, each by a slice.
 * With n coefficients and {@code q = Σ βⱼ²/uⱼ²},
 *
 * <pre>
 *   −log p(h | β) = n h + ½ q e^{−2h} + prior,
 *   −log p(h' | z) = S(β + (e^{h' − h} − 1) β) + prior,
 * </pre>
 *
 * S what rows say; along this line it is a polynomial in {@code e = e^{h' − h} − 1}.
 */
final class SmoothScales {
  private static final double WIDTH = 1;

  /** Cubic targets are not bounded below: so far above a fixed point h may go. */
  private static final double UP = 1;

  private SmoothScales() {}

  /** What rows say along a line, {@code linear e + ½ square e² + ⅙ cube e³}. */
  record Line(double linear, double square, double cube) {
    double potential(double e) {
      return e * (linear + e * (square / 2 + e * cube / 6));
    }
  }

  /** Given β. */
  static void centred(LevelState state, int s, RandomStream random) {
    ShrunkCoefficients smooth = state.layout.smooths().get(s);
    double sum = 0;
    for (int j = 0; j < smooth.columns().length; j++) {
      double own = state.head[smooth.columns()[j]] / smooth.units()[j];
      sum += own * own;
    }
    double squares = sum;
    int n = smooth.columns().length;
    int at = state.layout.smoothScale(s);
    var prior = state.priors.get(at);
    state.head[at] =
        LineSlice.move(
            h -> n * h + squares * Math.exp(-2 * h) / 2 + prior.value(h),
            state.head[at],
            WIDTH,
            random);
  }

  /**
   * Given z: β moves with h.
   *
   * @return {@code e^{h' − h} − 1}, by which β grew
   */
  static double free(LevelState state, int s, Line rows, double most, RandomStream random) {
    int at = state.layout.smoothScale(s);
    var prior = state.priors.get(at);
    double now = state.head[at];
    double next =
        LineSlice.move(
            h ->
                h > most
                    ? Double.POSITIVE_INFINITY
                    : rows.potential(Math.expm1(h - now)) + prior.value(h),
            now,
            WIDTH,
            random);
    double growth = Math.expm1(next - now);
    state.head[at] = next;
    for (int column : state.layout.smooths().get(s).columns()) {
      state.head[column] *= 1 + growth;
    }
    return growth;
  }

  /** The same near a fixed point. */
  static double freeNear(LevelState state, int s, Line rows, double centre, RandomStream random) {
    return free(state, s, rows, centre + UP, random);
  }
}
