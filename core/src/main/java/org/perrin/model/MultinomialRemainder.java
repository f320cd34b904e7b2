package org.perrin.model;

import org.perrin.math.Kernels;

/**
 * Remainders of a multinomial model's rows at 0: those of {@code log Σ e^{ηₖ}}, as a row's own
 * predictor is linear in u. Bounds by {@link SoftmaxBound} with {@code gₖₗ = ‖zₖ − zₗ‖}. A drawn
 * row costs O(Kd).
 */
record MultinomialRemainder(ClassRows rows, int order, double reach) implements Remainder {
  private static final int POINTS = 128;

  /** Bounds are raised by this share, for rounding. */
  private static final double ROUNDING = 1 + 1e-9;

  @Override
  public void bounds(int from, int to, double[] out) {
    int all = rows.all();
    var bound = new SoftmaxBound(order, reach, all);
    double[] apart = new double[all * all];
    rows.visit(
        from,
        to,
        (row, eta, z) -> {
          distances(z, apart);
          double weight = rows.weight(row);
          out[row - from] = weight == 0 ? 0 : ROUNDING * weight * bound.of(eta, apart);
        });
  }

  /** {@code ‖zₖ − zₗ‖} of all classes. */
  private void distances(double[] z, double[] out) {
    int all = rows.all();
    int stride = rows.stride();
    double[] apart = new double[stride];
    for (int k = 0; k < all; k++) {
      for (int l = 0; l < k; l++) {
        System.arraycopy(z, k * stride, apart, 0, stride);
        Kernels.best().axpy(-1, z, l * stride, apart, 0, stride);
        out[k * all + l] = Math.sqrt(Kernels.best().dot(apart, 0, apart, 0, stride));
        out[l * all + k] = out[k * all + l];
      }
    }
  }

  @Override
  public void spreads(int from, int to, double[] out) {
    int classes = rows.all() - 1;
    var points = new CorrelatedPoints(POINTS, classes);
    var remainder = new SoftmaxRemainder(order, rows.all());
    double[] m = new double[classes * classes];
    double[] t = new double[points.count() * rows.all()];
    rows.visit(
        from,
        to,
        (row, eta, z) -> {
          gram(z, m);
          remainder.at(eta);
          double spread = points.load(m) ? spread(remainder, points, t) : Double.MAX_VALUE;
          out[row - from] = Math.min(rows.weight(row) * spread, Double.MAX_VALUE);
        });
  }

  /** {@code zₖᵀzₗ} of all classes but that of reference. */
  private void gram(double[] z, double[] m) {
    int classes = rows.all() - 1;
    int stride = rows.stride();
    for (int k = 0; k < classes; k++) {
      for (int l = 0; l <= k; l++) {
        double dot = Kernels.best().dot(z, (k + 1) * stride, z, (l + 1) * stride, stride);
        m[k * classes + l] = dot;
        m[l * classes + k] = dot;
      }
    }
  }

  private static double spread(SoftmaxRemainder remainder, CorrelatedPoints points, double[] t) {
    int count = points.count();
    int all = t.length / count;
    for (int point = 0; point < count; point++) {
      t[point * all] = 0;
      points.write(point, 1, t, point * all + 1);
    }
    double[] r = new double[count];
    remainder.rough(t, count, r);
    double mean = 0;
    double square = 0;
    for (double one : r) {
      mean += one / count;
      square += one * one / count;
    }
    return Math.sqrt(Math.max(0, square - mean * mean));
  }

  @Override
  public void rises(double[] u, double[] v, int[] chosen, int n, double[] out) {
    double[][] before = rows.changes(u, chosen, n);
    double[][] after = rows.changes(v, chosen, n);
    double[][] eta = rows.predictors(chosen, n);
    var remainder = new SoftmaxRemainder(order, rows.all());
    double[] column = new double[rows.all()];
    for (int j = 0; j < n; j++) {
      remainder.at(column(eta, j, column));
      double from = remainder.of(column(before, j, column));
      double rise = remainder.of(column(after, j, column)) - from;
      out[j] = rows.weight(chosen[j]) * rise;
    }
  }

  private static double[] column(double[][] table, int j, double[] out) {
    for (int k = 0; k < out.length; k++) {
      out[k] = table[k][j];
    }
    return out;
  }
}
