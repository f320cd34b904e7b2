package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.family.BoundedLikelihood;
import org.perrin.family.RemainderIntegral;
import org.perrin.math.GaussHermite;
import org.perrin.math.SpareArrays;

/**
 * Remainders of a GLM's rows at 0: {@code rᵢ(u) = vᵢ r(t)}, {@code t = zᵢᵀu}, with {@code |r(t)| ≤
 * M |t|^q/q!}, M the largest derivative of order q within {@code ϱ‖zᵢ‖} of the predictor, so {@code
 * λᵢ = vᵢ M ‖zᵢ‖^q/q!}. O(d) a row.
 */
record GlmRemainder(
    Dataset data, RowImages images, BoundedLikelihood family, int order, double reach)
    implements Remainder {
  private static final GaussHermite NODES = GaussHermite.of(9);

  /** Bounds are raised by this share, for rounding. */
  private static final double ROUNDING = 1 + 1e-9;

  /** Squared lengths in u below which the first term of a remainder says all of its spread. */
  private static final double SHORT = 0.0025;

  @Override
  public void bounds(int from, int to, double[] out) {
    images.squaredNorms(from, to - from, out);
    int q = order + 1;
    double factorial = q == 3 ? 6 : 24;
    for (int j = 0; j < to - from; j++) {
      int i = from + j;
      double norm = Math.sqrt(out[j]);
      double most = family.most(q, data.offset(i), reach * norm, data.responses().get(i));
      double lambda = data.weight(i) * most * RemainderIntegral.power(norm, q) / factorial;
      out[j] = norm == 0 || data.weight(i) == 0 ? 0 : ROUNDING * lambda;
    }
  }

  /** The first term of the remainder where a row sees little of u; quadrature elsewhere. */
  @Override
  public void spreads(int from, int to, double[] out) {
    images.squaredNorms(from, to - from, out);
    double moment = order == 2 ? Math.sqrt(15) / 6 : Math.sqrt(96) / 24;
    var block = new Block();
    for (int j = 0; j < to - from; j++) {
      if (out[j] < SHORT) {
        double slope =
            family.derivative(order + 1, data.offset(from + j), data.responses().get(from + j));
        double power = RemainderIntegral.power(Math.sqrt(out[j]), order + 1);
        out[j] = data.weight(from + j) * Math.abs(slope) * moment * power;
      } else {
        block.add(from + j, j, out);
      }
    }
    block.finish(out);
  }

  @Override
  public void rises(double[] u, double[] v, int[] rows, int n, double[] out) {
    rises(u, v).of(rows, n, out);
  }

  @Override
  public Rises rises(double[] u, double[] v) {
    double[] from = images.point(u);
    double[] to = images.point(v);
    return new Rises() {
      @Override
      public void of(int[] rows, int n, double[] out) {
        double[] before = SpareArrays.take(rows.length);
        load(rows, n, before, out);
        for (int j = 0; j < n; j++) {
          out[j] = rise(rows[j], before[j], out[j]);
        }
        SpareArrays.give(before);
      }

      @Override
      public boolean exceed(int[] rows, int n, double[] inverse, double[] least, double[] out) {
        double[] before = SpareArrays.take(rows.length);
        load(rows, n, before, out);
        double[] square = SpareArrays.take(1);
        boolean one = false;
        for (int j = 0; j < n && !one; j++) {
          images.squaredNorms(rows[j], 1, square);
          one =
              share(square[0], before[j], out[j]) > least[j]
                  && rise(rows[j], before[j], out[j]) * inverse[j] > least[j];
        }
        SpareArrays.give(square);
        SpareArrays.give(before);
        return one;
      }

      private void load(int[] rows, int n, double[] before, double[] after) {
        data.x().dots(rows, 0, n, from, before);
        data.x().dots(rows, 0, n, to, after);
      }
    };
  }

  /** {@code vᵢ (r(t) − r(s))}. */
  private double rise(int i, double s, double t) {
    double y = data.responses().get(i);
    double eta = data.offset(i);
    double rise = family.remainder(order, eta, t, y) - family.remainder(order, eta, s, y);
    return data.weight(i) * rise;
  }

  /**
   * What a rise can be at most as a share of λᵢ, from {@code ‖zᵢ‖²}: {@code (|s|^q +
   * |t|^q)/‖zᵢ‖^q}. Rows see little of u as a rule, where λᵢ allows for the most that any could.
   */
  private double share(double square, double s, double t) {
    double a = s * s / square;
    double b = t * t / square;
    return ROUNDING * (order == 2 ? a * Math.sqrt(a) + b * Math.sqrt(b) : a * a + b * b);
  }

  /** {@code Σ vᵢ ℓ'''ᵢ zᵢ⊗zᵢ⊗zᵢ} at 0 over rows {@code from ≤ i < to}. */
  static void addCubic(Dataset data, BoundedLikelihood family, int from, int to, double[] sum) {
    int stride = data.x().stride();
    int most = 4 * LinearPredictors.BLOCK;
    double[] z = new double[most * stride];
    double[] third = new double[most];
    for (int first = from; first < to; first += most) {
      int count = Math.min(most, to - first);
      data.x().read(first, count, z);
      for (int j = 0; j < count; j++) {
        int i = first + j;
        double slope = family.derivative(3, data.offset(i), data.responses().get(i));
        third[j] = data.weight(i) * slope;
      }
      Cubic.add(z, data.x().width(), count, third, sum);
    }
  }

  /** Rows by quadrature, a block at a time: differences of large numbers are good enough here. */
  private final class Block {
    private final int[] at = new int[LinearPredictors.BLOCK];
    private final int[] row = new int[LinearPredictors.BLOCK];
    private final double[] norm = new double[LinearPredictors.BLOCK];
    private final double[] eta = new double[LinearPredictors.BLOCK];
    private final double[] y = new double[LinearPredictors.BLOCK];
    private final double[] moved = new double[LinearPredictors.BLOCK];
    private final double[] loss = new double[LinearPredictors.BLOCK];
    private final double[] slope = new double[LinearPredictors.BLOCK];
    private final double[] curvature = new double[LinearPredictors.BLOCK];
    private final double[] mean = new double[LinearPredictors.BLOCK];
    private final double[] square = new double[LinearPredictors.BLOCK];
    private int count;

    /** A row whose squared norm stands at {@code out[j]}, to be overwritten there. */
    void add(int i, int j, double[] out) {
      at[count] = j;
      row[count] = i;
      norm[count] = Math.sqrt(out[j]);
      eta[count] = data.offset(i);
      y[count++] = data.responses().get(i);
      if (count == LinearPredictors.BLOCK) {
        finish(out);
      }
    }

    void finish(double[] out) {
      family.losses(eta, y, count, loss);
      family.slopes(eta, y, count, slope);
      family.curvatures(eta, y, count, curvature);
      Arrays.fill(mean, 0);
      Arrays.fill(square, 0);
      for (int node = 0; node < NODES.nodes().length; node++) {
        visit(NODES.nodes()[node], NODES.weights()[node]);
      }
      for (int j = 0; j < count; j++) {
        double variance = Math.max(0, square[j] - mean[j] * mean[j]);
        out[at[j]] = Math.min(data.weight(row[j]) * Math.sqrt(variance), Double.MAX_VALUE);
      }
      count = 0;
    }

    private void visit(double node, double weight) {
      for (int j = 0; j < count; j++) {
        moved[j] = eta[j] + node * norm[j];
      }
      family.losses(moved, y, count, moved);
      for (int j = 0; j < count; j++) {
        double t = node * norm[j];
        double r = moved[j] - loss[j] - slope[j] * t - curvature[j] * t * t / 2;
        r -= order == 3 ? family.derivative(3, eta[j], y[j]) * t * t * t / 6 : 0;
        mean[j] += weight * r;
        square[j] += weight * r * r;
      }
    }
  }
}
