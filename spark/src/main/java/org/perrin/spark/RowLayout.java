package org.perrin.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.data.CodedRows;
import org.perrin.data.DenseRows;
import org.perrin.data.Rows;
import org.perrin.io.design.CodeLayout;
import org.perrin.math.Kernels;

/**
 * What is stored of a row wherever it is: some columns as numbers, centred and scaled, and of each
 * coded factor the place of the column that is not 0. Where nothing is coded all columns are
 * numbers.
 *
 * @param coding of the factors; null if there are none
 * @param centre of columns
 * @param scale of columns
 */
record RowLayout(@Nullable Coding coding, double[] centre, double[] scale) implements Serializable {
  /**
   * A {@link CodeLayout} that travels.
   *
   * @param columns which column each number is
   * @param times of each factor the number that it is multiplied by, or −1
   * @param starts of each factor its first column
   * @param sizes of each factor how many columns it has
   */
  record Coding(int[] columns, int[] times, int[] starts, int[] sizes) implements Serializable {
    static Coding of(CodeLayout layout) {
      return new Coding(layout.columns(), layout.times(), layout.starts(), layout.levels());
    }
  }

  /** Numbers only, as they are. */
  static RowLayout dense(int width) {
    return of(width, null);
  }

  /** Columns as they are. */
  static RowLayout of(int width, @Nullable CodeLayout layout) {
    double[] ones = new double[width];
    Arrays.fill(ones, 1);
    return new RowLayout(layout == null ? null : Coding.of(layout), new double[width], ones);
  }

  /** With columns centred and scaled. */
  RowLayout scaled(double[] newCentre, double[] newScale) {
    return new RowLayout(coding, newCentre, newScale);
  }

  boolean coded() {
    return coding != null;
  }

  /** d of the design. */
  int width() {
    return centre.length;
  }

  /** Numbers a row. */
  int numbers() {
    return coding == null ? width() : coding.columns.length;
  }

  /** Places a row. */
  int factors() {
    return coding == null ? 0 : coding.times.length;
  }

  /** Elements from a row's numbers to the next one's where they are computed with. */
  int pitch() {
    return Kernels.pad(numbers());
  }

  /** What a row takes there. */
  int bytes() {
    return Double.BYTES * pitch() + Character.BYTES * factors();
  }

  /** Numbers of rows that are still to come, as {@link #over} needs them. */
  double[] room(int rows) {
    double[] numbers = new double[Math.multiplyExact(rows, pitch())];
    // the intercept, without which factors are not centred
    for (int i = 0; coded() && i < rows && numbers() > 0; i++) {
      numbers[i * pitch()] = 1;
    }
    return numbers;
  }

  /** Rows whose numbers, {@link #pitch} apart, and places their owner may go on writing. */
  Rows over(double[] numbers, char[] places) {
    if (coding == null) {
      return DenseRows.over(numbers, width());
    }
    CodedRows rows = CodedRows.of(width(), coding.columns, numbers, places, coding.times);
    double[] shift = centre.clone();
    double[] factor = scale.clone();
    for (int column : coding.columns) {
      if (column < width()) {
        shift[column] = 0;
        factor[column] = 1;
      }
    }
    boolean plain = IntStream.range(0, width()).allMatch(k -> shift[k] == 0 && factor[k] == 1);
    return plain ? rows : rows.standardised(shift, factor, true);
  }

  /** Rows for the form of a model: each level stands in one of them, numbers are 0. */
  Rows form() {
    int count = coding == null ? 1 : Arrays.stream(coding.sizes).max().orElse(1);
    char[] places = new char[count * factors()];
    for (int i = 0; i < count; i++) {
      for (int f = 0; f < factors(); f++) {
        places[i * factors() + f] = (char) (coding.starts[f] + Math.min(i, coding.sizes[f] - 1));
      }
    }
    return over(coded() ? room(count) : new double[pitch()], places);
  }

  /** Takes rows apart, one after the other. */
  final class Splitter {
    private final int[] owner = new int[width()];
    private final double[] row = new double[width()];
    private int[] at = {};
    private double[] elements = {};

    Splitter() {
      for (int k = 0; coding != null && k < coding.columns.length; k++) {
        if (coding.columns[k] < width()) {
          owner[coding.columns[k]] = k;
        }
      }
      for (int f = 0; f < factors(); f++) {
        Arrays.fill(owner, coding.starts[f], coding.starts[f] + coding.sizes[f], ~f);
      }
    }

    /** Writes the numbers and places of a row of the design as it is. */
    void encode(Rows x, int i, double[] numbers, int to, char[] places, int placesTo) {
      split(x, i, numbers, to, places, placesTo);
      for (int k = 0; k < numbers(); k++) {
        int column = coding == null ? k : coding.columns[k];
        if (column < width()) {
          numbers[to + k] = (numbers[to + k] - centre[column]) / scale[column];
        }
      }
    }

    /** The same of a row that is stored in this layout. */
    void split(Rows x, int i, double[] numbers, int to, char[] places, int placesTo) {
      if (coding == null) {
        x.copy(i, row);
        System.arraycopy(row, 0, numbers, to, row.length);
        return;
      }
      Arrays.fill(numbers, to, to + numbers(), 0);
      Arrays.fill(places, placesTo, placesTo + factors(), (char) width());
      int n = elements(x, i);
      for (int e = 0; e < n; e++) {
        int slot = owner[at[e]];
        if (slot < 0) {
          places[placesTo + ~slot] = (char) at[e];
          slot = coding.times[~slot];
        }
        if (slot >= 0) {
          numbers[to + slot] = elements[e];
        }
      }
    }

    /** What is not 0 of a row, whether it came coded or not; how many. */
    private int elements(Rows x, int i) {
      int room = x instanceof CodedRows ? x.nonZeros() : width();
      if (at.length < room) {
        at = new int[room];
        elements = new double[room];
      }
      if (x instanceof CodedRows rows) {
        return rows.elements(i, at, elements);
      }
      x.copy(i, row);
      int n = 0;
      for (int k = 0; k < row.length; k++) {
        if (row[k] != 0) {
          at[n] = k;
          elements[n++] = row[k];
        }
      }
      return n;
    }
  }

  Splitter splitter() {
    return new Splitter();
  }
}
