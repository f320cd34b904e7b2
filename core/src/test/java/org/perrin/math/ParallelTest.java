package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums over rows have one order of additions, whatever adds them up. */
class ParallelTest {
  private static final int ROWS = 70_000;

  private static void add(double[] sum, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int k = 0; k < sum.length; k += 1 + sum.length / 50) {
        sum[k] += 1 / (1.0 + i * 31L % 977 + k);
      }
    }
  }

  /** Short sums, long ones that are added up as they come, and ones of two chunks only. */
  @ParameterizedTest
  @ValueSource(ints = {1, 300, 40_000, 900_000, 9_000_000})
  void a_sum_is_that_of_its_chunks_in_their_order(int size) {
    int chunks = Parallel.chunks(ROWS, size);
    double[] expected = new double[size];
    for (int c = 0; c < chunks; c++) {
      double[] one = new double[size];
      add(one, Parallel.bound(ROWS, chunks, c), Parallel.bound(ROWS, chunks, c + 1));
      for (int k = 0; k < size; k++) {
        expected[k] = c == 0 ? one[k] : expected[k] + one[k];
      }
    }
    for (int threads : new int[] {1, 2, 5}) {
      assertThat(Parallel.with(threads, () -> Parallel.sum(ROWS, size, ParallelTest::add)))
          .isEqualTo(expected);
    }
    assertThat(Parallel.sum(ROWS, size, ParallelTest::add)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 40_000})
  void what_a_chunk_throws_arrives(int size) {
    assertThatThrownBy(
            () ->
                Parallel.sum(
                    ROWS,
                    size,
                    (sum, from, to) -> {
                      if (to == ROWS) {
                        throw new IllegalStateException("the last chunk");
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the last chunk");
  }
}
