package org.perrin.io.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every number comes back bit by bit, from the narrowest form that can do so. */
class StoredNumbersTest {
  static Stream<Arguments> columns() {
    return Stream.of(
        Arguments.of(1, new double[] {0, 1, -1, 127, -127, Double.NaN}),
        Arguments.of(2, new double[] {-128, 0}),
        Arguments.of(2, new double[] {128, Double.NaN}),
        Arguments.of(2, new double[] {32_767, -32_767, 3}),
        Arguments.of(4, new double[] {-32_768, Double.NaN}),
        Arguments.of(4, new double[] {Integer.MAX_VALUE, -Integer.MAX_VALUE, Double.NaN}),
        Arguments.of(8, new double[] {Integer.MIN_VALUE}),
        Arguments.of(8, new double[] {Integer.MAX_VALUE + 1.0}),
        Arguments.of(8, new double[] {1, -0.0}),
        Arguments.of(8, new double[] {1, 0.5, Double.NaN}),
        Arguments.of(8, new double[] {1, 1e300}),
        Arguments.of(8, new double[] {Double.POSITIVE_INFINITY}));
  }

  @ParameterizedTest
  @MethodSource("columns")
  void numbers_come_back(int bytes, double[] values) {
    StoredNumbers stored = StoredNumbers.narrow(values, values.length);
    assertThat(stored.bytes()).isEqualTo(bytes);
    assertSame(stored, values);
    assertSame(StoredNumbers.narrow(values), values);
    assertThat(StoredNumbers.narrow(values).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("columns")
  void a_wider_part_widens_all(int bytes, double[] values) {
    double[] before = {7, Double.NaN};
    StoredNumbers joined =
        StoredNumbers.joined(
            List.of(StoredNumbers.narrow(before, 2), StoredNumbers.narrow(values, values.length)));
    assertThat(joined.bytes()).isEqualTo(bytes);
    double[] expected = new double[values.length + 2];
    System.arraycopy(before, 0, expected, 0, 2);
    System.arraycopy(values, 0, expected, 2, values.length);
    assertSame(joined, expected);
  }

  private static void assertSame(StoredNumbers stored, double[] values) {
    assertThat(stored.length()).isEqualTo(values.length);
    double[] spread = new double[2 * values.length + 1];
    stored.copy(0, values.length, spread, 1, 2);
    for (int i = 0; i < values.length; i++) {
      long bits = Double.doubleToLongBits(values[i]);
      assertThat(Double.doubleToLongBits(stored.get(i))).isEqualTo(bits);
      assertThat(Double.doubleToLongBits(stored.toArray()[i])).isEqualTo(bits);
      assertThat(Double.doubleToLongBits(spread[2 * i + 1])).isEqualTo(bits);
    }
  }
}
