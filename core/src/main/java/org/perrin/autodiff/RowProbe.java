package org.perrin.autodiff;

import org.perrin.math.Kernels;
import org.perrin.metric.Metric;
import org.perrin.random.RandomStream;

/**
 * The largest {@code |rᵢ(u)|/‖u‖³} of a row of an own model, {@code ‖u‖ ≤ ϱ}, as far as probes see
 * it. A row sees u through slots, {@code tⱼ = zⱼᵀu}, so only the span of the z matters: probes lie
 * on both sides along an orthonormal basis of it, along each z, and along random directions in it,
 * at four distances. O(s d²) and some 16 s losses a row of s slots.
 */
final class RowProbe {
  private static final double[] RADII = {0.15, 0.4, 0.7, 1};
  static final long SEED = 0x70726f62654cL;
  private static final int MOST_SLOTS = 32;
  private static final int MOST_RANDOM = 12;

  /** Of a z that lies in the span of the others, when it is not. */
  private static final double NEW = 1e-6;

  private final Differentiated model;
  private final Metric metric;
  private final double reach;
  private final int d;
  private final double[] centre;
  private final double[] theta;
  private final double[] move;
  private final double[][] combinations = new double[MOST_RANDOM][MOST_SLOTS];
  private double value;
  private int slots;
  private double[] slopes = {};
  private double[] curvatures = {};
  private double[][] columns = {};

  RowProbe(Differentiated model, Metric metric, double reach) {
    this.model = model;
    this.metric = metric;
    this.reach = reach;
    this.d = model.dimension();
    this.centre = new double[d];
    this.theta = new double[d];
    this.move = new double[d];
    metric.toTheta(new double[d], centre);
    var random = RandomStream.of(SEED);
    for (double[] combination : combinations) {
      random.fillGaussian(combination, MOST_SLOTS);
    }
  }

  /** The largest; infinite where the row is not finite, or sees too many slots to be searched. */
  double most(int row) {
    expand(row);
    if (slots > MOST_SLOTS) {
      return Double.POSITIVE_INFINITY;
    }
    double[][] z = new double[slots][d];
    double[][] basis = new double[slots][];
    int rank = 0;
    for (int j = 0; j < slots; j++) {
      metric.pull(columns[j], z[j]);
      double[] rest = z[j].clone();
      for (int q = 0; q < rank; q++) {
        add(-dot(rest, basis[q]), basis[q], rest);
      }
      if (dot(rest, rest) > NEW * NEW * dot(z[j], z[j])) {
        basis[rank++] = unit(rest);
      }
    }
    double most = 0;
    for (int q = 0; q < rank; q++) {
      most = Math.max(most, along(row, basis[q]));
    }
    for (int j = 1; j < slots && rank > 1; j++) {
      most = dot(z[j], z[j]) > 0 ? Math.max(most, along(row, unit(z[j]))) : most;
    }
    for (int c = 0; rank > 1 && c < Math.min(2 * rank, MOST_RANDOM); c++) {
      double[] direction = new double[d];
      for (int q = 0; q < rank; q++) {
        add(combinations[c][q], basis[q], direction);
      }
      most = Math.max(most, along(row, unit(direction)));
    }
    return most;
  }

  /** The row's polynomial at the centre. */
  private void expand(int row) {
    RowEvaluator evaluator = model.at(centre);
    Num loss = evaluator.loss(row);
    Curvature curvature = evaluator.curvature;
    curvature.of(loss);
    value = loss.value();
    slots = curvature.slots();
    slopes = new double[slots];
    curvatures = new double[slots * slots];
    columns = new double[slots][d];
    for (int i = 0; i < slots; i++) {
      slopes[i] = curvature.slope(i);
      curvature.addColumn(i, 1, columns[i], 0);
      for (int j = 0; j < slots; j++) {
        curvatures[i * slots + j] = curvature.element(i, j);
      }
    }
  }

  /** The largest along a unit vector and against it. */
  private double along(int row, double[] u) {
    metric.toTheta(u, theta);
    for (int k = 0; k < d; k++) {
      move[k] = theta[k] - centre[k];
    }
    double linear = 0;
    double quadratic = 0;
    double[] t = new double[slots];
    for (int i = 0; i < slots; i++) {
      t[i] = dot(columns[i], move);
      linear += slopes[i] * t[i];
    }
    for (int i = 0; i < slots; i++) {
      quadratic += t[i] * Kernels.best().dot(curvatures, i * slots, t, 0, slots);
    }
    double most = 0;
    for (double share : RADII) {
      for (double r = share * reach, side = -1; side <= 1; side += 2) {
        double far = side * r;
        double polynomial = value + far * linear + far * far * quadratic / 2;
        double left = GuardedRemainder.left(loss(row, far), polynomial);
        most =
            Math.max(
                most, Double.isNaN(left) ? Double.POSITIVE_INFINITY : Math.abs(left) / (r * r * r));
      }
    }
    return most;
  }

  private double loss(int row, double far) {
    for (int k = 0; k < d; k++) {
      theta[k] = centre[k] + far * move[k];
    }
    return model.at(theta).loss(row).value();
  }

  private static double dot(double[] a, double[] b) {
    return Kernels.best().dot(a, 0, b, 0, a.length);
  }

  private static void add(double c, double[] v, double[] out) {
    Kernels.best().axpy(c, v, 0, out, 0, v.length);
  }

  private static double[] unit(double[] v) {
    double[] unit = new double[v.length];
    add(1 / Math.sqrt(dot(v, v)), v, unit);
    return unit;
  }
}
