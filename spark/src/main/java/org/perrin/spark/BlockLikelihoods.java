package org.perrin.spark;

import java.io.Serializable;
import org.apache.spark.api.java.function.Function;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Doubles;
import org.perrin.metric.DenseMetric;
import org.perrin.model.RowReplaceableModel;

/** What an executor computes of one block: each is one chunk of the same sum in memory. */
final class BlockLikelihoods {
  private BlockLikelihoods() {}

  /** The likelihood of each block. */
  static Function<RowBlock, RowReplaceableModel> likelihoods(FamilyName family) {
    return block -> family.likelihood(block.data());
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

  /** Makes the rows {@code Lᵀxᵢ} with their predictors at θ̂ as offsets. */
  static Function<RowBlock, RowBlock> pulling(FamilyName family, Change change) {
    return block ->
        new RowBlock(block.first(), family.likelihood(block.data()).stored(change.metric()).data());
  }

  /** The likelihood of each block of such rows. */
  static Function<RowBlock, RowReplaceableModel> pulled(RowEncoder encoder, Change change) {
    FamilyName family = encoder.family();
    int width = encoder.width();
    return block -> one(family, width).stored(change.metric()).with(block.data());
  }

  /** Expected scores of rows that are pulled back, and the sum of their gradients at u = 0. */
  record Weighed(double[] scores, double[] sum) implements Serializable {
    static Weighed of(RowReplaceableModel model, double widen) {
      double[] zero = new double[model.dimension()];
      double[] scores = new double[model.rows()];
      double[] sum = new double[zero.length];
      model.expectedScores(zero, null, widen, 0, scores.length, scores);
      model.addRangeGradient(zero, 0, scores.length, sum);
      return new Weighed(scores, sum);
    }
  }

  /** The likelihood of one empty row, to see a model's form where its rows are not needed. */
  static RowReplaceableModel one(FamilyName family, int width) {
    return family.likelihood(empty(family, width));
  }

  /** A row of zeros with a response that the family does not refuse. */
  static Dataset empty(FamilyName family, int width) {
    double[][] row = {new double[width]};
    return Dataset.of(DenseRows.of(row), new double[] {family.response()});
  }
}
