package org.perrin.mode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.math.Matrices;
import org.perrin.model.Curved;

/** Says which parameters neither the data nor the prior can tell apart. */
final class Dependence {
  private Dependence() {}

  /** The error for a Hessian that is not positive definite, naming the columns at fault. */
  static IllegalArgumentException explain(Curved model, double[] hessian) {
    List<String> names = columns(model, hessian);
    if (names.isEmpty()) {
      return new IllegalArgumentException(
          "the posterior has no curvature at the point found: give a more informative prior");
    }
    return new IllegalArgumentException(
        "the data do not determine %s and the prior does not either: drop one of these columns or"
                .formatted(String.join(", ", names))
            + " give a proper prior");
  }

  /**
   * Whether a Hessian without a Cholesky factor is flat in some direction rather than curved
   * downwards: judged with a unit diagonal, so that the units of columns and response do not count.
   */
  static boolean flat(double[] hessian, int d) {
    double[] scaled = scaled(hessian, d);
    return Arrays.stream(scaled).allMatch(Double::isFinite)
        && Matrices.eigen(scaled, d).values()[0] > -1e-8;
  }

  private static double[] scaled(double[] hessian, int d) {
    double[] scaled = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        double norm = Math.sqrt(Math.abs(hessian[i * d + i] * hessian[k * d + k]));
        scaled[i * d + k] = norm > 0 ? hessian[i * d + k] / norm : 0;
      }
    }
    return scaled;
  }

  /** Coordinates with weight in the flattest direction of the scaled Hessian. */
  private static List<String> columns(Curved model, double[] hessian) {
    int d = model.dimension();
    double[] scaled = scaled(hessian, d);
    for (double v : scaled) {
      if (!Double.isFinite(v)) {
        return List.of();
      }
    }
    double[] flattest = Matrices.eigen(scaled, d).vectors()[0];
    List<String> names = new ArrayList<>();
    for (int k = 0; k < d; k++) {
      if (Math.abs(flattest[k]) > 1e-3 && names.size() < 12) {
        names.add("'" + model.names().get(k) + "'");
      }
    }
    return names;
  }
}
