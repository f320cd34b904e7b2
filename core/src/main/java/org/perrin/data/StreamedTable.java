package org.perrin.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Rows of a {@link CodeStream}, {@value CodedStore#MOST} at a time for each thread, with numbers
 * standardised as often as was asked for.
 *
 * @param stream where rows come from
 * @param form a table without rows, for its form
 * @param standard what numbers go through
 * @param windows of threads
 */
record StreamedTable(
    CodeStream stream, CodedTable form, List<Standardised> standard, ThreadLocal<Window> windows)
    implements CodedStore {
  StreamedTable(CodeStream stream, CodedTable form, List<Standardised> standard) {
    this(stream, form, standard, ThreadLocal.withInitial(() -> new Window(form)));
  }

  /** Rows that a thread has at hand, and which they are. */
  static final class Window {
    private final CodedTable table;
    private int first;
    private int held;
    private int last = -2;

    Window(CodedTable form) {
      double[] numbers = new double[MOST * form.pitch()];
      char[] places = new char[MOST * form.factors()];
      this.table = form.with(numbers, places);
    }
  }

  /** The same with numbers that go through more. */
  StreamedTable through(double[] centre, double[] scale) {
    List<Standardised> all = new ArrayList<>(standard);
    double[] of = new double[form.numbers()];
    double[] by = new double[form.numbers()];
    for (int k = 0; k < of.length; k++) {
      int column = form.columns()[k];
      of[k] = column < form.width() ? centre[column] : 0;
      by[k] = column < form.width() ? scale[column] : 1;
    }
    all.add(new Standardised(of, by));
    return new StreamedTable(stream, form, List.copyOf(all));
  }

  /** What ones in the place of number k have become. */
  boolean staysOne(int k) {
    double value = 1;
    for (Standardised one : standard) {
      value = (value - one.centre()[k]) / one.scale()[k];
    }
    return value == 1;
  }

  /** The table of this thread, whatever its rows are. */
  CodedTable own() {
    return windows.get().table;
  }

  @Override
  public CodedTable near(int first, int n) {
    Window window = windows.get();
    if (window.first != first || window.held < n) {
      CodedTable table = window.table;
      window.held = 0;
      stream.write(first, n, table.dense(), table.places());
      finish(table, n, j -> first + j);
      window.first = first;
      window.held = n;
    }
    return window.table;
  }

  @Override
  public int place(int first) {
    return 0;
  }

  /** A table with rows {@code rows[from + j]} in place j. */
  CodedTable picked(int[] rows, int from, int n) {
    Window window = windows.get();
    CodedTable table = window.table;
    window.held = 0;
    stream.write(rows, from, n, table.dense(), table.places());
    finish(table, n, j -> rows[from + j]);
    return table;
  }

  /** Where in {@link #own} a row is, after it was brought; those after it come too if asked so. */
  int find(int row) {
    Window window = windows.get();
    if (row < window.first || row >= window.first + window.held) {
      boolean next = row == window.last + 1;
      near(row, next ? Math.min(MOST, stream.count() - row) : 1);
    }
    window.last = row;
    return row - window.first;
  }

  private void finish(CodedTable table, int n, IntUnaryOperator row) {
    double[] x = table.dense();
    int pitch = table.pitch();
    for (Standardised one : standard) {
      one.apply(x, pitch, n, x, pitch);
    }
    double sum = 0;
    for (int k = 0; k < n * pitch; k++) {
      sum += x[k] * 0;
    }
    if (sum != 0) {
      refuse(x, n, row);
    }
  }

  private void refuse(double[] x, int n, IntUnaryOperator row) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < form.numbers(); k++) {
        CodedTable.checkFinite(row.applyAsInt(j), form.columns()[k], x[j * form.pitch() + k]);
      }
    }
  }

  /** Rows with these numbers, in memory. */
  CodedTable select(int[] rows) {
    int p = form.pitch();
    int s = form.factors();
    double[] numbers = new double[rows.length * p];
    char[] places = new char[rows.length * s];
    for (int from = 0; from < rows.length; from += MOST) {
      int n = Math.min(MOST, rows.length - from);
      CodedTable some = picked(rows, from, n);
      System.arraycopy(some.dense(), 0, numbers, from * p, n * p);
      System.arraycopy(some.places(), 0, places, from * s, n * s);
    }
    return form.with(numbers, places);
  }
}
