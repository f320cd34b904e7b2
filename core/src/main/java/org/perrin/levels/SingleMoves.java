package org.perrin.levels;

import org.perrin.random.RandomStream;

/**
 * {@link CubicMove} for all levels of a term with one coefficient, in loops without branches: with
 * {@code S(b) = γb + ½ hb² + ⅙ tb³} of a level, the prior's precision in h, two steps of Newton
 * from a fixed start lead to {@code N(μ, 1/P)}, of which the proposal is a draw. O(J).
 */
final class SingleMoves {
  private final double[] noise;

  /** The smaller one of the curvatures that steps met: where it is not positive one was left. */
  private final double[] least;

  private final CubicMove alone = new CubicMove(1);

  /** {@code −log} of ratios by which proposals are accepted. */
  final double[] gap;

  SingleMoves(int levels) {
    this.noise = new double[levels];
    this.least = new double[levels];
    this.gap = new double[levels];
  }

  /**
   * Proposes for all levels.
   *
   * @param of S as polynomials in {@code b − now}, which become those in b; of order three
   * @param omega the prior's precision
   * @param start where steps begin
   * @param now b
   * @param next where proposals are written
   */
  void propose(
      CubicPolynomials of,
      double omega,
      double[] start,
      double[] now,
      double[] next,
      RandomStream random) {
    random.fillGaussian(noise, noise.length);
    of.shiftAll(now);
    newton(of.slope, of.curvature, of.third, omega, start, now, next);
    for (int j = 0; j < least.length; j++) {
      if (!(least[j] > 0)) {
        gap[j] = alone.single(of, j, omega, start[j], now[j], noise[j]);
        next[j] = alone.next[0];
      }
    }
  }

  private void newton(
      double[] slope,
      double[] curvature,
      double[] third,
      double omega,
      double[] start,
      double[] now,
      double[] next) {
    for (int j = 0; j < least.length; j++) {
      double g = slope[j];
      double h = curvature[j] + omega;
      double t = third[j];
      double begin = start[j];
      double bend = h + t * begin;
      double middle = begin - (g + begin * (h + t * begin / 2)) / bend;
      double precision = h + t * middle;
      double mu = middle - (g + middle * (h + t * middle / 2)) / precision;
      double there = mu + noise[j] / Math.sqrt(precision);
      double here = now[j];
      double e = here - mu;
      next[j] = there;
      least[j] = Math.min(bend, precision);
      gap[j] =
          (precision * e * e - noise[j] * noise[j]) / 2
              + there * (g + there * (h / 2 + t * there / 6))
              - here * (g + here * (h / 2 + t * here / 6));
    }
  }
}
