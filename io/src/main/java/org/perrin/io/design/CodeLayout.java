package org.perrin.io.design;

import java.util.List;
import org.perrin.data.CodedRows;

/**
 * How the columns of a design lie in coded rows: each part as its numbers, or as so many codes.
 *
 * @param parts in the order of the design
 * @param width columns of all parts
 * @param numbers stored in each row
 * @param factors coded in each row
 */
record CodeLayout(List<Part> parts, int width, int numbers, int factors) {
  /** Fewer columns are as fast dense. */
  static final int LEAST_COLUMNS = 32;

  /** Of the columns, at most the share 1/this may be stored. */
  private static final int SAVED = 4;

  /** With the value dense nothing is coded, for comparisons. */
  private static final String PROPERTY = "perrin.rows";

  /**
   * Neighbouring columns.
   *
   * @param width how many
   * @param codes that a row has in place of them; 0 if it keeps them
   * @param scaled whether what is coded may be anything but ones
   */
  record Part(int width, int codes, boolean scaled) {
    /** How many numbers: one for each factor that is not a one, or the columns. */
    int numbers() {
      return codes == 0 ? width : scaled ? codes : 0;
    }
  }

  static CodeLayout of(List<Part> parts) {
    int width = 0;
    int numbers = 0;
    int factors = 0;
    for (Part part : parts) {
      width += part.width;
      factors += part.codes;
      numbers += part.numbers();
    }
    return new CodeLayout(parts, width, numbers, factors);
  }

  /** Whether that takes less of everything. */
  boolean pays() {
    return factors > 0
        && width >= LEAST_COLUMNS
        && width <= CodedRows.MOST_COLUMNS
        && width >= SAVED * (numbers + factors)
        && !"dense".equals(System.getProperty(PROPERTY));
  }

  /** Which column each number is, {@code width} for one that only multiplies factors. */
  int[] columns() {
    int[] columns = new int[numbers];
    int column = 0;
    int number = 0;
    for (Part part : parts) {
      for (int k = 0; k < part.numbers(); k++) {
        columns[number++] = part.codes == 0 ? column + k : width;
      }
      column += part.width;
    }
    return columns;
  }

  /** Of each factor the number that it is multiplied by, or −1. */
  int[] times() {
    int[] times = new int[factors];
    int number = 0;
    int factor = 0;
    for (Part part : parts) {
      for (int c = 0; c < part.codes; c++) {
        times[factor++] = part.scaled ? number + c : -1;
      }
      number += part.numbers();
    }
    return times;
  }

  /** Of each factor how many columns it has. */
  int[] levels() {
    return parts.stream()
        .flatMapToInt(part -> java.util.stream.IntStream.range(0, part.codes).map(_ -> part.width))
        .toArray();
  }
}
