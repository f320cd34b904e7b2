package org.perrin.model;

import org.perrin.math.Matrices;
import org.perrin.random.RandomStream;

/**
 * A fixed set of points that stands for a standard normal in k dimensions: pairs ±t whose mean is 0
 * and whose covariance is the identity to rounding, so that expectations of quadratics are exact
 * and functions with longer tails are seen up to some two standard deviations. The same points
 * serve all rows, so weights made with them do not depend on threads.
 */
final class Cubature {
  private static final long SEED = 0x706f696e7473L;

  private Cubature() {}

  /** {@code pairs} pairs ±t of d normals, as they come. */
  static double[][] some(int pairs, int d) {
    double[][] points = new double[2 * pairs][d];
    var random = RandomStream.of(SEED);
    for (int p = 0; p < pairs; p++) {
      random.fillGaussian(points[2 * p], d);
      for (int k = 0; k < d; k++) {
        points[2 * p + 1][k] = -points[2 * p][k];
      }
    }
    return points;
  }

  /** At least {@code count} points of k numbers each, an even number of them and more than 2k. */
  static double[][] points(int count, int k) {
    int pairs = Math.max((count + 1) / 2, k + 1);
    double[][] raw = some(pairs, k);
    double[] covariance = new double[k * k];
    for (double[] point : raw) {
      for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++) {
          covariance[i * k + j] += point[i] * point[j] / raw.length;
        }
      }
    }
    double[] whiten = Matrices.invertLower(Matrices.cholesky(covariance, k), k);
    double[][] points = new double[raw.length][k];
    for (int p = 0; p < raw.length; p++) {
      Matrices.apply(whiten, raw[p], points[p], k);
    }
    return points;
  }
}
