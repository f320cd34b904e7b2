package org.perrin.model;

import org.perrin.data.Batch;
import org.perrin.metric.Metric;

/** {@link PulledCentre} at u = 0 whose rows are still coming. */
record PulledArriving(RowReplaceableModel.Arriving rows, PulledCentre centre)
    implements RowReplaceableModel.Arriving {
  static PulledArriving of(RowReplaceableModel.Arriving rows, Metric steps) {
    return new PulledArriving(rows, PulledCentre.of(rows, steps, new double[steps.dimension()]));
  }

  @Override
  public double[] theta() {
    return centre.theta();
  }

  @Override
  public double[] sum() {
    return centre.sum();
  }

  @Override
  public void renew(int[] chosen, int from, int to) {
    rows.renew(chosen, from, to);
  }

  @Override
  public void addDifference(double[] u, Batch batch, int from, int to, double[] out) {
    centre.addDifference(u, batch, from, to, out);
  }
}
