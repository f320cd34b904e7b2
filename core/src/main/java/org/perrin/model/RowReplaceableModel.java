package org.perrin.model;

import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.metric.Metric;

/** A model of the rows of a data set, which is the same model for other rows. */
public interface RowReplaceableModel extends LinearPredictorModel, Bounded {
  /** The rows as the model sees them. */
  Dataset data();

  /** The same model, prior and all, of other rows of the same kind. */
  RowReplaceableModel with(Dataset rows);

  @Override
  Bounded in(Metric metric);

  /** The same where rows {@code Lᵀxᵢ} are to be stored. */
  RowReplaceableModel stored(Metric metric);

  @Override
  default Doubles prominence() {
    return data().x().roughLeverage();
  }

  /**
   * The centre at θ = 0 where {@code Σᵢ ∇fᵢ(0)} over all rows, of which these may be a few, is
   * known, and these are written one after the other. It knows a row from {@link Arriving#renew}
   * on.
   */
  Arriving origin(double[] sum);

  /** A centre whose rows are still coming. */
  interface Arriving extends Centre {
    /** Takes in {@code rows[from … to)}, which were written. Their x is not looked at. */
    void renew(int[] rows, int from, int to);
  }
}
