package org.perrin.cli.report;

import java.util.Arrays;
import org.perrin.family.Distribution;
import org.perrin.math.Parallel;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;

/**
 * Are targets spread around what is expected of each row as the model says? Randomised quantile
 * residuals (Dunn and Smyth, 1996), {@code Φ⁻¹(u)} with u the distribution function at the target
 * under one draw of the posterior, drawn between its limits where it jumps. Under a right model
 * they are independent and standard normal: a draw of the posterior and the target have the same
 * joint distribution as the true parameters and the target (Johnson, 2007), also where levels of
 * groups are pooled, and of means over the posterior that is not so. What is judged is the median
 * over draws.
 *
 * <p>A target on a grid stands for all numbers that are rounded to it: it moves by up to half a
 * step at random.
 *
 * @param misplaced the share of rows beyond what bins of residuals hold in 19 of 20 tables
 * @param chance the largest such share in 200 tables of a right model: a median over draws is above
 *     it in 2 of 201 at most, for then half of the draws are, and one is in 1 of 201
 */
record ResidualCheck(double misplaced, double chance) {
  /** Draws of the posterior that are looked at. */
  static final int DRAWS = 20;

  private static final int TABLES = 200;
  private static final int BINS = 30;
  private static final double END = 2.576;
  private static final double Z95 = 1.645;

  /** The distribution functions at the ends of bins. */
  private static final double[] ENDS = ends();

  static ResidualCheck of(InSamplePredictions p) {
    return of(uniforms(p), p.seed());
  }

  /** Of distribution functions at the targets: an array over rows for each draw. */
  static ResidualCheck of(double[][] uniforms, long seed) {
    int rows = uniforms[0].length;
    double[] seen = new double[uniforms.length];
    Parallel.run(seen.length, t -> seen[t] = misplaced(uniforms[t]));
    double[] drawn = new double[TABLES];
    Parallel.run(
        TABLES,
        t -> {
          var random = RandomStream.of(seed + 3, t);
          double[] u = new double[rows];
          Arrays.setAll(u, _ -> random.nextDouble());
          drawn[t] = misplaced(u);
        });
    Arrays.sort(seen);
    return new ResidualCheck(
        seen[seen.length / 2], Arrays.stream(drawn).max().orElse(Double.POSITIVE_INFINITY));
  }

  /** Which of so many draws are looked at. */
  static int[] draws(int count) {
    int[] some = new int[Math.min(DRAWS, count)];
    Arrays.setAll(some, t -> (int) ((long) t * count / some.length));
    return some;
  }

  /** More than chance explains. */
  boolean beyondChance() {
    return misplaced > chance;
  }

  private static double[][] uniforms(InSamplePredictions p) {
    boolean metric = p.regression().metric();
    double step = TargetGrid.step(p.y());
    int[] draws = draws(p.eta().length);
    double[][] u = new double[draws.length][p.rows()];
    Parallel.run(
        draws.length,
        t -> {
          var random = RandomStream.of(p.seed() + 2, t);
          for (int j = 0; j < u[t].length; j++) {
            u[t][j] = uniform(p.at(draws[t], j), p.y()[j], step, metric, random.nextDouble());
          }
        });
    return u;
  }

  private static double uniform(Distribution d, double y, double step, boolean metric, double v) {
    if (metric) {
      return d.cumulative(step > 0 ? moved(d, y + step * (v - 0.5), step) : y);
    }
    double below = d.whole() ? y - 1 : step > 0 ? y - step / 2 : Math.nextDown(y);
    double above = d.whole() || step == 0 ? y : y + step / 2;
    double low = d.cumulative(below);
    return low + (d.cumulative(above) - low) * v;
  }

  /**
   * The noise that was fitted has the variance of rounding; numbers moved at random have it twice.
   */
  private static double moved(Distribution d, double y, double step) {
    double variance = d.sd() * d.sd();
    double shrink = Math.sqrt(variance / (variance + step * step / 12));
    double centre = d.centre();
    return shrink > 0 && Double.isFinite(centre) ? centre + shrink * (y - centre) : y;
  }

  private static double[] ends() {
    double[] ends = new double[BINS + 1];
    Arrays.setAll(ends, b -> Special.normal(END * (2.0 * b / BINS - 1)));
    return ends;
  }

  private static double misplaced(double... u) {
    int[] counts = new int[ENDS.length + 1];
    for (double value : u) {
      int at = Arrays.binarySearch(ENDS, value);
      counts[at < 0 ? -at - 1 : at + 1]++;
    }
    double sum = 0;
    for (int b = 0; b < counts.length; b++) {
      double expected = (b < ENDS.length ? ENDS[b] : 1) - (b > 0 ? ENDS[b - 1] : 0);
      double high = expected + Z95 * Math.sqrt(expected * (1 - expected) / u.length);
      sum += Math.max(0, (double) counts[b] / u.length - high);
    }
    return sum;
  }
}
