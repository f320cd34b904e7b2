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
 * @param layout of their columns
 */
record RowCoding(ColumnBlock[] parts, CodeLayout layout) {
  /**
   * The first that pays; indicator columns are looked for where others do not, then sparse ones.
   */
  static RowCoding of(List<ColumnBlock> blocks, RowSelection rows) {
    var plain = of(blocks);
    if (plain.layout.width() < CodeLayout.LEAST_COLUMNS || plain.pays()) {
      return plain;
    }
    var merged = of(IndicatorColumns.merged(SparseColumns.merged(blocks), rows));
    return merged.pays()
        ? merged
        : of(IndicatorColumns.merged(SparseColumns.merged(SparseColumns.found(blocks)), rows));
  }

  private static RowCoding of(List<ColumnBlock> blocks) {
    return new RowCoding(
        blocks.toArray(ColumnBlock[]::new),
        CodeLayout.of(blocks.stream().map(RowCoding::part).toList()));
  }

  private static CodeLayout.Part part(ColumnBlock block) {
    int codes =
        block instanceof SparseColumns sparse
            ? sparse.most()
            : block.single() && block.width() > 1 ? 1 : 0;
    return new CodeLayout.Part(block.width(), codes, block.scaled());
  }

  boolean pays() {
    return layout.pays();
  }

  /** The rows, written on all cores. */
  CodedRows rows(RowSelection rows, String source) {
    int n = rows.count();
    MemoryCheck.check(
        "a design of %s × %s of %s"
            .formatted(MessageText.count(n), MessageText.count(layout.width()), source),
        n * (8.0 * pitch() + 2.0 * layout.factors()),
        "take a sample");
    double[] dense = new double[Math.multiplyExact(n, pitch())];
    char[] places = new char[Math.multiplyExact(n, layout.factors())];
    Parallel.overRows(n, (from, to) -> fill(rows, from, to, dense, places));
    return CodedRows.of(layout.width(), layout.columns(), dense, places, layout.times());
  }

  private int pitch() {
    return CodedRows.pitch(layout.numbers());
  }

  private void fill(RowSelection rows, int from, int to, double[] dense, char[] places) {
    int pitch = pitch();
    int factors = layout.factors();
    int width = layout.width();
    int column = 0;
    int number = 0;
    int factor = 0;
    for (int p = 0; p < parts.length; p++) {
      ColumnBlock part = parts[p];
      CodeLayout.Part of = layout.parts().get(p);
      int codes = of.codes();
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
      number += of.numbers();
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
      places[factor + c] = (char) (c < count ? column + part.columns()[first + c] : layout.width());
      if (part.scaled()) {
        dense[number + c] = c < count ? part.value(first + c) : 0;
      }
    }
  }
}
