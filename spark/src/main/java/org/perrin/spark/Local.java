package org.perrin.spark;

import java.io.Serializable;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Doubles;
import org.perrin.metric.DenseMetric;
import org.perrin.model.Regressed;

/** What an executor computes of one block: each is one chunk of the same sum in memory. */
final class Local {
  private Local() {}

  /** f, ∇f and ∇²f without the prior. */
  static double[] expansion(Kind kind, double[] theta, RowBlock block) {
    double[] sum = new double[1 + theta.length + theta.length * theta.length];
    kind.likelihood(block.data()).addExpansion(theta, 0, block.count(), sum);
    return sum;
  }

  static double[] hessian(Kind kind, double[] theta, RowBlock block) {
    double[] h = new double[theta.length * theta.length];
    kind.likelihood(block.data()).addRangeHessian(theta, 0, block.count(), h);
    return h;
  }

  static double[] gradient(Kind kind, double[] theta, RowBlock block) {
    double[] g = new double[theta.length];
    kind.likelihood(block.data()).addRangeGradient(theta, 0, block.count(), g);
    return g;
  }

  static double[] loss(Kind kind, double[] theta, RowBlock block) {
    return new double[] {kind.likelihood(block.data()).rangeLoss(theta, 0, block.count())};
  }

  static double[] leverage(double[] inverse, RowBlock block) {
    double[] scores = new double[block.count()];
    block.data().x().roughLeverage(inverse, 0, scores.length, Doubles.of(scores), 0);
    return scores;
  }

  /**
   * A change of variables that travels.
   *
   * @param centre θ̂
   * @param factor L
   */
  record Change(double[] centre, double[] factor) implements Serializable {
    /**
     * Executors map rows and never points, so the inverse, which only points need, is not there.
     */
    DenseMetric metric() {
      return DenseMetric.of(centre, factor, factor);
    }
  }

  /** The rows {@code Lᵀxᵢ} with their predictors at θ̂ as offsets. */
  static RowBlock pulled(Kind kind, Change change, RowBlock block) {
    return new RowBlock(block.first(), kind.likelihood(block.data()).in(change.metric()).data());
  }

  /** Expected scores of rows that are pulled back, and the sum of their gradients at u = 0. */
  record Weighed(double[] scores, double[] sum) implements Serializable {
    static Weighed of(Kind kind, Change change, int width, double widen, RowBlock block) {
      Regressed model = one(kind, width).in(change.metric()).with(block.data());
      double[] zero = new double[model.dimension()];
      double[] scores = new double[block.count()];
      double[] sum = new double[zero.length];
      model.expectedScores(zero, null, widen, 0, scores.length, scores);
      model.addRangeGradient(zero, 0, scores.length, sum);
      return new Weighed(scores, sum);
    }
  }

  /** The likelihood of one empty row, to see a model's form where its rows are not needed. */
  static Regressed one(Kind kind, int width) {
    return kind.likelihood(empty(width));
  }

  static Dataset empty(int width) {
    double[][] row = {new double[width]};
    return Dataset.of(DenseRows.of(row), new double[1]);
  }
}
