package org.perrin.metric;

import org.perrin.data.Rows;
import org.perrin.math.Matrices;

/** {@code L} a lower triangular matrix: the Cholesky factor of Σ̂. O(d²) a point. */
public final class DenseMetric implements Metric {
  private final double[] centre;
  private final double[] factor;
  private final double[] transposed;
  private final int d;

  private DenseMetric(double[] centre, double[] factor) {
    this.centre = centre.clone();
    this.factor = factor.clone();
    this.d = centre.length;
    this.transposed = Matrices.transpose(factor, d);
  }

  /** The metric of a centre and a lower triangular factor (d × d, row-major). */
  public static DenseMetric of(double[] centre, double[] factor) {
    if (factor.length != centre.length * centre.length) {
      throw new IllegalArgumentException(
          "a factor of %d elements does not fit %d parameters"
              .formatted(factor.length, centre.length));
    }
    return new DenseMetric(centre, factor);
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  public double[] centre() {
    return centre.clone();
  }

  @Override
  public void toTheta(double[] u, double[] theta) {
    Matrices.applyTransposed(transposed, u, theta, d);
    for (int k = 0; k < d; k++) {
      theta[k] += centre[k];
    }
  }

  @Override
  public void toU(double[] theta, double[] u) {
    for (int i = 0; i < d; i++) {
      double sum = theta[i] - centre[i];
      for (int k = 0; k < i; k++) {
        sum -= factor[i * d + k] * u[k];
      }
      u[i] = sum / factor[i * d + i];
    }
  }

  @Override
  public void pull(double[] gradient, double[] out) {
    Matrices.applyTransposed(factor, gradient, out, d);
  }

  @Override
  public Rows transform(Rows x) {
    return x.times(factor, d);
  }

  @Override
  public Rows.Product transform(Rows x, int sumSize, Rows.Visitor visitor) {
    return x.times(factor, d, sumSize, visitor);
  }

  @Override
  public double[] matrix() {
    return factor.clone();
  }
}
