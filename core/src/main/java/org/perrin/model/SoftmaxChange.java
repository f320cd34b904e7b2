package org.perrin.model;

import org.jspecify.annotations.Nullable;
import org.perrin.math.Scalars;

/**
 * By how much class probabilities change where predictors are normal: {@code E[Δpᵀ G Δp]} for
 * {@code η ~ N(η̂, widen² M)}, {@code Δp = p(η) − p(η̂)}, by {@link Cubature}. From p alone: {@code
 * p'ₖ ∝ pₖ e^{tₖ}}. Where a class is rare p is small at η̂ and need not be a little way off, which
 * curvature at η̂ does not say.
 */
final class SoftmaxChange {
  private static final int POINTS = 32;

  private final int classes;
  private final CorrelatedPoints points;
  private final double[] t;
  private final double[] change;

  SoftmaxChange(int classes) {
    this.classes = classes;
    this.points = new CorrelatedPoints(POINTS, classes);
    this.t = new double[classes];
    this.change = new double[classes];
  }

  /** The expectation for probabilities {@code p[·][at]}; G is {@code scale} times 1 if null. */
  double square(
      double[][] p, int at, double[] m, double widen, double @Nullable [] g, double scale) {
    if (!points.load(m)) {
      return Double.MAX_VALUE;
    }
    double sum = 0;
    for (int point = 0; point < points.count(); point++) {
      points.write(point, widen, t, 0);
      move(p, at);
      sum += form(g, scale) / points.count();
    }
    return Math.min(Math.max(0, sum), Double.MAX_VALUE);
  }

  private void move(double[][] p, int at) {
    double most = 0;
    double rest = 1;
    for (int k = 0; k < classes; k++) {
      most = Math.max(most, t[k]);
      rest -= p[k][at];
    }
    double total = Math.max(0, rest) * Scalars.exp(-most);
    for (int k = 0; k < classes; k++) {
      change[k] = p[k][at] * Scalars.exp(t[k] - most);
      total += change[k];
    }
    for (int k = 0; k < classes; k++) {
      change[k] = change[k] / total - p[k][at];
    }
  }

  private double form(double @Nullable [] g, double scale) {
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      for (int l = 0; l < classes; l++) {
        double element = g == null ? (k == l ? scale : 0) : g[k * classes + l];
        sum = Math.fma(element * change[k], change[l], sum);
      }
    }
    return sum;
  }
}
