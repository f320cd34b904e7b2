package org.perrin.io.design;

import java.util.Arrays;
import java.util.List;
import org.perrin.io.formula.Expr;
import org.perrin.io.table.StoredNumbers;

/** Some neighbouring columns of the design, computed a row at a time from those of the table. */
sealed interface ColumnBlock
    permits ColumnBlock.Ones,
        ColumnBlock.Numbers,
        ColumnBlock.OneHot,
        ColumnBlock.Curves,
        ColumnBlock.Selected,
        ColumnBlock.Product,
        SparseColumns {
  int width();

  double value(int row, int column);

  /** Writes the row's values; what is written to is zero before. */
  default void write(int row, double[] x, int at) {
    for (int k = 0; k < width(); k++) {
      x[at + k] = value(row, k);
    }
  }

  /** Writes rows {@code from ≤ i < to} of a selection, {@code stride} apart, from {@code at} on. */
  default void write(RowSelection rows, int from, int to, double[] x, int at, int stride) {
    for (int i = from, place = at; i < to; i++, place += stride) {
      write(rows.get(i), x, place);
    }
  }

  /** Whether a row has at most one column that is not 0. */
  default boolean single() {
    return false;
  }

  /** That column, or −1. */
  default int place(int row) {
    throw new UnsupportedOperationException("a row has several columns here");
  }

  /** Whether there may be anything but a one. */
  default boolean scaled() {
    return false;
  }

  /** What stands there. */
  default double factor(int row) {
    return 1;
  }

  static ColumnBlock ones() {
    return new Ones();
  }

  /** The columns of a term that are kept; all if null. */
  static ColumnBlock of(List<FittedFactor> term, int[] kept, TypedColumns use, RowSelection rows) {
    ColumnBlock[] parts =
        term.stream().map(part -> of(part, use, rows)).toArray(ColumnBlock[]::new);
    ColumnBlock all = parts.length == 1 ? parts[0] : Product.of(parts);
    return kept == null ? all : Selected.of(all, kept);
  }

  private static ColumnBlock of(FittedFactor part, TypedColumns use, RowSelection rows) {
    return switch (part) {
      case FittedFactor.Number(Expr.ColumnValue(String name)) -> new Numbers(use.values(name));
      case FittedFactor.Number(Expr expr) ->
          Numbers.of(new EvaluatedExpressions(use, rows).of(expr));
      case FittedFactor.Flag(String column, boolean full) ->
          full ? OneHot.of(use.flags(column)) : Numbers.of(use.flags(column));
      case FittedFactor.Curved curved ->
          new Curves(new EvaluatedExpressions(use, rows).of(curved.basis().of()), curved.curve());
      case FittedFactor.Levels(String column, List<String> levels, boolean full) ->
          new OneHot(
              use.codes(column, levels, rows),
              full ? 0 : 1,
              full ? levels.size() : levels.size() - 1);
    };
  }

  /** The intercept. */
  record Ones() implements ColumnBlock {
    @Override
    public int width() {
      return 1;
    }

    @Override
    public double value(int row, int column) {
      return 1;
    }
  }

  /** A column of numbers. */
  record Numbers(StoredNumbers values) implements ColumnBlock {
    static Numbers of(double[] values) {
      return new Numbers(StoredNumbers.of(values));
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public double value(int row, int column) {
      return values.get(row);
    }

    @Override
    public boolean single() {
      return true;
    }

    @Override
    public int place(int row) {
      return 0;
    }

    @Override
    public boolean scaled() {
      return true;
    }

    @Override
    public double factor(int row) {
      return values.get(row);
    }

    @Override
    public void write(int row, double[] x, int at) {
      x[at] = values.get(row);
    }

    @Override
    public void write(RowSelection rows, int from, int to, double[] x, int at, int stride) {
      if (rows.kept() == null) {
        values.copy(from, to, x, at, stride);
      } else {
        ColumnBlock.super.write(rows, from, to, x, at, stride);
      }
    }
  }

  /** A one in the column of the level, or nowhere for the reference. */
  record OneHot(int[] codes, int first, int width) implements ColumnBlock {
    /** Flags: false, then true. */
    static OneHot of(double[] flags) {
      return new OneHot(Arrays.stream(flags).mapToInt(flag -> (int) flag).toArray(), 0, 2);
    }

    @Override
    public double value(int row, int column) {
      return codes[row] == column + first ? 1 : 0;
    }

    @Override
    public boolean single() {
      return true;
    }

    @Override
    public int place(int row) {
      return Math.max(-1, codes[row] - first);
    }

    @Override
    public void write(int row, double[] x, int at) {
      int place = codes[row] - first;
      if (place >= 0) {
        x[at + place] = 1;
      }
    }
  }

  /** Columns made of a number. */
  record Curves(double[] values, FittedBasis curve) implements ColumnBlock {
    @Override
    public int width() {
      return curve.width();
    }

    @Override
    public double value(int row, int column) {
      double[] all = new double[width()];
      write(row, all, 0);
      return all[column];
    }

    @Override
    public void write(int row, double[] x, int at) {
      curve.write(values[row], x, at);
    }
  }

  /** Some of the columns. */
  record Selected(ColumnBlock all, int[] columns, int[] places) implements ColumnBlock {
    static Selected of(ColumnBlock all, int... columns) {
      int[] places = new int[all.width()];
      Arrays.fill(places, -1);
      for (int k = 0; k < columns.length; k++) {
        places[columns[k]] = k;
      }
      return new Selected(all, columns, places);
    }

    @Override
    public boolean single() {
      return all.single();
    }

    @Override
    public int place(int row) {
      int place = all.place(row);
      return place < 0 ? -1 : places[place];
    }

    @Override
    public boolean scaled() {
      return all.scaled();
    }

    @Override
    public double factor(int row) {
      return all.factor(row);
    }

    @Override
    public int width() {
      return columns.length;
    }

    @Override
    public double value(int row, int column) {
      return all.value(row, columns[column]);
    }
  }

  /** All products of columns, the first part's varying fastest. */
  record Product(ColumnBlock[] parts, int width) implements ColumnBlock {
    static Product of(ColumnBlock... parts) {
      int width = 1;
      for (ColumnBlock part : parts) {
        width = Math.multiplyExact(width, part.width());
      }
      return new Product(parts, width);
    }

    @Override
    public boolean single() {
      return Arrays.stream(parts).allMatch(ColumnBlock::single);
    }

    @Override
    public int place(int row) {
      int place = 0;
      int step = 1;
      for (ColumnBlock part : parts) {
        int own = part.place(row);
        if (own < 0) {
          return -1;
        }
        place += step * own;
        step *= part.width();
      }
      return place;
    }

    @Override
    public boolean scaled() {
      return Arrays.stream(parts).anyMatch(ColumnBlock::scaled);
    }

    @Override
    public double factor(int row) {
      double product = 1;
      for (ColumnBlock part : parts) {
        product *= part.factor(row);
      }
      return product;
    }

    @Override
    public double value(int row, int column) {
      double product = 1;
      int rest = column;
      for (ColumnBlock part : parts) {
        product *= part.value(row, rest % part.width());
        rest /= part.width();
      }
      return product;
    }

    @Override
    public void write(int row, double[] x, int at) {
      x[at] = 1;
      int done = 1;
      for (ColumnBlock part : parts) {
        double[] next = new double[part.width()];
        part.write(row, next, 0);
        multiply(x, at, done, next);
        done *= next.length;
      }
    }

    /** Puts the products of {@code done} values with each of {@code next} in their place. */
    static void multiply(double[] x, int at, int done, double[] next) {
      for (int j = next.length - 1; j >= 0; j--) {
        for (int k = 0; k < done; k++) {
          x[at + j * done + k] = x[at + k] * next[j];
        }
      }
    }
  }
}
