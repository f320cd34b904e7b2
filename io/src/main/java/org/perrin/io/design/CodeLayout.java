package org.perrin.io.design;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.data.CodedRows;

/**
 * How the columns of a design lie in coded rows: each part as its numbers, or as so many codes.
 *
 * @param parts in the order of the design
 * @param width columns of all parts
 * @param numbers stored in each row
 * @param factors coded in each row
 */
public record CodeLayout(List<Part> parts, int width, int numbers, int factors) {
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
  public record Part(int width, int codes, boolean scaled) {
    /** How many numbers: one for each factor that is not a one, or the columns. */
    public int numbers() {
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

  /**
   * That of an encoding's own columns where nothing is asked of rows, so that those that are
   * encoded a few at a time, in many places, are stored alike whatever a few of them hold.
   */
  public static CodeLayout of(Encoding encoding) {
    List<Part> parts = new ArrayList<>();
    if (encoding.intercept()) {
      parts.add(new Part(1, 0, false));
    }
    List<int[]> kept = encoding.kept();
    for (int t = 0; t < kept.size(); t++) {
      List<FittedFactor> term = encoding.terms().get(t);
      int width = kept.get(t) == null ? width(term) : kept.get(t).length;
      parts.add(new Part(width, width > 1 && single(term) ? 1 : 0, scaled(term)));
    }
    return of(parts);
  }

  private static int width(List<FittedFactor> term) {
    return term.stream().mapToInt(part -> part.names().size()).reduce(1, Math::multiplyExact);
  }

  /** As {@link ColumnBlock#single} has it. */
  private static boolean single(List<FittedFactor> term) {
    return term.stream().noneMatch(FittedFactor.Curved.class::isInstance);
  }

  /** As {@link ColumnBlock#scaled} has it. */
  private static boolean scaled(List<FittedFactor> term) {
    return term.stream()
        .anyMatch(
            part ->
                switch (part) {
                  case FittedFactor.Number _, FittedFactor.Curved _ -> true;
                  case FittedFactor.Flag flag -> !flag.full();
                  case FittedFactor.Levels _ -> false;
                });
  }

  /** Whether that takes less of everything. */
  public boolean pays() {
    return factors > 0
        && width >= LEAST_COLUMNS
        && width <= CodedRows.MOST_COLUMNS
        && width >= SAVED * (numbers + factors)
        && !"dense".equals(System.getProperty(PROPERTY));
  }

  /** Which column each number is, {@code width} for one that only multiplies factors. */
  public int[] columns() {
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
  public int[] times() {
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

  /** Of each factor its first column. */
  public int[] starts() {
    int[] starts = new int[factors];
    int column = 0;
    int factor = 0;
    for (Part part : parts) {
      for (int c = 0; c < part.codes; c++) {
        starts[factor++] = column;
      }
      column += part.width;
    }
    return starts;
  }

  /** Of each factor how many columns it has. */
  public int[] levels() {
    return parts.stream()
        .flatMapToInt(part -> IntStream.range(0, part.codes).map(_ -> part.width))
        .toArray();
  }
}
