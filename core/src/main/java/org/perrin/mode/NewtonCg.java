package org.perrin.mode;

import java.util.ArrayList;
import java.util.List;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.metric.LowRankMetric;
import org.perrin.model.Curved;

/**
 * The mode where a d × d matrix costs too much: Newton's method with steps by conjugate gradients,
 * which ask for products {@code ∇²f·v} only, and a metric of a diagonal and a few directions. With
 * {@code D} the inverse diagonal of the Hessian, Lanczos' method finds the directions in which
 * {@code D^½ ∇²f D^½} is farthest from the identity, eigenvalue λ, and {@code L = D^½ (I + U
 * diag(λ^{−½} − 1) Uᵀ)}. O(Nd) a product, some 100 products; memory O(dr).
 */
public final class NewtonCg {
  private static final int MOST_STEPS = 50;
  private static final int MOST_PRODUCTS = 60;

  private final Curved model;
  private final int d;
  private int passes;

  private NewtonCg(Curved model) {
    this.model = model;
    this.d = model.dimension();
  }

  /** The mode with a metric of a diagonal and up to {@code rank} directions. */
  public static Mode find(Curved model, int rank) {
    return find(model, model.start(), rank);
  }

  static Mode find(Curved model, double[] start, int rank) {
    return new NewtonCg(model).run(start.clone(), rank);
  }

  private Mode run(double[] start, int rank) {
    double[] theta = start;
    double[] gradient = new double[d];
    double value = evaluate(theta, gradient);
    double size = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MOST_STEPS && size > Newton.TOLERANCE; step++) {
      double[] diagonal = diagonal(theta);
      double[] direction = solve(theta, gradient, diagonal);
      double decrement = dot(direction, gradient);
      size = Math.sqrt(decrement / d);
      double length = 1;
      double[] next = new double[d];
      double[] nextGradient = new double[d];
      while (true) {
        for (int k = 0; k < d; k++) {
          next[k] = theta[k] - length * direction[k];
        }
        double there = evaluate(next, nextGradient);
        if (there <= value - 1e-4 * length * decrement + 1e-12 * Math.abs(value)) {
          value = there;
          break;
        }
        length /= 2;
        if (length < 1e-9) {
          throw new IllegalArgumentException(
              "the search for the mode is stuck: f does not fall along its gradient");
        }
      }
      theta = next;
      gradient = nextGradient;
    }
    if (size > Newton.TOLERANCE) {
      throw new IllegalArgumentException(
          "no mode found in %d Newton steps: give a more informative prior".formatted(MOST_STEPS));
    }
    return new Mode(theta, metric(theta, rank), passes, size);
  }

  private double evaluate(double[] theta, double[] gradient) {
    passes++;
    return model.potentialAndGradient(theta, gradient);
  }

  private double[] diagonal(double[] theta) {
    passes++;
    double[] diagonal = model.hessianDiagonal(theta);
    for (int k = 0; k < d; k++) {
      if (!(diagonal[k] > 0)) {
        throw new IllegalArgumentException(
            "neither the data nor the prior determine '%s': give a proper prior"
                .formatted(model.names().get(k)));
      }
    }
    return diagonal;
  }

  private double[] product(double[] theta, double[] v) {
    passes++;
    return model.hessianProduct(theta, v);
  }

  /** Conjugate gradients for {@code ∇²f x = b}, preconditioned by the diagonal. */
  private double[] solve(double[] theta, double[] b, double[] diagonal) {
    double[] x = new double[d];
    double[] r = b.clone();
    double[] z = new double[d];
    double[] p = new double[d];
    double rz = 0;
    double first = 0;
    for (int iteration = 0; iteration < MOST_PRODUCTS; iteration++) {
      for (int k = 0; k < d; k++) {
        z[k] = r[k] / diagonal[k];
      }
      double fresh = dot(r, z);
      first = iteration == 0 ? fresh : first;
      if (fresh <= 1e-6 * first) {
        break;
      }
      double beta = iteration == 0 ? 0 : fresh / rz;
      rz = fresh;
      for (int k = 0; k < d; k++) {
        p[k] = z[k] + beta * p[k];
      }
      double[] hp = product(theta, p);
      double curvature = dot(p, hp);
      if (!(curvature > 0)) {
        return iteration == 0 ? p : x;
      }
      double alpha = rz / curvature;
      for (int k = 0; k < d; k++) {
        x[k] += alpha * p[k];
        r[k] -= alpha * hp[k];
      }
    }
    return x;
  }

  private LowRankMetric metric(double[] theta, int rank) {
    double[] diagonal = diagonal(theta);
    double[] scale = new double[d];
    for (int k = 0; k < d; k++) {
      scale[k] = 1 / Math.sqrt(diagonal[k]);
    }
    List<double[]> basis = new ArrayList<>();
    int steps = Math.min(d, 2 * rank);
    double[] tridiagonal = lanczos(theta, scale, steps, basis);
    int size = basis.size();
    var eigen = Matrices.eigen(tridiagonal, size);
    List<double[]> directions = new ArrayList<>();
    List<Double> stretch = new ArrayList<>();
    for (int e = 0; e < size; e++) {
      double lambda = eigen.values()[e];
      if (lambda > 0 && Math.abs(Math.log(lambda)) > 0.1) {
        double[] direction = new double[d];
        for (int j = 0; j < size; j++) {
          Kernels.best().axpy(eigen.vectors()[e][j], basis.get(j), 0, direction, 0, d);
        }
        directions.add(direction);
        stretch.add(1 / Math.sqrt(lambda) - 1);
      }
    }
    return LowRankMetric.of(
        theta,
        scale,
        directions.toArray(double[][]::new),
        stretch.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Lanczos with full orthogonalisation on {@code D^½ ∇²f D^½}; fills the basis. */
  private double[] lanczos(double[] theta, double[] scale, int steps, List<double[]> basis) {
    var random = org.perrin.random.RandomStream.of(0x6c616e637a6f73L);
    double[] q = new double[d];
    random.fillGaussian(q, d);
    normalise(q);
    double[] alpha = new double[steps];
    double[] beta = new double[steps];
    for (int j = 0; j < steps; j++) {
      basis.add(q);
      double[] v = new double[d];
      for (int k = 0; k < d; k++) {
        v[k] = scale[k] * q[k];
      }
      double[] w = product(theta, v);
      for (int k = 0; k < d; k++) {
        w[k] *= scale[k];
      }
      alpha[j] = dot(w, q);
      for (int round = 0; round < 2; round++) {
        for (double[] known : basis) {
          Kernels.best().axpy(-dot(w, known), known, 0, w, 0, d);
        }
      }
      beta[j] = Math.sqrt(dot(w, w));
      if (beta[j] < 1e-9) {
        break;
      }
      q = w;
      normalise(q);
    }
    int size = basis.size();
    double[] matrix = new double[size * size];
    for (int j = 0; j < size; j++) {
      matrix[j * size + j] = alpha[j];
      if (j + 1 < size) {
        matrix[j * size + j + 1] = beta[j];
        matrix[(j + 1) * size + j] = beta[j];
      }
    }
    return matrix;
  }

  private void normalise(double[] v) {
    double norm = Math.sqrt(dot(v, v));
    for (int k = 0; k < d; k++) {
      v[k] /= norm;
    }
  }

  private double dot(double[] a, double[] b) {
    return Kernels.best().dot(a, 0, b, 0, d);
  }
}
