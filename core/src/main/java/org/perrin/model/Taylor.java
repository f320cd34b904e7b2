package org.perrin.model;

import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/**
 * The polynomial that stands for many rows: {@code c + gᵀu + ½uᵀHu}, and {@code T[u,u,u]/6} where
 * there is a cubic form.
 *
 * @param constant c
 * @param gradient g
 * @param hessian H, d × d, row-major
 * @param cubic T, or null
 */
public record Taylor(double constant, double[] gradient, double[] hessian, Cubic cubic)
    implements Form {

  /** Of all rows at 0 but {@code left}, which may be null; one pass, or two with a cubic form. */
  public static Taylor of(Bounded all, Bounded left, int order) {
    int d = all.dimension();
    double[] zero = new double[d];
    int size = 1 + d + d * d;
    double[] sum =
        difference(all, left, size, (model, s, from, to) -> model.addExpansion(zero, from, to, s));
    double[] hessian = java.util.Arrays.copyOfRange(sum, 1 + d, size);
    double[] gradient = java.util.Arrays.copyOfRange(sum, 1, 1 + d);
    Cubic cubic =
        order == 3
            ? Cubic.of(
                difference(
                    all, left, Cubic.size(d), (model, s, from, to) -> model.addCubic(from, to, s)),
                d)
            : null;
    return new Taylor(sum[0], gradient, hessian, cubic);
  }

  private interface Statistic {
    void add(Bounded model, double[] sum, int from, int to);
  }

  private static double[] difference(Bounded all, Bounded left, int size, Statistic statistic) {
    double[] sum = Parallel.sum(all.rows(), size, (s, from, to) -> statistic.add(all, s, from, to));
    if (left != null) {
      double[] without =
          Parallel.sum(left.rows(), size, (s, from, to) -> statistic.add(left, s, from, to));
      for (int k = 0; k < size; k++) {
        sum[k] -= without[k];
      }
    }
    return sum;
  }

  @Override
  public double addGradient(double[] u, boolean beyond, double[] out) {
    int d = gradient.length;
    double value = constant;
    for (int k = 0; k < d; k++) {
      double along = Kernels.best().dot(hessian, k * d, u, 0, d);
      out[k] += gradient[k] + along;
      value += u[k] * (gradient[k] + along / 2);
    }
    return cubic == null || beyond ? value : value + cubic.addGradient(u, out);
  }
}
