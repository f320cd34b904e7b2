package org.perrin.metric;

import org.perrin.data.Rows;
import org.perrin.math.Kernels;

/**
 * {@code L = D (I + U diag(s) Uᵀ)}: a diagonal, and r directions with orthonormal {@code uᵣ} in
 * which the posterior is wider or narrower than that by {@code 1 + sᵣ}. O(dr) a point.
 */
public final class LowRankMetric implements Metric {
  private final double[] centre;
  private final double[] scale;
  private final double[][] directions;
  private final double[] stretch;

  private LowRankMetric(double[] centre, double[] scale, double[][] directions, double[] stretch) {
    this.centre = centre.clone();
    this.scale = scale.clone();
    this.directions = directions;
    this.stretch = stretch.clone();
  }

  /** The metric of a centre, scales, orthonormal directions and their stretch {@code s > −1}. */
  public static LowRankMetric of(
      double[] centre, double[] scale, double[][] directions, double[] stretch) {
    for (double s : stretch) {
      if (!(s > -1)) {
        throw new IllegalArgumentException("a stretch must exceed −1, not " + s);
      }
    }
    return new LowRankMetric(centre, scale, directions, stretch);
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
  public LowRankMetric movedTo(double[] other) {
    return new LowRankMetric(other, scale, directions, stretch);
  }

  @Override
  public void toTheta(double[] u, double[] theta) {
    System.arraycopy(u, 0, theta, 0, centre.length);
    stretch(theta, false);
    for (int k = 0; k < centre.length; k++) {
      theta[k] = Math.fma(scale[k], theta[k], centre[k]);
    }
  }

  @Override
  public void toU(double[] theta, double[] u) {
    for (int k = 0; k < centre.length; k++) {
      u[k] = (theta[k] - centre[k]) / scale[k];
    }
    stretch(u, true);
  }

  @Override
  public void pull(double[] gradient, double[] out) {
    for (int k = 0; k < centre.length; k++) {
      out[k] = scale[k] * gradient[k];
    }
    stretch(out, false);
  }

  /** {@code v ← (I + U diag(s) Uᵀ) v}, or its inverse. The directions are orthonormal. */
  private void stretch(double[] v, boolean inverse) {
    for (int r = 0; r < stretch.length; r++) {
      double along = Kernels.best().dot(directions[r], 0, v, 0, centre.length);
      double s = inverse ? 1 / (1 + stretch[r]) - 1 : stretch[r];
      Kernels.best().axpy(s * along, directions[r], 0, v, 0, centre.length);
    }
  }

  @Override
  public Rows transform(Rows x) {
    return x.map(centre.length, this::pull);
  }

  @Override
  public double[] matrix() {
    int d = centre.length;
    double[] l = new double[d * d];
    double[] unit = new double[d];
    double[] column = new double[d];
    for (int j = 0; j < d; j++) {
      java.util.Arrays.fill(unit, 0);
      unit[j] = 1;
      toTheta(unit, column);
      for (int i = 0; i < d; i++) {
        l[i * d + j] = column[i] - centre[i];
      }
    }
    return l;
  }
}
