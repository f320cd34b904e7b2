package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.perrin.io.formula.Expr;

/**
 * A factor whose levels have coefficients of their own: a column, or the combinations of several
 * columns that occur, as in {@code a:b}.
 *
 * @param factors the columns with their levels
 * @param cells for several columns the combinations that occur, in order: with {@code nₖ} levels
 *     each, {@code (c₀ n₁ + c₁) n₂ + c₂ …}; empty for one column
 */
public record Grouping(List<FittedFactor.Levels> factors, List<Long> cells) {
  /** Copies the lists, and checks that they fit. */
  public Grouping {
    factors = List.copyOf(factors);
    cells = List.copyOf(cells);
    boolean grows =
        IntStream.range(1, cells.size()).allMatch(new Growing(cells)::at)
            && (cells.isEmpty() || cells.getFirst() >= 0 && cells.getLast() < all(factors));
    if (factors.isEmpty() || factors.size() == 1 != cells.isEmpty() || !grows) {
      throw new IllegalArgumentException("combinations do not go with their columns");
    }
  }

  private record Growing(List<Long> cells) {
    boolean at(int k) {
      return cells.get(k) > cells.get(k - 1);
    }
  }

  /** Of one column. */
  static Grouping of(FittedFactor.Levels factor) {
    return new Grouping(List.of(factor), List.of());
  }

  /** Of the combinations that occur, given for each column the codes of all rows. */
  static Grouping of(List<FittedFactor.Levels> factors, List<int[]> codes) {
    if (factors.size() == 1) {
      return of(factors.getFirst());
    }
    long[] cells = new long[codes.getFirst().length];
    Arrays.setAll(cells, i -> cell(factors, codes, i));
    Arrays.parallelSort(cells);
    return new Grouping(factors, Arrays.stream(cells).distinct().boxed().toList());
  }

  /** How many combinations there could be. */
  static double all(List<FittedFactor.Levels> factors) {
    double all = 1;
    for (FittedFactor.Levels factor : factors) {
      all *= factor.levels().size();
    }
    return all;
  }

  private static long cell(List<FittedFactor.Levels> factors, List<int[]> codes, int row) {
    long cell = 0;
    for (int k = 0; k < codes.size(); k++) {
      int code = codes.get(k)[row];
      if (code < 0) {
        return code;
      }
      cell = cell * factors.get(k).levels().size() + code;
    }
    return cell;
  }

  /**
   * The level of each row, given for each column its codes; {@link TypedColumns#NEW} for a new one.
   */
  int[] codes(List<int[]> columns) {
    if (columns.size() == 1) {
      return columns.getFirst();
    }
    long[] known = cells.stream().mapToLong(cell -> cell).toArray();
    int[] codes = new int[columns.getFirst().length];
    for (int i = 0; i < codes.length; i++) {
      long cell = cell(factors, columns, i);
      int place = cell < 0 ? TypedColumns.NEW : Arrays.binarySearch(known, cell);
      codes[i] = place < 0 ? TypedColumns.NEW : place;
    }
    return codes;
  }

  /** How many levels there are. */
  public int count() {
    return factors.size() == 1 ? factors.getFirst().levels().size() : cells.size();
  }

  /** As in the names of parameters. */
  public String name() {
    return String.join(":", columns());
  }

  /** As in a formula. */
  public String text() {
    return columns().stream().map(Expr::name).collect(Collectors.joining(":"));
  }

  /** The columns of the table. */
  public List<String> columns() {
    return factors.stream().map(FittedFactor.Levels::column).toList();
  }

  /** The name of a level: of several columns those of their levels, with colons between. */
  public String level(int j) {
    if (factors.size() == 1) {
      return factors.getFirst().levels().get(j);
    }
    long rest = cells.get(j);
    List<String> names = new ArrayList<>();
    for (int k = factors.size() - 1; k >= 0; k--) {
      List<String> levels = factors.get(k).levels();
      names.addFirst(levels.get((int) (rest % levels.size())));
      rest /= levels.size();
    }
    return String.join(":", names);
  }
}
