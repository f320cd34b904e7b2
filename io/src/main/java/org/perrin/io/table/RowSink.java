package org.perrin.io.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes rows while they are read, so that a table of any length passes through. */
public interface RowSink {
  /**
   * Rows of these columns follow. Called again if the reader finds that it took text for numbers:
   * then all rows come once more, and those before are void. Not called by a reader that goes on
   * from a {@link #lastMark()}.
   */
  void begin(List<String> names);

  /**
   * The next rows, {@code columns[k][i]}, {@code 0 ≤ i < count}: numbers, for texts and truth
   * values the numbers of their levels, NaN where there is no value.
   */
  void rows(double[][] columns, int count);

  /** Whether enough rows came that the sink wants to know where the reader stands. */
  default boolean wantsMark() {
    return false;
  }

  /** A reader given these bytes goes on behind the rows that it handed over so far. */
  default void mark(byte[] reader) {}

  /** The mark to go on from, of a process that did not end; null to begin at the first row. */
  default byte @Nullable [] lastMark() {
    return null;
  }

  /**
   * What a column turned out to be.
   *
   * @param column without its rows
   * @param levels the texts that its numbers stand for; empty if they are numbers, or 0 and 1
   */
  record Shell(Column column, List<String> levels) {}
}
