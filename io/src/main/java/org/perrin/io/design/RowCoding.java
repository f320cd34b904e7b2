package org.perrin.io.design;

import java.util.List;
import org.perrin.data.CodedRows;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;
import org.perrin.math.Parallel;

/**
 * How columns are stored: those of a factor, or of products of factors and numbers, by the place of
 * the one that is not 0, all others as numbers.
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

  /** The best there is for these rows; where there may be one, indicator columns are looked for. */
  static RowCoding of(List<ColumnBlock> blocks, RowSelection rows) {
    var plain = of(blocks);
    return plain.width < LEAST_COLUMNS || plain.pays()
        ? plain
        : of(IndicatorColumns.merged(blocks, rows));
  }

  private static RowCoding of(List<ColumnBlock> blocks) {
    int width = 0;
    int numbers = 0;
    int factors = 0;
    for (ColumnBlock block : blocks) {
      width += block.width();
      if (coded(block)) {
        factors++;
        numbers += block.scaled() ? 1 : 0;
      } else {
        numbers += block.width();
      }
    }
    return new RowCoding(blocks.toArray(ColumnBlock[]::new), width, numbers, factors);
  }

  private static boolean coded(ColumnBlock block) {
    return block.single() && block.width() > 1;
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
      if (coded(part)) {
        times[factor++] = part.scaled() ? number : -1;
        if (part.scaled()) {
          columns[number++] = width;
        }
      } else {
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
      if (coded(part)) {
        for (int i = from; i < to; i++) {
          int place = part.place(rows.get(i));
          places[i * factors + factor] = (char) (place < 0 ? width : column + place);
          if (part.scaled()) {
            dense[i * pitch + number] = part.factor(rows.get(i));
          }
        }
        factor++;
        number += part.scaled() ? 1 : 0;
      } else {
        part.write(rows, from, to, dense, from * pitch + number, pitch);
        number += part.width();
      }
      column += part.width();
    }
  }
}
