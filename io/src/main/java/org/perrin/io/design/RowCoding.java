package org.perrin.io.design;

import java.util.List;
import org.perrin.data.CodedRows;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;
import org.perrin.math.Parallel;

/**
 * How columns are stored: those of a factor, or of products of factors and numbers, by the place of
 * the one that is not 0; sparse ones by the places of those that are not 0; all others as numbers.
 *
 * @param parts of the design
 * @param width their columns
 * @param numbers stored in each row
 * @param factors coded in each row
 */
record RowCoding(ColumnBlock[] parts, int width, int numbers, int factors) {
  /** Fewer columns are as fast dense. */
  private static final int LEAST_COLUMNS = 32;

  /** Of the columns, at most the share 1/this may be stored. */
  private static final int SAVED = 4;

  /** With the value dense nothing is coded, for comparisons. */
  private static final String PROPERTY = "perrin.rows";

  /**
   * The first that pays; indicator columns are looked for where others do not, then sparse ones.
   */
  static RowCoding of(List<ColumnBlock> blocks, RowSelection rows) {
    var plain = of(blocks);
    if (plain.width < LEAST_COLUMNS || plain.pays()) {
      return plain;
    }
    var merged = of(IndicatorColumns.merged(SparseColumns.merged(blocks), rows));
    return merged.pays()
        ? merged
        : of(IndicatorColumns.merged(SparseColumns.merged(SparseColumns.found(blocks)), rows));
  }

  private static RowCoding of(List<ColumnBlock> blocks) {
    int width = 0;
    int numbers = 0;
    int factors = 0;
    for (ColumnBlock block : blocks) {
      width += block.width();
      factors += codes(block);
      numbers += numbers(block);
    }
    return new RowCoding(blocks.toArray(ColumnBlock[]::new), width, numbers, factors);
  }

  /** How many factors a row has in place of the columns of a block; 0 if it keeps them. */
  private static int codes(ColumnBlock block) {
    return block instanceof SparseColumns sparse
        ? sparse.most()
        : block.single() && block.width() > 1 ? 1 : 0;
  }

  /** How many numbers: one for each factor that is not a one, or the columns. */
  private static int numbers(ColumnBlock block) {
    int codes = codes(block);
    return codes == 0 ? block.width() : block.scaled() ? codes : 0;
  }

  /** Whether that takes less of everything. */
  boolean pays() {
    return factors > 0
        && width >= LEAST_COLUMNS
        && width <= CodedRows.MOST_COLUMNS
        && width >= SAVED * (numbers + factors)
        && !"dense".equals(System.getProperty(PROPERTY));
  }

  /** The rows, written on all cores. */
  CodedRows rows(RowSelection rows, String source) {
    int n = rows.count();
    MemoryCheck.check(
        "a design of %s × %s of %s"
            .formatted(MessageText.count(n), MessageText.count(width), source),
        n * (8.0 * CodedRows.pitch(numbers) + 2.0 * factors),
        "take a sample");
    double[] dense = new double[Math.multiplyExact(n, CodedRows.pitch(numbers))];
    char[] places = new char[Math.multiplyExact(n, factors)];
    Parallel.overRows(n, (from, to) -> fill(rows, from, to, dense, places));
    int[] columns = new int[numbers];
    int[] times = new int[factors];
    layOut(columns, times);
    return CodedRows.of(width, columns, dense, places, times);
  }

  private void layOut(int[] columns, int[] times) {
    int column = 0;
    int number = 0;
    int factor = 0;
    for (ColumnBlock part : parts) {
      int codes = codes(part);
      for (int c = 0; c < codes; c++) {
        times[factor++] = part.scaled() ? number : -1;
        if (part.scaled()) {
          columns[number++] = width;
        }
      }
      if (codes == 0) {
        for (int k = 0; k < part.width(); k++) {
          columns[number++] = column + k;
        }
      }
      column += part.width();
    }
  }

  private void fill(RowSelection rows, int from, int to, double[] dense, char[] places) {
    int pitch = CodedRows.pitch(numbers);
    int column = 0;
    int number = 0;
    int factor = 0;
    for (ColumnBlock part : parts) {
      int codes = codes(part);
      if (part instanceof SparseColumns sparse) {
        for (int i = from; i < to; i++) {
          fill(
              sparse,
              rows.get(i),
              column,
              codes,
              dense,
              i * pitch + number,
              places,
              i * factors + factor);
        }
      } else if (codes > 0) {
        for (int i = from; i < to; i++) {
          int place = part.place(rows.get(i));
          places[i * factors + factor] = (char) (place < 0 ? width : column + place);
          if (part.scaled()) {
            dense[i * pitch + number] = part.factor(rows.get(i));
          }
        }
      } else {
        part.write(rows, from, to, dense, from * pitch + number, pitch);
      }
      factor += codes;
      number += numbers(part);
      column += part.width();
    }
  }

  /** A row's elements, and for those that it lacks no place. */
  private void fill(
      SparseColumns part,
      int row,
      int column,
      int codes,
      double[] dense,
      int number,
      char[] places,
      int factor) {
    int first = part.starts()[row];
    int count = part.starts()[row + 1] - first;
    for (int c = 0; c < codes; c++) {
      places[factor + c] = (char) (c < count ? column + part.columns()[first + c] : width);
      if (part.scaled()) {
        dense[number + c] = c < count ? part.value(first + c) : 0;
      }
    }
  }
}
