package org.perrin.model;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;

/**
 * The polynomial that stands for many rows: {@code c + gᵀu + ½uᵀHu}, and {@code T[u,u,u]/6} where
 * there is a cubic form.
 *
 * @param constant c
 * @param gradient g
 * @param hessian H, d × d, row-major
 * @param cubic T, or null
 */
public record Taylor(
    double constant, double[] gradient, double[] hessian, @Nullable CubicForm cubic)
    implements RowApproximation {

  /** Of all rows at 0 but {@code left}, which may be null; one pass, or two with a cubic form. */
  public static Taylor of(Bounded all, @Nullable Bounded left, int order) {
    int d = all.dimension();
    double[] zero = new double[d];
    double[] sum = difference(all, left, model -> model.expansionSum(zero));
    double[] gradient = Arrays.copyOfRange(sum, 1, 1 + d);
    double[] hessian = Arrays.copyOfRange(sum, 1 + d, sum.length);
    CubicForm cubic = order == 3 ? all.cubicForm(left) : null;
    return new Taylor(sum[0], gradient, hessian, cubic);
  }

  /** A sum over all rows but those of {@code left}. */
  static double[] difference(
      Bounded all, @Nullable Bounded left, Function<Bounded, double[]> statistic) {
    double[] sum = statistic.apply(all);
    if (left != null) {
      double[] without = statistic.apply(left);
      for (int k = 0; k < sum.length; k++) {
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
