package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.table.StoredNumbers;
import org.perrin.math.Parallel;

/**
 * Neighbouring columns of which a row has few that are not 0, by rows: where each row's elements
 * begin, in which columns they stand, and what they are.
 *
 * @param width columns
 * @param starts of the elements of each row, and where those of the last one end
 * @param columns of the elements, in order within a row
 * @param values of the elements; null if all are 1
 */
record SparseColumns(int width, int[] starts, int[] columns, double @Nullable [] values)
    implements ColumnBlock {
  /** Columns of which no more than the share 1/this is not 0. */
  private static final int SPARSE = 16;

  /** The blocks, with sparse columns that stand next to each other in one each. */
  static List<ColumnBlock> merged(List<ColumnBlock> blocks) {
    List<ColumnBlock> out = new ArrayList<>();
    List<StoredNumbers.Sparse> run = new ArrayList<>();
    for (ColumnBlock block : blocks) {
      if (block instanceof ColumnBlock.Numbers(StoredNumbers.Sparse sparse)) {
        run.add(sparse);
      } else {
        end(run, out);
        out.add(block);
      }
    }
    end(run, out);
    return out;
  }

  /** The same blocks, with columns of numbers that are mostly 0 stored as sparse ones. */
  static List<ColumnBlock> found(List<ColumnBlock> blocks) {
    ColumnBlock[] out = blocks.toArray(ColumnBlock[]::new);
    Parallel.run(
        out.length,
        k -> {
          if (out[k] instanceof ColumnBlock.Numbers(StoredNumbers values)) {
            out[k] = new ColumnBlock.Numbers(found(values));
          }
        });
    return List.of(out);
  }

  private static StoredNumbers found(StoredNumbers values) {
    int[] rows = new int[values.length() / SPARSE];
    int count = 0;
    for (int i = 0; i < values.length(); i++) {
      if (values.get(i) != 0) {
        if (count == rows.length) {
          return values;
        }
        rows[count++] = i;
      }
    }
    int[] all = Arrays.copyOf(rows, count);
    return new StoredNumbers.Sparse(
        values.length(), all, Arrays.stream(all).mapToDouble(values::get).toArray());
  }

  private static void end(List<StoredNumbers.Sparse> run, List<ColumnBlock> out) {
    if (!run.isEmpty()) {
      out.add(of(run));
      run.clear();
    }
  }

  private static SparseColumns of(List<StoredNumbers.Sparse> all) {
    int[] starts = new int[all.getFirst().length() + 1];
    for (StoredNumbers.Sparse column : all) {
      for (int row : column.rows()) {
        starts[row + 1]++;
      }
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] next = starts.clone();
    int[] columns = new int[starts[starts.length - 1]];
    double[] values = new double[columns.length];
    boolean ones = true;
    for (int k = 0; k < all.size(); k++) {
      int[] rows = all.get(k).rows();
      for (int e = 0; e < rows.length; e++) {
        int at = next[rows[e]]++;
        columns[at] = k;
        values[at] = all.get(k).values()[e];
        ones &= values[at] == 1;
      }
    }
    return new SparseColumns(all.size(), starts, columns, ones ? null : values);
  }

  /** The most elements that a row has. */
  int most() {
    int most = 0;
    for (int row = 0; row + 1 < starts.length; row++) {
      most = Math.max(most, starts[row + 1] - starts[row]);
    }
    return most;
  }

  /** What an element is. */
  double value(int at) {
    return values == null ? 1 : values[at];
  }

  @Override
  public boolean scaled() {
    return values != null;
  }

  @Override
  public double value(int row, int column) {
    int at = Arrays.binarySearch(columns, starts[row], starts[row + 1], column);
    return at < 0 ? 0 : value(at);
  }

  @Override
  public void write(int row, double[] x, int at) {
    for (int e = starts[row]; e < starts[row + 1]; e++) {
      x[at + columns[e]] = value(e);
    }
  }
}
