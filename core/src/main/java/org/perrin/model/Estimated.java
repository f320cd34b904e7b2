package org.perrin.model;

import org.perrin.metric.Metric;

/**
 * A model of whose rows nothing is known but how to compute them: what polynomials leave of a row
 * can be bounded by an estimate only. A sampler may use such bounds if it checks them as it goes.
 */
public interface Estimated extends Curved {
  /**
   * The model in a metric, with estimated bounds.
   *
   * @param safety how much larger bounds are than the largest remainder that was seen
   * @param unknown rows that exceeded their bounds before, in order: nothing bounds them
   */
  Bounded guarded(Metric metric, double safety, int[] unknown);
}
