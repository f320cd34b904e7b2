package org.perrin.model;

import org.perrin.data.Batch;

/** The centre of a model that keeps nothing for a row: both gradients are computed each time. */
record TwoGradients(Model model, double[] theta, double[] sum) implements Model.Centre {
  @Override
  public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
    model.addGradient(at, batch, from, to, out);
    negate(batch, from, to);
    model.addGradient(theta, batch, from, to, out);
    negate(batch, from, to);
  }

  private static void negate(Batch batch, int from, int to) {
    double[] weights = batch.weights();
    for (int j = from; j < to; j++) {
      weights[j] = -weights[j];
    }
  }
}
