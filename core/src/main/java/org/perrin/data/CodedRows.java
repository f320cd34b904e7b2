package org.perrin.data;

import java.util.Arrays;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/**
 * Rows of numbers and factors. A factor owns neighbouring columns, of which a row has at most one
 * that is not 0: its place is stored in two bytes, whatever the number of levels. With s numbers
 * and factors everything takes O(s) a row, sums of outer products O(s²).
 *
 * <p>Columns may be centred and scaled without filling them: element k is {@code aₖ rₖ + bₖ}, r the
 * row as it is stored ({@link AffineColumns}).
 */
public sealed interface CodedRows extends Rows permits HeldCodes, StreamedCodes {
  /** Above so many columns places do not fit two bytes, or forms of all columns not the memory. */
  int MOST_COLUMNS = 5000;

  /**
   * Rows from their parts.
   *
   * @param width columns of all parts
   * @param columns which of them each number is; {@code width} for one that only multiplies factors
   * @param dense the numbers, row by row, {@link #pitch} apart
   * @param places of each factor the column that is not 0 or {@code width}, row by row
   * @param times of each factor the number that it is multiplied by, or −1 for a one
   */
  static HeldCodes of(int width, int[] columns, double[] dense, char[] places, int[] times) {
    check(width, times);
    var table = CodedTable.of(width, columns, dense, places, times);
    return new HeldCodes(table, table.ones(), null);
  }

  /**
   * The numbers of a table coded: of the columns {@code f[0] ≤ k < f[1]} of each factor f a row has
   * at most one that is not 0, and that is 1.
   */
  static HeldCodes of(Rows x, int[]... factors) {
    var table = CodedTable.of(x, factors);
    return new HeldCodes(table, table.ones(), null);
  }

  /** Refuses what cannot be coded. */
  static void check(int width, int[] times) {
    if (width > MOST_COLUMNS || times.length == 0) {
      throw new IllegalArgumentException(
          "%d columns and %d factors: at most %d columns and at least one factor can be coded"
              .formatted(width, times.length, MOST_COLUMNS));
    }
  }

  /** Elements from a row's numbers to those of the next one: as the dense kernels have them. */
  static int pitch(int numbers) {
    return Kernels.pad(numbers);
  }

  @Override
  default int block() {
    return CodedStore.MOST;
  }

  /** How many columns each number and each factor has. */
  int[] sizes();

  /** Columns that are stored as numbers. */
  int[] numbers();

  /** Columns of the elements that a row is stored by, in order, and what they are; how many. */
  int elements(int row, int[] at, double[] x);

  /** Sums of third powers of rows as they are stored. */
  CodedCubes cubes();

  /** What stored rows meet of a matrix with d rows: {@code Bᵀm}. */
  double[] met(double[] m, int columnsOf);

  /** {@code xᵀMx} for all rows and a positive M, by s² elements of {@code BᵀMB}. */
  void forms(double[] form, Doubles out);

  /** {@code Σᵢ xᵢₖ²}; one pass. */
  double[] squares();

  /** {@code 1 / Σᵢ xᵢₖ²} of such sums; 1 for a column of zeros. */
  static double[] inverses(double[] squares) {
    return Arrays.stream(squares).map(sum -> 1 / (sum > 0 ? sum : 1)).toArray();
  }

  /**
   * Sums over rows are not guessed: a sample of all rows knows nothing of levels that few have, and
   * those are the rows that matter.
   */
  @Override
  default Doubles roughLeverage() {
    double[] inverse = inverses(squares());
    Doubles scores = storage().doubles(count());
    Parallel.overRows(count(), (from, to) -> roughLeverage(inverse, from, to, scores, from));
    return scores;
  }

  @Override
  CodedRows stored();

  @Override
  HeldCodes select(int[] rows);

  @Override
  CodedRows forManyPasses();
}
