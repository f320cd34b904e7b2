package org.perrin.regression.predict;

import java.util.List;

/**
 * Predictions of a table.
 *
 * @param rows in the table's order; as many for a row as there are classes
 * @param scores how good they are, or null where no target is known
 */
public record Predictions(List<PredictedRow> rows, Scorecard scores) {}
