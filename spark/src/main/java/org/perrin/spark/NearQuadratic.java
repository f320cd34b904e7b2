package org.perrin.spark;

import org.perrin.data.Batch;
import org.perrin.model.PulledGlm;
import org.perrin.model.QuadraticCentre;

/**
 * A centre of second order as far as the driver knows it without rows.
 *
 * @param curvedAt where the metric is of the Hessian
 * @param gradient of the posterior at u = 0
 * @param scores of all rows
 */
record NearQuadratic(double[] curvedAt, double[] gradient, double[] scores)
    implements QuadraticCentre {
  /** The same with rows that were fetched. */
  QuadraticCentre with(PulledGlm rows) {
    return rows.quadratic(curvedAt, gradient);
  }

  @Override
  public void linear(double[] u, double[] out) {
    throw BlockModel.far();
  }

  @Override
  public void addRows(double[] u, Batch batch, int from, int to, double[] out) {
    throw BlockModel.far();
  }

  @Override
  public void scores(int from, int to, double[] out) {
    System.arraycopy(scores, from, out, 0, to - from);
  }
}
