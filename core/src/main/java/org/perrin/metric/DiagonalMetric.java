package org.perrin.metric;

import org.perrin.data.Rows;
import org.perrin.math.Matrices;

/** {@code L} diagonal: for dimensions where a dense factor costs too much. O(d) a point. */
public final class DiagonalMetric implements Metric {
  private final double[] centre;
  private final double[] scale;

  private DiagonalMetric(double[] centre, double[] scale) {
    this.centre = centre.clone();
    this.scale = scale.clone();
  }

  /** The metric of a centre and a scale for each coordinate. */
  public static DiagonalMetric of(double[] centre, double[] scale) {
    for (int k = 0; k < centre.length; k++) {
      if (!(scale[k] > 0)) {
        throw new IllegalArgumentException(
            "the scale of coordinate %d is %s: it must be positive".formatted(k, scale[k]));
      }
    }
    return new DiagonalMetric(centre, scale);
  }

  @Override
  public int dimension() {
    return centre.length;
  }

  @Override
  public double[] centre() {
    return centre.clone();
  }

  @Override
  public DiagonalMetric movedTo(double[] other) {
    return new DiagonalMetric(other, scale);
  }

  @Override
  public void toTheta(double[] u, double[] theta) {
    for (int k = 0; k < centre.length; k++) {
      theta[k] = Math.fma(scale[k], u[k], centre[k]);
    }
  }

  @Override
  public void toU(double[] theta, double[] u) {
    for (int k = 0; k < centre.length; k++) {
      u[k] = (theta[k] - centre[k]) / scale[k];
    }
  }

  @Override
  public void pull(double[] gradient, double[] out) {
    for (int k = 0; k < centre.length; k++) {
      out[k] = scale[k] * gradient[k];
    }
  }

  @Override
  public Rows transform(Rows x) {
    return x.scale(scale);
  }

  @Override
  public double[] matrix() {
    return Matrices.diagonal(scale);
  }
}
