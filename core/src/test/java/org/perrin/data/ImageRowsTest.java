package org.perrin.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.random.RandomStream;

/** Rows that are made when they are read are, to the bit, those that would have been stored. */
class ImageRowsTest {
  private static final int COUNT = 300;
  private static final int WIDTH = 11;
  private static final int COLUMNS = 9;

  private final double[] m = new double[WIDTH * COLUMNS];

  ImageRowsTest() {
    RandomStream.of(3).fillGaussian(m, m.length);
  }

  private static Rows table(boolean single) {
    var random = RandomStream.of(2);
    DenseRows dense =
        DenseRows.fill(
            COUNT,
            WIDTH,
            (row, x, at) -> {
              for (int k = 0; k < WIDTH; k++) {
                x[at + k] = random.nextGaussian();
              }
            });
    return single ? FloatRows.of(dense) : dense;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void every_way_to_read_them_gives_the_bits_of_stored_ones(boolean single) {
    Rows stored = table(single).times(m, COLUMNS);
    Rows made = table(single).images(m, COLUMNS);
    assertThat(made).isInstanceOf(ImageRows.class);
    double[] v = new double[stored.stride()];
    Arrays.setAll(v, k -> k < COLUMNS ? Math.cos(k) : 0);
    int[] rows = new int[130];
    Arrays.setAll(rows, j -> j * 37 % COUNT);
    assertThat(dots(made, rows, v)).isEqualTo(dots(stored, rows, v));
    assertThat(read(made, v)).isEqualTo(read(stored, v));
    for (int i = 0; i < COUNT; i++) {
      assertThat(made.get(i, 3)).isEqualTo(stored.get(i, 3));
    }
    assertThat(made.select(rows).get(7, 2)).isEqualTo(stored.select(rows).get(7, 2));
  }

  @Test
  void they_take_no_room() {
    assertThat(table(false).images(m, COLUMNS).storedBytes()).isZero();
  }

  private static double[] dots(Rows x, int[] rows, double[] v) {
    double[] out = new double[rows.length];
    x.dots(rows, 0, rows.length, v, out);
    return out;
  }

  /** Products, sums, outer products and norms of all rows, one after the other. */
  private static double[] read(Rows x, double[] v) {
    double[] dots = new double[COUNT];
    x.dots(0, COUNT, v, dots);
    double[] sum = new double[x.stride()];
    x.add(0, COUNT, dots, sum);
    double[] outer = new double[x.stride() * x.stride()];
    x.addOuter(0, COUNT, dots, outer);
    double[] norms = new double[COUNT];
    x.squaredNorms(0, COUNT, norms);
    double[] all = Arrays.copyOf(dots, 2 * COUNT + sum.length + outer.length);
    System.arraycopy(norms, 0, all, COUNT, COUNT);
    System.arraycopy(sum, 0, all, 2 * COUNT, sum.length);
    System.arraycopy(outer, 0, all, 2 * COUNT + sum.length, outer.length);
    return all;
  }
}
