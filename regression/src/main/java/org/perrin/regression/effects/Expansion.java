package org.perrin.regression.effects;

import java.util.Arrays;
import java.util.List;
import org.perrin.draws.Draws;

/**
 * A function of the parameters to first order around the mean of the draws: points are the mean and
 * one step of a standard deviation off it along each parameter that varies, so that {@code g(θ) ≈
 * g₀ + Σₖ (gₖ − g₀)(θₖ − θ̄ₖ)/σₖ}. Without steps where there are too many parameters.
 */
final class Expansion {
  private final Draws points;
  private final double[][] away;

  private Expansion(Draws points, double[][] away) {
    this.points = points;
    this.away = away;
  }

  static Expansion of(Draws draws, int most) {
    int d = draws.dimension();
    double[] mean = new double[d];
    double[] squares = new double[d];
    int count = draws.count();
    for (int s = 0; s < count; s++) {
      double[] draw = draws.draw(s);
      for (int k = 0; k < d; k++) {
        mean[k] += draw[k] / count;
      }
    }
    double[][] all = new double[count][];
    for (int s = 0; s < count; s++) {
      all[s] = draws.draw(s);
      for (int k = 0; k < d; k++) {
        squares[k] += (all[s][k] - mean[k]) * (all[s][k] - mean[k]) / count;
      }
    }
    int steps = d <= most ? d : 0;
    double[] values = new double[(steps + 1) * d];
    for (int p = 0; p <= steps; p++) {
      System.arraycopy(mean, 0, values, p * d, d);
      if (p > 0) {
        values[p * d + p - 1] += Math.sqrt(squares[p - 1]);
      }
    }
    for (double[] draw : all) {
      for (int k = 0; k < d; k++) {
        draw[k] = squares[k] > 0 ? (draw[k] - mean[k]) / Math.sqrt(squares[k]) : 0;
      }
    }
    double[][] away = steps == 0 ? new double[count][0] : all;
    return new Expansion(new Draws(draws.names(), List.of(Draws.Chain.of(d, values))), away);
  }

  /** Where the function is to be known. */
  Draws points() {
    return points;
  }

  /** The mean of the draws alone. */
  Draws centre() {
    Draws.Chain all = points.chains().getFirst();
    return new Draws(points.names(), List.of(Draws.Chain.of(points.dimension(), all.draw(0))));
  }

  /** What the function gains by each step. */
  double[] slopes(double[] atPoints) {
    double[] slopes = Arrays.copyOfRange(atPoints, 1, atPoints.length);
    for (int k = 0; k < slopes.length; k++) {
      slopes[k] -= atPoints[0];
    }
    return slopes;
  }

  /** The function at draw s, from its values at the points and its slopes. */
  double at(double[] atPoints, double[] slopes, int s) {
    double sum = atPoints[0];
    double[] gap = away[s];
    for (int k = 0; k < slopes.length; k++) {
      sum += slopes[k] * gap[k];
    }
    return sum;
  }
}
