package org.perrin.model;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;

/** A model that knows its second derivatives. */
public interface Curved extends Model {
  /** {@code h += weight · ∇²fᵢ(θ)}, d × d, row-major, both triangles. */
  void addRowHessian(double[] theta, int row, double weight, double[] h);

  /** {@code h += Σ ∇²fᵢ(θ)} over rows {@code from ≤ i < to}. */
  default void addRangeHessian(double[] theta, int from, int to, double[] h) {
    for (int i = from; i < to; i++) {
      addRowHessian(theta, i, 1, h);
    }
  }

  /** A model of some of the rows, the j-th counted {@code factors[j]} times. */
  default Curved subset(int[] rows, double[] factors) {
    return new SubsetModel(this, rows, factors);
  }

  /**
   * Whether f may have more than one minimum, or none with positive curvature: then {@link #start}
   * decides which one is found, and samplers say so.
   */
  default boolean multimodal() {
    return false;
  }

  /**
   * Whether samplers gain from a metric that is of the Hessian at a point that is known, not near
   * it: worth a pass.
   */
  default boolean wantsCurvature() {
    return false;
  }

  /** A cheap guess at how much each row matters, at most one pass; null if all are alike. */
  default @Nullable Doubles prominence() {
    return null;
  }

  /** f, ∇f and ∇²f at one point. */
  record Expansion(double value, double[] gradient, double[] hessian) {
    /** From {@link Curved#expansionSum} and the prior. */
    public static Expansion of(double[] sum, Prior prior, double[] theta) {
      int d = theta.length;
      double[] gradient = java.util.Arrays.copyOfRange(sum, 1, 1 + d);
      double[] hessian = java.util.Arrays.copyOfRange(sum, 1 + d, sum.length);
      prior.addGradient(theta, gradient);
      prior.addHessian(theta, hessian);
      return new Expansion(sum[0] + prior.value(theta), gradient, hessian);
    }
  }

  /** f, ∇f and ∇²f with the prior, from one pass over the data. */
  default Expansion expand(double[] theta) {
    return Expansion.of(expansionSum(theta), prior(), theta);
  }

  /** f, ∇f and ∇²f of all rows, one behind the other: one pass over the data. */
  default double[] expansionSum(double[] theta) {
    return expanded(
        Parallel.sum(
            rows(), expansionSize(), (sum, from, to) -> addExpansion(theta, from, to, sum)));
  }

  /** Elements of what {@link #addExpansion} adds to. */
  default int expansionSize() {
    return 1 + dimension() + dimension() * dimension();
  }

  /** What {@link #addExpansion} has added up, as {@link #expansionSum} has it. */
  default double[] expanded(double[] sum) {
    return sum;
  }

  /**
   * Adds {@code Σ ∇fᵢ(θ)} and {@code Σ ∇²fᵢ(θ)} over rows {@code from ≤ i < to} and returns {@code
   * Σ fᵢ(θ)}: for models that do better than three visits.
   */
  default double addRange(double[] theta, int from, int to, double[] gradient, double[] hessian) {
    addRangeGradient(theta, from, to, gradient);
    addRangeHessian(theta, from, to, hessian);
    return rangeLoss(theta, from, to);
  }

  /**
   * Adds f, ∇f and ∇²f of rows {@code from ≤ i < to}, without the prior, to {@code sum}, one behind
   * the other or as {@link #expanded} knows: block by block, so that a row is in cache when it is
   * needed again.
   */
  default void addExpansion(double[] theta, int from, int to, double[] sum) {
    int d = dimension();
    int block = Math.max(256, 16 * d);
    double[] gradient = new double[d];
    double[] hessian = new double[d * d];
    for (int first = from; first < to; first += block) {
      int last = Math.min(first + block, to);
      sum[0] += addRange(theta, first, last, gradient, hessian);
    }
    for (int k = 0; k < d; k++) {
      sum[1 + k] += gradient[k];
    }
    for (int k = 0; k < d * d; k++) {
      sum[1 + d + k] += hessian[k];
    }
  }

  /** {@code ∇²f(θ) v} with the prior, by a difference of gradients unless a model knows better. */
  default double[] hessianProduct(double[] theta, double[] v) {
    int d = dimension();
    double norm = 0;
    double size = 0;
    for (int k = 0; k < d; k++) {
      norm += v[k] * v[k];
      size += theta[k] * theta[k];
    }
    double step = 1e-5 * (1 + Math.sqrt(size)) / Math.sqrt(norm);
    double[] up = theta.clone();
    double[] down = theta.clone();
    for (int k = 0; k < d; k++) {
      up[k] += step * v[k];
      down[k] -= step * v[k];
    }
    double[] product = gradient(up);
    double[] low = gradient(down);
    for (int k = 0; k < d; k++) {
      product[k] = (product[k] - low[k]) / (2 * step);
    }
    return product;
  }

  /** The diagonal of ∇²f(θ) with the prior, one pass. */
  default double[] hessianDiagonal(double[] theta) {
    int d = dimension();
    double[] hessian = hessian(theta);
    double[] diagonal = new double[d];
    for (int k = 0; k < d; k++) {
      diagonal[k] = hessian[k * d + k];
    }
    return diagonal;
  }

  /** ∇²f(θ) with the prior, one pass over the data. */
  default double[] hessian(double[] theta) {
    int d = dimension();
    double[] sum =
        Parallel.sum(rows(), d * d, (s, from, to) -> addRangeHessian(theta, from, to, s));
    prior().addHessian(theta, sum);
    return sum;
  }

  /**
   * The paper's weights for control variates, Eq. (16): {@code out[j] = √tr(HᵢΣ̂Hᵢ) = ‖HᵢL‖_F} with
   * {@code Hᵢ = ∇²fᵢ(θ)}, {@code i = from + j}; {@code factor} is L, or null for the identity. This
   * general form is O(d³) a row; models with structure do better.
   */
  default void curvatureScores(
      double[] theta, double @Nullable [] factor, int from, int to, double[] out) {
    int d = dimension();
    double[] h = new double[d * d];
    for (int i = from; i < to; i++) {
      java.util.Arrays.fill(h, 0);
      addRowHessian(theta, i, 1, h);
      out[i - from] = factor == null ? frobenius(h) : frobenius(h, factor, d);
    }
  }

  /**
   * The same weights in a metric: {@code out[j] = ‖LᵀHᵢL‖_F}, {@code i = from + j}. This general
   * form is O(d³) a row; models with structure do better.
   */
  default void metricScores(double[] theta, Metric metric, int from, int to, double[] out) {
    double[] h = new double[dimension() * dimension()];
    for (int i = from; i < to; i++) {
      java.util.Arrays.fill(h, 0);
      addRowHessian(theta, i, 1, h);
      metric.pullHessian(h);
      out[i - from] = frobenius(h);
    }
  }

  /**
   * Weights that look past the mode: {@code out[j] ≈ √E‖∇fᵢ(θ') − ∇fᵢ(θ)‖²} for {@code θ' ~ N(θ,
   * widen² LLᵀ)}, {@code i = from + j}; {@code factor} is L, or null for the identity. Here {@code
   * √mean ‖∇²fᵢ(θₖ)L‖²_F} over θ and some points of that normal, which sees curvature that θ itself
   * has not; models whose rows see θ through a few numbers integrate over those.
   */
  default void expectedScores(
      double[] theta, double @Nullable [] factor, double widen, int from, int to, double[] out) {
    int d = dimension();
    double[] moved = new double[d];
    meanSquare(
        from,
        to,
        out,
        (point, scores) -> {
          double[] step = point;
          if (factor != null) {
            step = new double[d];
            Matrices.apply(factor, point, step, d);
          }
          for (int k = 0; k < d; k++) {
            moved[k] = theta[k] + widen * step[k];
          }
          curvatureScores(moved, factor, from, to, scores);
        });
  }

  /** The same in a metric, around its centre: {@code √mean ‖Lᵀ∇²fᵢ(θₖ)L‖²_F}. */
  default void expectedMetricScores(Metric metric, double widen, int from, int to, double[] out) {
    int d = dimension();
    double[] u = new double[d];
    double[] moved = new double[d];
    meanSquare(
        from,
        to,
        out,
        (point, scores) -> {
          for (int k = 0; k < d; k++) {
            u[k] = widen * point[k];
          }
          metric.toTheta(u, moved);
          metricScores(moved, metric, from, to, scores);
        });
  }

  /** Scores of rows at a point of a standard normal. */
  @FunctionalInterface
  interface PointScores {
    /** One for each row. */
    void at(double[] point, double[] scores);
  }

  /** The root of the mean square of scores at 0 and at three pairs of points. */
  default void meanSquare(int from, int to, double[] out, PointScores scorer) {
    double[][] points = Cubature.some(3, dimension());
    double[] scores = new double[to - from];
    scorer.at(new double[dimension()], scores);
    for (int j = 0; j < scores.length; j++) {
      out[j] = scores[j] * scores[j];
    }
    for (double[] point : points) {
      scorer.at(point, scores);
      for (int j = 0; j < scores.length; j++) {
        out[j] += scores[j] * scores[j];
      }
    }
    for (int j = 0; j < scores.length; j++) {
      out[j] = Math.min(Math.sqrt(out[j] / (1 + points.length)), Double.MAX_VALUE);
    }
  }

  private static double frobenius(double[] h) {
    double sum = 0;
    for (double v : h) {
      sum += v * v;
    }
    return Math.sqrt(sum);
  }

  private static double frobenius(double[] h, double[] l, int d) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double element = 0;
        for (int k = 0; k < d; k++) {
          element = Math.fma(h[i * d + k], l[k * d + j], element);
        }
        sum += element * element;
      }
    }
    return Math.sqrt(sum);
  }
}
