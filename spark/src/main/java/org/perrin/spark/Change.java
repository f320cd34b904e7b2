package org.perrin.spark;

import java.io.Serializable;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;

/**
 * A change of variables that travels.
 *
 * @param centre θ̂
 * @param factor L
 */
record Change(double[] centre, double[] factor) implements Serializable {
  static Change of(Metric metric) {
    return new Change(metric.centre(), metric.matrix());
  }

  /** Executors map rows and never points, so the inverse, which only points need, is not there. */
  DenseMetric metric() {
    return DenseMetric.of(centre, factor, factor);
  }
}
