package org.perrin.model;

import org.perrin.data.Dataset;
import org.perrin.metric.Metric;

/** A model of the rows of a data set, which is the same model for other rows. */
public interface Regressed extends Predicted {
  /** The rows as the model sees them. */
  Dataset data();

  /** The same model, prior and all, of other rows of the same kind. */
  Regressed with(Dataset rows);

  @Override
  Regressed in(Metric metric);

  /**
   * The centre at θ = 0 where {@code Σᵢ ∇fᵢ(0)} over all rows, of which these may be a few, is
   * known. Predictors there are offsets, so no row is read.
   */
  Centre origin(double[] sum);
}
