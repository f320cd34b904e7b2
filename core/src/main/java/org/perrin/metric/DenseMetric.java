package org.perrin.metric;

import java.util.Arrays;
import org.perrin.data.Rows;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;

/** {@code L} any invertible matrix, a factor of Σ̂ above all. O(d²) a point. */
public final class DenseMetric implements Metric {
  private final double[] centre;
  private final double[] factor;
  private final double[] transposed;
  private final double[] inverse;
  private final int d;
  private final boolean upper;

  private DenseMetric(double[] centre, double[] factor, double[] inverse) {
    this.inverse = inverse;
    this.centre = centre.clone();
    this.factor = factor.clone();
    this.d = centre.length;
    this.transposed = Matrices.transpose(factor, d);
    this.upper = upper(factor, d);
  }

  /** The metric of a centre and a lower triangular factor (d × d, row-major). */
  public static DenseMetric of(double[] centre, double[] lower) {
    check(centre, lower);
    return new DenseMetric(centre, lower, Matrices.invertLower(lower, centre.length));
  }

  /** The metric of a centre, a factor and its inverse (d × d, row-major). */
  public static DenseMetric of(double[] centre, double[] factor, double[] inverse) {
    check(centre, factor);
    check(centre, inverse);
    return new DenseMetric(centre, factor, inverse);
  }

  /** Whether nothing stands below the diagonal: so it is with L of a Cholesky factor. */
  private static boolean upper(double[] factor, int d) {
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < i; k++) {
        if (factor[i * d + k] != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private static void check(double[] centre, double[] factor) {
    if (factor.length != centre.length * centre.length) {
      throw new IllegalArgumentException(
          "a factor of %d elements does not fit %d parameters"
              .formatted(factor.length, centre.length));
    }
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
  public DenseMetric movedTo(double[] other) {
    return new DenseMetric(other, factor, inverse);
  }

  @Override
  public void toTheta(double[] u, double[] theta) {
    Arrays.fill(theta, 0, d, 0);
    for (int i = 0; i < d; i++) {
      Kernels.best().axpy(u[i], transposed, i * d, theta, 0, upper ? i + 1 : d);
    }
    for (int k = 0; k < d; k++) {
      theta[k] += centre[k];
    }
  }

  @Override
  public void toU(double[] theta, double[] u) {
    double[] gap = new double[d];
    for (int k = 0; k < d; k++) {
      gap[k] = theta[k] - centre[k];
    }
    Matrices.apply(inverse, gap, u, d);
  }

  @Override
  public void pull(double[] gradient, double[] out) {
    Arrays.fill(out, 0, d, 0);
    for (int i = 0; i < d; i++) {
      int first = upper ? i : 0;
      Kernels.best().axpy(gradient[i], factor, i * d + first, out, first, d - first);
    }
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
  public Rows.Product images(Rows x, int sumSize, Rows.Visitor visitor) {
    return Metric.visited(x.images(factor, d), sumSize, visitor);
  }

  @Override
  public double[] matrix() {
    return factor.clone();
  }
}
