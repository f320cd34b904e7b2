package org.perrin.regression.predict;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Predictions of a table.
 *
 * @param rows in the table's order; as many for a row as there are classes
 * @param scores how good they are, or null where no target is known
 */
public record Predictions(List<PredictedRow> rows, @Nullable Scorecard scores) {}
