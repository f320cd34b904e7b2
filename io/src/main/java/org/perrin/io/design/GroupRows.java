package org.perrin.io.design;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What rows have of a {@link GroupTerm}: four bytes each for the level, eight for each column but
 * ones.
 *
 * @param level of each row, from 0; negative for one that was not there when the encoding was
 *     fitted
 * @param values for each column those of all rows; null for a column of ones
 */
public record GroupRows(int[] level, List<double @Nullable []> values) {
  /** Copies the list. */
  public GroupRows {
    values = Collections.unmodifiableList(new java.util.ArrayList<>(values));
  }
}
