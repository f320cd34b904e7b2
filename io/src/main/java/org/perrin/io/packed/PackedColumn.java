package org.perrin.io.packed;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.table.Column;
import org.perrin.io.table.Spelling;
import org.perrin.io.table.StoredNumbers;
import org.perrin.io.table.TruthWords;

/**
 * What is known of a packed table's column without reading its rows.
 *
 * @param name of the column
 * @param kind number, boolean or text, or what else it was, in which case it is not stored
 * @param place in a row, −1 if not stored
 * @param missing rows without a value, which hold NaN
 * @param levels the texts that the numbers stand for, by number; empty for numbers
 * @param seen the different values, sorted; if there are more than 1,000, the first 1,001 of them
 *     with the least and the greatest, and one that is not whole
 * @param mean of the values
 * @param sd of the values
 * @param flaw the first value that does not belong, or null
 * @param advice what to do about values that are not stored, or null
 * @param spelling how the numbers were written in the table it was made of
 * @param note what a user should know of the values, or null
 */
public record PackedColumn(
    String name,
    String kind,
    int place,
    long missing,
    List<String> levels,
    List<Double> seen,
    double mean,
    double sd,
    Column.@Nullable Flaw flaw,
    String advice,
    Spelling spelling,
    @Nullable String note) {
  /** Copies the lists. */
  public PackedColumn {
    levels = List.copyOf(levels);
    seen = List.copyOf(seen);
  }

  /** A column of {@code rows} rows that holds every value that was seen, and no others. */
  Column sketch(int rows) {
    return of(values(rows), count());
  }

  /** The column of rows that have these numbers stored, NaN for none. */
  public Column holding(double[] values) {
    int none = 0;
    for (double value : values) {
      none += Double.isNaN(value) ? 1 : 0;
    }
    return of(values, none);
  }

  private Column of(double[] values, int none) {
    int rows = values.length;
    return switch (kind) {
      case "number" ->
          new Column.Numeric(name, StoredNumbers.of(values), none, flaw, spelling, note);
      case "boolean" -> {
        byte[] flags = new byte[rows];
        for (int i = 0; i < rows; i++) {
          flags[i] = Double.isNaN(values[i]) ? -1 : (byte) truth(values[i]);
        }
        yield new Column.Flags(name, flags, none);
      }
      case "text" -> {
        int[] codes = new int[rows];
        for (int i = 0; i < rows; i++) {
          codes[i] = Double.isNaN(values[i]) ? -1 : (int) values[i];
        }
        yield new Column.Text(name, codes, levels, none, flaw, note);
      }
      default -> new Column.Other(name, kind, rows, none, advice);
    };
  }

  /** 1 or 0, from a stored number of a boolean column. */
  public double truth(double value) {
    if (levels.isEmpty() || !(value >= 0)) {
      return value;
    }
    return value < levels.size() ? TruthWords.of(levels.get((int) value)) : Double.NaN;
  }

  private int count() {
    return (int) Math.min(Integer.MAX_VALUE, missing);
  }

  private double[] values(int rows) {
    double[] values = new double[rows];
    for (int i = 0; i < rows; i++) {
      values[i] = seen.isEmpty() ? -1 : seen.get(i % seen.size());
    }
    return values;
  }
}
