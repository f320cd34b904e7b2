package org.perrin.io.table;

import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.perrin.io.Remedy;

/** Rows on their way from columns that grow to a sink: a block at a time. */
final class ColumnDrain {
  /** Levels that are kept of a column; no model takes as many. */
  static final int MOST_LEVELS = 100_000;

  private static final int BLOCK = 1 << 13;

  private final RowSink sink;
  private double @Nullable [][] block;
  private int pending;

  ColumnDrain(RowSink sink) {
    this.sink = sink;
  }

  void begin(List<String> names) {
    block = new double[names.size()][BLOCK];
    sink.begin(names);
  }

  /** As {@link #begin}, for rows that go on behind a mark. */
  void goOn(int width) {
    block = new double[width][BLOCK];
  }

  /** Passes the position of the reader to the sink, if it has all rows so far and wants it. */
  void mark(Resumable reader) {
    if (pending > 0 || !sink.wantsMark()) {
      return;
    }
    sink.mark(Resumable.bytes(reader));
  }

  /** A row more lies in the columns. */
  void row(IntFunction<Drained> columns) {
    if (++pending == BLOCK) {
      flush(columns);
    }
  }

  void flush(IntFunction<Drained> columns) {
    for (int k = 0; k < block.length; k++) {
      columns.apply(k).drain(block[k]);
    }
    sink.rows(block, pending);
    pending = 0;
  }

  /** A column that can be emptied while it grows. */
  interface Drained extends Resumable {
    /** Moves the rows since the last time to {@code out}. */
    void drain(double[] out);
  }

  static Column crowded(String name, int count, int missing) {
    return new Column.Other(
        name,
        "text",
        count,
        missing,
        "has over 100,000 different texts, more than a model takes as levels: "
            + Remedy.LEAVE_COLUMN_OUT);
  }
}
