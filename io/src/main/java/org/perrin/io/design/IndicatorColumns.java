package org.perrin.io.design;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.perrin.io.table.StoredNumbers;
import org.perrin.math.Parallel;

/**
 * Factors that a table has spelled out: neighbouring columns of zeros and ones of which no row has
 * more than one that is 1. Such columns become the one block that they are, so that they can be
 * coded; the design is the same.
 */
final class IndicatorColumns {
  /** Fewer columns are not worth a code. */
  static final int LEAST = 3;

  private final RowSelection rows;
  private final List<ColumnBlock> out = new ArrayList<>();
  private final List<ColumnBlock> run = new ArrayList<>();
  private int[] codes = new int[0];

  private IndicatorColumns(RowSelection rows) {
    this.rows = rows;
  }

  /** The blocks, with such columns in one each. */
  static List<ColumnBlock> merged(List<ColumnBlock> blocks, RowSelection rows) {
    var merging = new IndicatorColumns(rows);
    blocks.forEach(merging::add);
    merging.end();
    return merging.out;
  }

  private void add(ColumnBlock block) {
    if (block instanceof ColumnBlock.Numbers(StoredNumbers.Bytes(byte[] values))) {
      if (!run.isEmpty() && !joins(values)) {
        end();
      }
      if (run.isEmpty()) {
        codes = new int[values.length];
      }
      if (!run.isEmpty() || joins(values)) {
        run.add(block);
        mark(values, run.size());
        return;
      }
    }
    end();
    out.add(block);
  }

  /** Whether all values are 0 or 1, and none is 1 where another of the run is. */
  private boolean joins(byte[] values) {
    var joins = new AtomicBoolean(true);
    Parallel.overRows(
        rows.count(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int row = rows.get(i);
            byte value = values[row];
            if (value != 0 && (value != 1 || codes[row] != 0)) {
              joins.setPlain(false);
              return;
            }
          }
        });
    return joins.get();
  }

  private void mark(byte[] values, int code) {
    Parallel.overRows(
        rows.count(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int row = rows.get(i);
            if (values[row] == 1) {
              codes[row] = code;
            }
          }
        });
  }

  private void end() {
    if (run.size() < LEAST) {
      out.addAll(run);
    } else {
      out.add(new ColumnBlock.OneHot(codes, 1, run.size()));
    }
    run.clear();
  }
}
