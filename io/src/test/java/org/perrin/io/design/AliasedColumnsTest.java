package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.perrin.data.DenseRows;
import org.perrin.data.Rows;
import org.perrin.math.Parallel;

/** Columns are left out exactly if other columns determine them in all rows. */
class AliasedColumnsTest {
  private static final int ROWS = 50_000;

  /** Writes the columns after 1, x and z, all of which are random. */
  @FunctionalInterface
  private interface More {
    void write(int i, double x, double z, double[] out, int at);
  }

  private static Rows rows(int more, More columns) {
    var random = new Random(3);
    double[] x = random.doubles(2 * ROWS).toArray();
    return DenseRows.fill(
        ROWS,
        3 + more,
        (i, out, at) -> {
          out[at] = 1;
          out[at + 1] = x[2 * i];
          out[at + 2] = 1e9 + x[2 * i + 1];
          columns.write(i, x[2 * i], 1e9 + x[2 * i + 1], out, at + 3);
        });
  }

  @Test
  void sums_are_found_among_many_rows() {
    Rows rows =
        rows(
            3,
            (i, x, z, out, at) -> {
              out[at] = x * x;
              out[at + 1] = 3 - 2 * x;
              out[at + 2] = x + x * x - 7;
            });
    assertThat(AliasedColumns.of(rows, true)).containsExactly(4, 5);
  }

  /** One row in 50,000, and none in the sample that is looked at first, tells them apart. */
  @Test
  void a_single_row_makes_a_difference() {
    Rows rows =
        rows(
            3,
            (i, x, z, out, at) -> {
              out[at] = i == 40_001 ? 5 : x;
              out[at + 1] = i == 40_003 ? 1 : 0;
              out[at + 2] = out[at] + out[at + 1];
            });
    assertThat(AliasedColumns.of(rows, true)).containsExactly(5);
  }

  /** So does the level that only the last rows have, and an empty one is found. */
  @Test
  void rare_levels_are_kept() {
    Rows rows =
        rows(
            40,
            (i, x, z, out, at) -> {
              int level = i > ROWS - 40 ? ROWS - i : 0;
              out[at + level] = level == 7 ? 0 : 1;
            });
    // a row of level 7 has a one in no column, so that levels do not add up to the first column
    assertThat(AliasedColumns.of(rows, true)).containsExactly(10);
  }

  @Test
  void threads_do_not_matter() {
    Rows rows =
        rows(
            2,
            (i, x, z, out, at) -> {
              out[at] = i % 1000 == 999 ? 1 : 0;
              out[at + 1] = 1 - out[at];
            });
    var one = Parallel.with(1, () -> AliasedColumns.of(rows, true));
    assertThat(Parallel.with(3, () -> AliasedColumns.of(rows, true))).isEqualTo(one);
    assertThat(one).containsExactly(4);
  }
}
