package org.perrin.data;

import org.perrin.math.Picking;

/**
 * Some columns of stored rows as they are, and ones.
 *
 * @param places of the columns in a stored row, {@link #ONE} for ones
 */
public record ColumnPicks(int... places) implements Rows.RowMap {
  /** The place of a column of ones. */
  public static final int ONE = Picking.ONE;

  @Override
  public void apply(double[] row, double[] out) {
    for (int k = 0; k < places.length; k++) {
      out[k] = places[k] == ONE ? 1 : row[places[k]];
    }
  }
}
