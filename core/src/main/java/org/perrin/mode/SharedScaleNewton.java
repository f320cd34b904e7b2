package org.perrin.mode;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.perrin.math.Matrices;
import org.perrin.model.Curved;
import org.perrin.model.ScaleMixture;
import org.perrin.model.SharedScaleModel;

/**
 * A centre for a model whose coefficients share unknown scales: h, their logarithms, at the mode of
 * their own marginal, and the coefficients at their best for it. Given h the coefficients are taken
 * to be normal, {@code N(β̂, A⁻¹)}. As the prior sees βₖ² only, the gradient of the marginal is
 * that of the prior with {@code Mₖ = β̂ₖ² + (A⁻¹)ₖₖ} for βₖ² (Fisher's identity), and its
 * curvature, with {@code c = ∂²f₀/∂h∂βₖ²} (Louis, 1982),
 *
 * <pre>V = ∂²f₀/∂h² − c W cᵀ,   W = Cov(β²) = 2 (A⁻¹)∘(A⁻¹) + 4 (β̂β̂ᵀ)∘(A⁻¹).</pre>
 *
 * A step of h is Newton's by V, or by ∂²f₀/∂h² where V is not positive. The metric has the
 * curvature V of h given nothing else, so its Hessian has {@code V + bᵀA⁻¹b} in the corner, b the
 * curvature of coefficients with h. One pass a step, O(N d² + d³).
 *
 * <p>Where columns are nearly as many as rows, residuals may vanish and log σ, which is among β,
 * goes without end; there the mode of its marginal is looked for too: its slope has {@code ∂ ½ log
 * det A} added, by a difference.
 */
final class SharedScaleNewton {
  private static final double DIFFERENCE = 1e-4;

  private final SharedScaleModel model;
  private final ScaleMixture prior;
  private final int d;
  private final int all;
  private final int noise;
  private final boolean crowded;
  private final int[] coefficients;
  private int passes;

  private SharedScaleNewton(SharedScaleModel model) {
    this.model = model;
    this.prior = model.prior();
    this.d = model.coefficients();
    this.all = model.dimension();
    this.noise = model.noise().orElse(-1);
    this.crowded = noise >= 0 && model.rows() <= 4L * d;
    this.coefficients = IntStream.range(0, d).toArray();
  }

  static Mode find(SharedScaleModel model, double[] start) {
    var search = new SharedScaleNewton(model);
    return MarginalDescent.find(model, start, search::point, () -> search.passes);
  }

  private Point point(double[] theta) {
    return new Point(theta);
  }

  /** What is known at one θ. */
  private final class Point implements MarginalDescent.Point {
    private final double[] theta;
    private final Curved.Expansion here;
    private final double[] lower;
    private final double[] covariance;
    private final double[] direction;
    private final double decrement;
    private final double turn;
    private final Marginal marginal;

    Point(double[] theta) {
      this.theta = theta;
      this.here = model.expand(theta);
      passes++;
      this.lower = DampedFactor.of(block(here.hessian(), 0, d));
      this.covariance = DampedFactor.inverse(lower, d);
      double[] gradient = Arrays.copyOf(here.gradient(), d);
      this.turn = crowded ? turn(theta, here.hessian()) : 0;
      if (crowded) {
        gradient[noise] += turn;
      }
      this.direction = Matrices.solve(lower, gradient, d);
      this.decrement = dot(direction, gradient);
      this.marginal = new Marginal(theta, covariance);
    }

    @Override
    public double decrement() {
      return decrement + marginal.decrement;
    }

    @Override
    public double[] next(double share) {
      double whole = here.value() - (crowded ? turn * direction[noise] : 0);
      double[] next =
          MarginalDescent.halved(
              theta,
              coefficients,
              direction,
              here.value(),
              decrement <= d ? OptionalDouble.of(whole) : OptionalDouble.empty(),
              v -> model.potential(v) + (crowded ? turn * (v[noise] - theta[noise]) : 0));
      for (int i = d; i < all; i++) {
        next[i] -= share * marginal.direction[i - d];
      }
      return next;
    }

    @Override
    public double[] hessian() {
      int n = all - d;
      double[] hessian = here.hessian().clone();
      double[] own = DampedFactor.square(lower);
      for (int i = 0; i < d; i++) {
        System.arraycopy(own, i * d, hessian, i * all, d);
      }
      double[][] solved = new double[n][];
      for (int i = 0; i < n; i++) {
        double[] b = Arrays.copyOfRange(here.hessian(), (d + i) * all, (d + i) * all + d);
        solved[i] = Matrices.solve(lower, b, d);
        for (int j = 0; j <= i; j++) {
          double corner = dot(solved[j], b) + marginal.curvature[i * n + j];
          hessian[(d + i) * all + d + j] = corner;
          hessian[(d + j) * all + d + i] = corner;
        }
      }
      return hessian;
    }
  }

  /** The marginal of h: its curvature, made positive, and Newton's step. */
  private final class Marginal {
    private final double[] curvature;
    private final double[] direction;
    private final double decrement;

    Marginal(double[] theta, double[] covariance) {
      int n = all - d;
      double[] expected = theta.clone();
      for (int k : prior.shrunk()) {
        expected[k] = Math.sqrt(theta[k] * theta[k] + covariance[k * d + k]);
      }
      double[] gradient = new double[all];
      prior.addGradient(expected, gradient);
      double[] slope = Arrays.copyOfRange(gradient, d, all);
      double[] full = new double[all * all];
      prior.addHessian(expected, full);
      double[] complete = block(full, d, n);
      double[] louis = complete.clone();
      subtract(louis, full, expected, theta, covariance);
      double[] lower = Matrices.choleskyOrNull(louis, n);
      this.curvature = lower == null ? DampedFactor.square(DampedFactor.of(complete)) : louis;
      double[] step =
          Matrices.solve(lower == null ? Matrices.cholesky(curvature, n) : lower, slope, n);
      this.decrement = dot(step, slope);
      double longest = Arrays.stream(step).map(Math::abs).max().orElse(0);
      this.direction = step;
      for (int i = 0; longest > MarginalDescent.LONGEST && i < n; i++) {
        step[i] *= MarginalDescent.LONGEST / longest;
      }
    }

    /** Takes away {@code c W cᵀ}. */
    private void subtract(
        double[] louis, double[] full, double[] expected, double[] theta, double[] covariance) {
      int n = all - d;
      int[] shrunk = prior.shrunk();
      double[] weighted = new double[shrunk.length];
      for (int i = 0; i < n; i++) {
        for (int b = 0; b < shrunk.length; b++) {
          weighted[b] = 0;
          int l = shrunk[b];
          for (int k : shrunk) {
            double c = full[(d + i) * all + k] / (2 * expected[k]);
            double s = covariance[k * d + l];
            weighted[b] += c * (2 * s * s + 4 * theta[k] * theta[l] * s);
          }
        }
        for (int j = 0; j < n; j++) {
          for (int b = 0; b < shrunk.length; b++) {
            double c = full[(d + j) * all + shrunk[b]] / (2 * expected[shrunk[b]]);
            louis[i * n + j] -= weighted[b] * c;
          }
        }
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          louis[i * n + j] = louis[j * n + i];
        }
      }
    }
  }

  /** {@code ∂ ½ log det A / ∂ log σ}, A the curvature of the coefficients alone. */
  private double turn(double[] theta, double[] hessian) {
    double[] moved = theta.clone();
    moved[noise] += DIFFERENCE;
    passes++;
    double there = halfLogDeterminant(model.expand(moved).hessian());
    return (there - halfLogDeterminant(hessian)) / DIFFERENCE;
  }

  private double halfLogDeterminant(double[] hessian) {
    double[] others = block(hessian, 0, d);
    for (int k = 0; k < d; k++) {
      others[noise * d + k] = 0;
      others[k * d + noise] = 0;
    }
    others[noise * d + noise] = 1;
    double[] lower = DampedFactor.of(others);
    double sum = 0;
    for (int k = 0; k < d; k++) {
      sum += Math.log(lower[k * d + k]);
    }
    return sum;
  }

  private double[] block(double[] hessian, int from, int n) {
    double[] block = new double[n * n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(hessian, (from + i) * all + from, block, i * n, n);
    }
    return block;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }
}
