package org.perrin.model;

import org.perrin.data.Batch;

/**
 * The centre of a GLM: {@code ℓ'ᵢ(θ̂)} for every row, beside what else the row has. O(nd) a batch.
 */
record GlmCentre(Glm model, double[] theta, double[] sum, Side side) implements Regressed.Arriving {
  @Override
  public void renew(int[] rows, int from, int to) {
    side.renew(model, rows, from, to);
  }

  @Override
  public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
    double[] point = batch.point(at, model.x().stride());
    model.addParts(
        batch, from, to, (first, last, sum) -> addPart(point, batch, first, last, sum), out);
  }

  private void addPart(double[] point, Batch batch, int from, int to, double[] sum) {
    double[] eta = batch.predictors();
    double[] responses = batch.responses();
    int[] rows = batch.rows();
    int n = to - from;
    model.x().dots(rows, from, to, point, eta);
    side.predictors(rows, from, n, eta);
    side.responses(rows, from, n, responses);
    model.family().slopes(eta, responses, n, eta);
    side.differences(rows, from, n, eta);
    model.addRows(batch, from, to, eta, sum);
  }
}
