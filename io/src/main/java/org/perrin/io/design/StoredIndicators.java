package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntUnaryOperator;
import org.perrin.data.MappedRows;
import org.perrin.io.packed.PackedTable;
import org.perrin.math.Parallel;

/**
 * {@link IndicatorColumns} of a packed table. Which columns are 1 in the same row is seen in some
 * rows first; then all are read, and read again if some had more to say.
 */
final class StoredIndicators {
  private static final int SAMPLE = 4096;
  private static final int MOST_ROUNDS = 10;

  private final MappedRows rows;
  private final int[] places;
  private final boolean[][] meet;

  /** Neighbouring columns of zeros and ones. */
  private StoredIndicators(MappedRows rows, int... places) {
    this.rows = rows;
    this.places = places;
    this.meet = new boolean[places.length][places.length];
  }

  /** The terms, with such columns in one each. */
  static List<StoredTerm> merged(List<StoredTerm> terms, PackedTable table, MappedRows rows) {
    boolean[] flags = new boolean[rows.width()];
    table.columns().stream()
        .filter(column -> column.place() >= 0 && column.levels().isEmpty())
        .filter(column -> column.seen().stream().allMatch(v -> v == 0 || v == 1))
        .forEach(column -> flags[column.place()] = true);
    List<StoredTerm> out = new ArrayList<>();
    for (StoredTerm term : terms) {
      if (term instanceof StoredTerm.Plain(int[] places)) {
        int from = 0;
        while (from < places.length) {
          int to = from + 1;
          while (to < places.length && flags[places[to]] == flags[places[from]]) {
            to++;
          }
          int[] run = Arrays.copyOfRange(places, from, to);
          out.addAll(
              flags[run[0]]
                  ? new StoredIndicators(rows, run).divided()
                  : List.of(new StoredTerm.Plain(run)));
          from = to;
        }
      } else {
        out.add(term);
      }
    }
    return out;
  }

  private List<StoredTerm> divided() {
    int some = Math.min(SAMPLE, rows.count());
    int[] ends = new int[] {0, places.length};
    look(some, j -> (int) ((long) j * rows.count() / some), ends);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      ends = ends();
      if (!look(rows.count(), i -> i, ends)) {
        return terms(ends);
      }
    }
    return List.of(new StoredTerm.Plain(places));
  }

  /** Where runs end of columns that do not meet, as far as is known. */
  private int[] ends() {
    int[] ends = new int[places.length + 1];
    int count = 1;
    for (int k = 1; k <= places.length; k++) {
      boolean joins = k < places.length;
      for (int j = ends[count - 1]; j < k && joins; j++) {
        joins = !meet[j][k];
      }
      if (!joins) {
        ends[count++] = k;
      }
    }
    return Arrays.copyOf(ends, count);
  }

  /** Takes note of columns of one run that meet in some rows; whether there are any. */
  private boolean look(int count, IntUnaryOperator row, int[] ends) {
    var any = new AtomicBoolean();
    Parallel.overRows(
        count,
        (from, to) -> {
          double[] stored = new double[rows.width()];
          for (int j = from; j < to; j++) {
            rows.copy(row.applyAsInt(j), stored);
            for (int r = 1; r < ends.length; r++) {
              if (meets(stored, ends[r - 1], ends[r])) {
                any.setPlain(true);
              }
            }
          }
        });
    return any.get();
  }

  private boolean meets(double[] row, int from, int to) {
    int last = -1;
    boolean met = false;
    for (int k = from; k < to; k++) {
      if (row[places[k]] != 0) {
        for (int j = from; j < k && last >= 0; j++) {
          // threads write nothing but true
          meet[j][k] |= row[places[j]] != 0;
        }
        met |= last >= 0;
        last = k;
      }
    }
    return met;
  }

  private List<StoredTerm> terms(int... ends) {
    List<StoredTerm> terms = new ArrayList<>();
    for (int r = 1; r < ends.length; r++) {
      int[] run = Arrays.copyOfRange(places, ends[r - 1], ends[r]);
      terms.add(
          run.length < IndicatorColumns.LEAST
              ? new StoredTerm.Plain(run)
              : new StoredTerm.Indicators(run));
    }
    return terms;
  }
}
