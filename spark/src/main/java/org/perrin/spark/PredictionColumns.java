package org.perrin.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.regression.predict.PredictedRow;

/**
 * The columns that predictions add to rows: {@code p}, {@code p_sd}, {@code p_low}, {@code p_high}
 * of the predictive distribution, or of classes the most probable one and {@code p_probabilities};
 * and {@code p_problem}, why a row has none.
 *
 * @param added the columns
 * @param classes whether targets are classes
 */
record PredictionColumns(StructType added, boolean classes) implements Serializable {
  static PredictionColumns of(String name, boolean classes) {
    var added = new StructType();
    if (classes) {
      added =
          added
              .add(name, DataTypes.StringType)
              .add(name + "_probabilities", DataTypes.createArrayType(DataTypes.DoubleType));
    } else {
      for (String end : List.of("", "_sd", "_low", "_high")) {
        added = added.add(name + end, DataTypes.DoubleType);
      }
    }
    return new PredictionColumns(added.add(name + "_problem", DataTypes.StringType), classes);
  }

  /** These columns behind others. */
  StructType behind(StructType before) {
    StructType all = before;
    for (var field : added.fields()) {
      if (Arrays.asList(before.fieldNames()).contains(field.name())) {
        throw new InputException(
            "there is a column %s already: rename it, or set predictionCol"
                .formatted(MessageText.quoted(field.name())));
      }
      all = all.add(field);
    }
    return all;
  }

  /** A row with what is predicted of it behind it: a line, or one for each class. */
  Row behind(Row before, List<PredictedRow> lines) {
    Object[] cells = new Object[before.size() + added.size()];
    for (int k = 0; k < before.size(); k++) {
      cells[k] = before.get(k);
    }
    PredictedRow first = lines.getFirst();
    cells[cells.length - 1] = first.problem();
    int at = before.size();
    if (first.problem() == null && classes) {
      cells[at] = best(lines).level();
      cells[at + 1] = lines.stream().map(PredictedRow::mean).toArray(Double[]::new);
    } else if (first.problem() == null) {
      cells[at] = first.mean();
      cells[at + 1] = first.sd();
      cells[at + 2] = first.low();
      cells[at + 3] = first.high();
    }
    return RowFactory.create(cells);
  }

  /** The first of the most probable classes. */
  private static PredictedRow best(List<PredictedRow> lines) {
    PredictedRow best = lines.getFirst();
    for (PredictedRow line : lines) {
      best = line.mean() > best.mean() ? line : best;
    }
    return best;
  }
}
