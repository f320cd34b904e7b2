package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.math.GaussHermite;

/**
 * Remainders of a GLM's rows at 0: {@code rᵢ(u) = vᵢ r(t)}, {@code t = zᵢᵀu}, with {@code |r(t)| ≤
 * M |t|^q/q!}, M the largest derivative of order q within {@code ϱ‖zᵢ‖} of the predictor, so {@code
 * λᵢ = vᵢ M ‖zᵢ‖^q/q!}. O(d) a row.
 */
record GlmRemainder(Dataset data, BoundedFamily family, int order, double reach)
    implements Remainder {
  private static final GaussHermite NODES = GaussHermite.of(9);

  /** Bounds are raised by this share, for rounding. */
  private static final double ROUNDING = 1 + 1e-9;

  private double predictor(int row) {
    return data.offsets() == null ? 0 : data.offsets().get(row);
  }

  private double weight(int row) {
    return data.weights() == null ? 1 : data.weights().get(row);
  }

  @Override
  public void bounds(int from, int to, double[] out) {
    data.x().squaredNorms(from, to - from, out);
    int q = order + 1;
    double factorial = q == 3 ? 6 : 24;
    for (int j = 0; j < to - from; j++) {
      int i = from + j;
      double norm = Math.sqrt(out[j]);
      double most = family.most(q, predictor(i), reach * norm, data.responses().get(i));
      double lambda = weight(i) * most * Integral.power(norm, q) / factorial;
      out[j] = norm == 0 || weight(i) == 0 ? 0 : ROUNDING * lambda;
    }
  }

  @Override
  public void spreads(int from, int to, double[] out) {
    data.x().squaredNorms(from, to - from, out);
    var block = new Block();
    for (int first = from; first < to; first += Glm.BLOCK) {
      int count = Math.min(Glm.BLOCK, to - first);
      block.spreads(first, count, out, first - from);
    }
  }

  @Override
  public void rises(double[] u, double[] v, int[] rows, int n, double[] out) {
    double[] before = new double[n];
    int stride = data.x().stride();
    data.x().dots(rows, 0, n, Arrays.copyOf(u, stride), before);
    data.x().dots(rows, 0, n, Arrays.copyOf(v, stride), out);
    for (int j = 0; j < n; j++) {
      int i = rows[j];
      double y = data.responses().get(i);
      double eta = predictor(i);
      double rise =
          family.remainder(order, eta, out[j], y) - family.remainder(order, eta, before[j], y);
      out[j] = weight(i) * rise;
    }
  }

  /** A block of rows by quadrature: here differences of large numbers are good enough. */
  private final class Block {
    private final double[] eta = new double[Glm.BLOCK];
    private final double[] y = new double[Glm.BLOCK];
    private final double[] moved = new double[Glm.BLOCK];
    private final double[] loss = new double[Glm.BLOCK];
    private final double[] slope = new double[Glm.BLOCK];
    private final double[] curvature = new double[Glm.BLOCK];
    private final double[] mean = new double[Glm.BLOCK];
    private final double[] square = new double[Glm.BLOCK];

    /** {@code out[at] …} holds squared norms and is overwritten. */
    void spreads(int first, int count, double[] out, int at) {
      data.responses().copy(first, count, y, 0);
      for (int j = 0; j < count; j++) {
        eta[j] = predictor(first + j);
      }
      family.losses(eta, y, count, loss);
      family.slopes(eta, y, count, slope);
      family.curvatures(eta, y, count, curvature);
      Arrays.fill(mean, 0);
      Arrays.fill(square, 0);
      for (int node = 0; node < NODES.nodes().length; node++) {
        visit(NODES.nodes()[node], NODES.weights()[node], count, out, at);
      }
      for (int j = 0; j < count; j++) {
        double variance = Math.max(0, square[j] - mean[j] * mean[j]);
        out[at + j] = Math.min(weight(first + j) * Math.sqrt(variance), Double.MAX_VALUE);
      }
    }

    private void visit(double node, double weight, int count, double[] squares, int at) {
      for (int j = 0; j < count; j++) {
        moved[j] = eta[j] + node * Math.sqrt(squares[at + j]);
      }
      family.losses(moved, y, count, moved);
      for (int j = 0; j < count; j++) {
        double t = node * Math.sqrt(squares[at + j]);
        double r = moved[j] - loss[j] - slope[j] * t - curvature[j] * t * t / 2;
        r -= order == 3 ? family.derivative(3, eta[j], y[j]) * t * t * t / 6 : 0;
        mean[j] += weight * r;
        square[j] += weight * r * r;
      }
    }
  }
}
