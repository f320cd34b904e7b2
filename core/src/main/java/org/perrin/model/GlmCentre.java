package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Batch;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;
import org.perrin.math.Parallel;

/**
 * The centre of a GLM: {@code ℓ'ᵢ(θ̂)} for every row, beside what else the row has. O(nd) a batch.
 */
record GlmCentre(Glm model, double[] theta, double[] sum, RowConstants constants)
    implements RowReplaceableModel.Arriving {
  /** The centre at any point: one pass. */
  static GlmCentre at(Glm model, double[] theta) {
    Rows x = model.data().x();
    Doubles base = model.storage().doubles(model.rows());
    double[] sum =
        Parallel.sum(
            model.rows(), x.stride(), (s, from, to) -> add(model, theta, from, to, base, s));
    double[] all = Arrays.copyOf(sum, model.dimension());
    return new GlmCentre(model, theta.clone(), all, RowConstants.of(model, base));
  }

  /** As {@link #at} adds up a range of rows, padded. */
  static void add(Glm model, double[] theta, int from, int to, Doubles base, double[] sum) {
    Rows x = model.data().x();
    model.predictors.overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> add(model, x, first, count, eta, responses, base, sum));
  }

  /** Keeps the slopes of a block in {@code base} and adds up {@code Σ vᵢ ℓ'ᵢ} times its rows. */
  static void add(
      Glm model,
      Rows rows,
      int first,
      int count,
      double[] eta,
      double[] responses,
      Doubles base,
      double[] sum) {
    // to compare with later: at the response, or at 0 where the response cancels
    double[] compared = model.family().additive() ? new double[count] : responses;
    double[] slopes = new double[count];
    model.family().slopes(eta, compared, count, slopes);
    base.put(first, count, slopes);
    model.family().slopes(eta, responses, count, eta);
    model.predictors.timesWeight(eta, first, count);
    rows.add(first, count, eta, sum);
  }

  @Override
  public void renew(int[] rows, int from, int to) {
    constants.renew(model, rows, from, to);
  }

  @Override
  public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
    double[] point = batch.point(at, model.data().x().stride());
    model.addParts(
        batch, from, to, (first, last, sum) -> addPart(point, batch, first, last, sum), out);
  }

  private void addPart(double[] point, Batch batch, int from, int to, double[] sum) {
    double[] eta = batch.predictors();
    double[] responses = batch.responses();
    int[] rows = batch.rows();
    int n = to - from;
    model.data().x().dots(rows, from, to, point, eta);
    constants.predictors(rows, from, n, eta);
    constants.responses(rows, from, n, responses);
    model.family().slopes(eta, responses, n, eta);
    constants.differences(rows, from, n, eta);
    model.addRows(batch, from, to, eta, sum);
  }
}
