package org.perrin.model;

import org.jspecify.annotations.Nullable;
import org.perrin.math.Matrices;

/** The points of a {@link Cubature} of k normals, given a covariance one after the other. */
final class CorrelatedPoints {
  private final int k;
  private final double[][] points;
  private double @Nullable [] lower;

  CorrelatedPoints(int count, int k) {
    this.k = k;
    this.points = Cubature.points(count, k);
  }

  int count() {
    return points.length;
  }

  /** Takes in a covariance, k × k; whether it is one. */
  boolean load(double[] m) {
    lower = Matrices.choleskyOrNull(ridged(m), k);
    return lower != null;
  }

  /** M with a little on its diagonal: rows of zeros have none. */
  private double[] ridged(double[] m) {
    double[] copy = m.clone();
    double trace = 0;
    for (int i = 0; i < k; i++) {
      trace += m[i * k + i];
    }
    for (int i = 0; i < k; i++) {
      copy[i * k + i] += 1e-12 * trace + Double.MIN_NORMAL;
    }
    return copy;
  }

  /** Writes {@code widen} times a point to {@code t[at] …}. */
  void write(int point, double widen, double[] t, int at) {
    for (int i = 0; i < k; i++) {
      double along = 0;
      for (int l = 0; l <= i; l++) {
        along = Math.fma(lower[i * k + l], points[point][l], along);
      }
      t[at + i] = widen * along;
    }
  }
}
