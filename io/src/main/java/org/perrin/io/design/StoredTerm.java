package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.ColumnPicks;
import org.perrin.data.Rows;
import org.perrin.io.formula.Expr;

/** Some neighbouring columns of a design, computed from a stored row. */
interface StoredTerm {
  int width();

  double value(double[] row, int column);

  /** The places of columns that are stored as they are, or ones; null of others. */
  default int @Nullable [] places() {
    return null;
  }

  /** Writes the values to {@code out}, which is zero before. */
  default void write(double[] row, double[] out, int at) {
    for (int k = 0; k < width(); k++) {
      out[at + k] = value(row, k);
    }
  }

  /** The same for {@code n} rows in the layout of {@link Rows.BlockMap}; {@code row} is lent. */
  default void write(
      double[] rows, int stride, int n, double[] out, int outStride, int at, double[] row) {
    for (int j = 0; j < n; j++) {
      System.arraycopy(rows, j * stride, row, 0, row.length);
      write(row, out, j * outStride + at);
    }
  }

  /** Whether a row has at most one column that is not 0. */
  default boolean single() {
    return false;
  }

  /** Whether there may be anything but a one. */
  default boolean scaled() {
    return false;
  }

  /** That column of each row, or −1, and what stands there is multiplied to {@code factor}. */
  default void code(Block block, int[] place, double[] factor) {
    throw new UnsupportedOperationException("a row has several columns here");
  }

  /**
   * Stored rows.
   *
   * @param rows one every stride
   * @param stride from one to the next
   * @param n how many
   * @param row lent
   * @param numbers lent
   */
  record Block(double[] rows, int stride, int n, double[] row, double[] numbers) {
    double[] of(StoredRow.Number number) {
      number.of(rows, stride, n, row, numbers);
      return numbers;
    }
  }

  static List<StoredTerm> all(Encoding encoding, StoredRow stored) {
    List<StoredTerm> terms = new ArrayList<>();
    encoding.predictors().forEach(one -> add(one, stored, terms));
    return joined(terms);
  }

  private static void add(Encoding encoding, StoredRow stored, List<StoredTerm> terms) {
    if (encoding.intercept()) {
      terms.add(new Intercept());
    }
    List<int[]> kept = encoding.kept();
    for (int t = 0; t < kept.size(); t++) {
      StoredTerm all = of(encoding.terms().get(t), stored);
      terms.add(kept.get(t) == null ? all : Selected.of(all, kept.get(t)));
    }
  }

  /** All columns of a term. */
  static StoredTerm of(List<FittedFactor> term, StoredRow stored) {
    List<StoredTerm> parts = term.stream().map(part -> of(part, stored)).toList();
    return parts.size() == 1 ? parts.getFirst() : StoredProduct.of(parts);
  }

  /** Neighbours that are copied from the row as they are become one term. */
  private static List<StoredTerm> joined(List<StoredTerm> terms) {
    List<StoredTerm> joined = new ArrayList<>();
    for (StoredTerm term : terms) {
      boolean plain = term instanceof Plain && !joined.isEmpty();
      if (plain && joined.getLast() instanceof Plain before) {
        joined.set(joined.size() - 1, before.and((Plain) term));
      } else {
        joined.add(term);
      }
    }
    return joined;
  }

  /** Stored numbers as they are. */
  record Plain(int... places) implements StoredTerm {
    Plain and(Plain next) {
      int[] both = Arrays.copyOf(places, places.length + next.places.length);
      System.arraycopy(next.places, 0, both, places.length, next.places.length);
      return new Plain(both);
    }

    @Override
    public int width() {
      return places.length;
    }

    @Override
    public boolean single() {
      return places.length == 1;
    }

    @Override
    public boolean scaled() {
      return true;
    }

    @Override
    public void code(Block block, int[] place, double[] factor) {
      for (int j = 0; j < block.n(); j++) {
        place[j] = 0;
        factor[j] *= block.rows()[j * block.stride() + places[0]];
      }
    }

    @Override
    public double value(double[] row, int column) {
      return row[places[column]];
    }

    @Override
    public void write(
        double[] rows, int stride, int n, double[] out, int outStride, int at, double[] row) {
      for (int j = 0; j < n; j++) {
        int from = j * stride;
        int to = j * outStride + at;
        for (int k = 0; k < places.length; k++) {
          out[to + k] = rows[from + places[k]];
        }
      }
    }
  }

  private static StoredTerm of(FittedFactor part, StoredRow stored) {
    return switch (part) {
      case FittedFactor.Number(Expr.ColumnValue(String name)) when stored.isNumber(name) ->
          new Plain(stored.place(name));
      case FittedFactor.Number(Expr expr) -> new One(stored.number(expr));
      case FittedFactor.Flag(String column, boolean full) -> {
        var flag = stored.number(new Expr.ColumnValue(column));
        yield full ? new OneHot(flag, 0, 2) : new One(flag);
      }
      case FittedFactor.Curved curved ->
          new Curves(stored.number(curved.basis().of()), curved.curve());
      case FittedFactor.Levels(String column, List<String> levels, boolean full) ->
          new OneHot(
              stored.code(column, levels), full ? 0 : 1, full ? levels.size() : levels.size() - 1);
    };
  }

  /** A column of ones. */
  record Intercept() implements StoredTerm {
    @Override
    public int[] places() {
      return new int[] {ColumnPicks.ONE};
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public double value(double[] row, int column) {
      return 1;
    }

    @Override
    public void write(
        double[] rows, int stride, int n, double[] out, int outStride, int at, double[] row) {
      for (int j = 0; j < n; j++) {
        out[j * outStride + at] = 1;
      }
    }
  }

  /** One number. */
  record One(StoredRow.Number number) implements StoredTerm {
    @Override
    public boolean single() {
      return true;
    }

    @Override
    public boolean scaled() {
      return true;
    }

    @Override
    public void code(Block block, int[] place, double[] factor) {
      double[] values = block.of(number);
      for (int j = 0; j < block.n(); j++) {
        place[j] = 0;
        factor[j] *= values[j];
      }
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public double value(double[] row, int column) {
      return number.of(row);
    }
  }

  /** A one in the column of the level, or nowhere for the reference. */
  record OneHot(StoredRow.Number code, int first, int width) implements StoredTerm {
    @Override
    public boolean single() {
      return true;
    }

    @Override
    public void code(Block block, int[] place, double[] factor) {
      double[] codes = block.of(code);
      for (int j = 0; j < block.n(); j++) {
        place[j] = Math.max(-1, (int) codes[j] - first);
      }
    }

    @Override
    public double value(double[] row, int column) {
      return code.of(row) == column + first ? 1 : 0;
    }

    @Override
    public void write(double[] row, double[] out, int at) {
      int place = (int) code.of(row) - first;
      if (place >= 0) {
        out[at + place] = 1;
      }
    }
  }

  /** Stored zeros and ones, of which a row has at most one that is 1. */
  record Indicators(int... places) implements StoredTerm {
    @Override
    public int width() {
      return places.length;
    }

    @Override
    public double value(double[] row, int column) {
      return row[places[column]];
    }

    @Override
    public boolean single() {
      return true;
    }

    @Override
    public void code(Block block, int[] place, double[] factor) {
      for (int j = 0; j < block.n(); j++) {
        int at = j * block.stride();
        int k = places.length - 1;
        while (k >= 0 && block.rows()[at + places[k]] == 0) {
          k--;
        }
        place[j] = k;
      }
    }
  }

  /** Columns made of a number. */
  record Curves(StoredRow.Number number, FittedBasis curve) implements StoredTerm {
    @Override
    public int width() {
      return curve.width();
    }

    @Override
    public double value(double[] row, int column) {
      double[] all = new double[width()];
      write(row, all, 0);
      return all[column];
    }

    @Override
    public void write(double[] row, double[] out, int at) {
      curve.write(number.of(row), out, at);
    }
  }

  /** Some of the columns. */
  record Selected(StoredTerm all, int[] columns, int[] kept) implements StoredTerm {
    static Selected of(StoredTerm all, int... columns) {
      int[] kept = new int[all.width()];
      Arrays.fill(kept, -1);
      for (int k = 0; k < columns.length; k++) {
        kept[columns[k]] = k;
      }
      return new Selected(all, columns, kept);
    }

    @Override
    public boolean single() {
      return all.single();
    }

    @Override
    public boolean scaled() {
      return all.scaled();
    }

    @Override
    public void code(Block block, int[] place, double[] factor) {
      all.code(block, place, factor);
      for (int j = 0; j < block.n(); j++) {
        place[j] = place[j] < 0 ? -1 : kept[place[j]];
      }
    }

    @Override
    public int width() {
      return columns.length;
    }

    @Override
    public double value(double[] row, int column) {
      return all.value(row, columns[column]);
    }
  }
}
