package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.family.BoundedScaledLikelihood;
import org.perrin.math.GaussHermite;
import org.perrin.math.Kernels;

/**
 * Remainders of a scaled GLM's rows at 0, of order 3: rows see {@code t = zᵢᵀu} and {@code τ =
 * lᵀu}, so with bounds M of third derivatives over the box that the reach allows and {@code a =
 * ‖zᵢ‖, b = ‖l‖}: {@code λᵢ = vᵢ (M₀a³ + 3M₁a²b + 3M₂ab² + M₃b³)/6}.
 */
record ScaledRemainder(
    Dataset data, BoundedScaledLikelihood family, double[] scaleRow, double scale, double reach)
    implements Remainder {
  private static final GaussHermite NODES = GaussHermite.of(5);
  private static final double ROUNDING = 1 + 1e-9;

  @Override
  public int order() {
    return 2;
  }

  private double scaleLength() {
    return Math.sqrt(Kernels.best().dot(scaleRow, 0, scaleRow, 0, scaleRow.length));
  }

  @Override
  public void bounds(int from, int to, double[] out) {
    data.x().squaredNorms(from, to - from, out);
    double b = scaleLength();
    double[] most = new double[4];
    for (int j = 0; j < to - from; j++) {
      int i = from + j;
      double a = Math.sqrt(out[j]);
      family.most(data.offset(i), reach * a, scale, reach * b, data.responses().get(i), most);
      double sum = BoundedScaledLikelihood.cube(most, a, b);
      out[j] = data.weight(i) == 0 ? 0 : ROUNDING * data.weight(i) * sum / 6;
    }
  }

  @Override
  public void spreads(int from, int to, double[] out) {
    data.x().squaredNorms(from, to - from, out);
    double b = scaleLength();
    double[] row = new double[data.x().stride()];
    for (int j = 0; j < to - from; j++) {
      int i = from + j;
      data.x().copy(i, row);
      double a = Math.sqrt(out[j]);
      double shared = Kernels.best().dot(row, 0, scaleRow, 0, scaleRow.length);
      double slope = a > 0 ? shared / a : 0;
      double rest = Math.sqrt(Math.max(0, b * b - slope * slope));
      out[j] = data.weight(i) * spread(i, a, slope, rest);
    }
  }

  /** {@code t = a x, τ = slope x + rest x'}, x and x' standard normal. */
  private double spread(int i, double a, double slope, double rest) {
    double mean = 0;
    double square = 0;
    double eta = data.offset(i);
    double y = data.responses().get(i);
    for (int p = 0; p < NODES.nodes().length; p++) {
      for (int q = 0; q < NODES.nodes().length; q++) {
        double x = NODES.nodes()[p];
        double tau = slope * x + rest * NODES.nodes()[q];
        double r = family.remainder(eta, a * x, scale, tau, y);
        double w = NODES.weights()[p] * NODES.weights()[q];
        mean += w * r;
        square += w * r * r;
      }
    }
    return Math.min(Math.sqrt(Math.max(0, square - mean * mean)), Double.MAX_VALUE);
  }

  @Override
  public void rises(double[] u, double[] v, int[] rows, int n, double[] out) {
    double[] before = new double[n];
    int stride = data.x().stride();
    int d = scaleRow.length;
    data.x().dots(rows, 0, n, Arrays.copyOf(u, stride), before);
    data.x().dots(rows, 0, n, Arrays.copyOf(v, stride), out);
    double from = Kernels.best().dot(scaleRow, 0, u, 0, d);
    double to = Kernels.best().dot(scaleRow, 0, v, 0, d);
    for (int j = 0; j < n; j++) {
      int i = rows[j];
      double y = data.responses().get(i);
      double eta = data.offset(i);
      double rise =
          family.remainder(eta, out[j], scale, to, y)
              - family.remainder(eta, before[j], scale, from, y);
      out[j] = data.weight(i) * rise;
    }
  }
}
