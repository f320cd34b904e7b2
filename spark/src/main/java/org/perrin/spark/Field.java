package org.perrin.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.perrin.io.table.Column;

/**
 * A column that is used.
 *
 * @param name of it
 * @param place in a row of Spark's
 * @param type what it holds
 */
record Field(String name, int place, Type type) implements Serializable {
  /** What a regression makes of a column. */
  enum Type {
    NUMBER,
    FLAG,
    TEXT
  }

  /** A number, or a flag as 0 or 1; NaN if it is missing. */
  double number(Row row) {
    if (row.isNullAt(place)) {
      return Double.NaN;
    }
    return type == Type.FLAG
        ? (row.getBoolean(place) ? 1 : 0)
        : ((Number) row.get(place)).doubleValue();
  }

  /** A text; null if it is missing. */
  String text(Row row) {
    return row.isNullAt(place) ? null : row.getString(place);
  }

  /** A column of so many cells, each as {@link #number} or {@link #text} gives it. */
  Column column(int rows, IntToDoubleFunction numbers, IntFunction<String> texts) {
    if (type == Type.TEXT) {
      return Column.Text.of(name, IntStream.range(0, rows).mapToObj(texts).toArray(String[]::new));
    }
    double[] values = IntStream.range(0, rows).mapToDouble(numbers).toArray();
    int missing = (int) Arrays.stream(values).filter(Double::isNaN).count();
    if (type == Type.NUMBER) {
      return new Column.Numeric(name, values, missing, null);
    }
    byte[] flags = new byte[rows];
    for (int i = 0; i < rows; i++) {
      flags[i] = (byte) (Double.isNaN(values[i]) ? -1 : values[i]);
    }
    return new Column.Flags(name, flags, missing);
  }
}
