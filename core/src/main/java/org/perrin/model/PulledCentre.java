package org.perrin.model;

import org.perrin.data.Batch;
import org.perrin.metric.Metric;

/** A centre seen through a metric: whatever the model keeps for its rows is of use here too. */
record PulledCentre(Model.Centre centre, Metric metric, double[] theta, double[] sum)
    implements Model.Centre {
  static PulledCentre of(Model.Centre centre, Metric metric, double[] u) {
    double[] sum = new double[u.length];
    metric.pull(centre.sum(), sum);
    return new PulledCentre(centre, metric, u.clone(), sum);
  }

  @Override
  public void addDifference(double[] u, Batch batch, int from, int to, double[] out) {
    double[] difference = new double[u.length];
    double[] pulled = new double[u.length];
    centre.addDifference(batch.image(u, metric, metric::toTheta), batch, from, to, difference);
    metric.pull(difference, pulled);
    for (int k = 0; k < pulled.length; k++) {
      out[k] += pulled[k];
    }
  }
}
