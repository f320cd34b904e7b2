package org.perrin.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.api.java.function.Function;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;
import org.perrin.model.Bounded;
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

  /** Expected scores of rows in a metric, and the sum of their gradients at u = 0. */
  record Weighed(double[] scores, double[] sum) implements Serializable {
    /** Of rows that are mapped into it. */
    static Weighed of(Bounded model, double widen) {
      double[] sum = new double[model.dimension()];
      model.addRangeGradient(sum.clone(), 0, model.rows(), sum);
      return new Weighed(scores(model, widen), sum);
    }

    static double[] scores(Bounded model, double widen) {
      double[] scores = new double[model.rows()];
      model.expectedScores(new double[model.dimension()], null, widen, 0, scores.length, scores);
      return scores;
    }
  }

  /** A few rows of no meaning, for a model's form, with a response that the family has. */
  static Dataset empty(FamilyName family, RowLayout layout) {
    Rows x = layout.form();
    double[] y = new double[x.count()];
    Arrays.fill(y, family.response());
    return Dataset.of(x, y);
  }
}
