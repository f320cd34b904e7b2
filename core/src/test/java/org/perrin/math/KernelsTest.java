package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.random.RandomStream;

/** Every provider gives the bits of the scalar one. */
class KernelsTest {
  private final Kernels fast = Kernels.best();
  private final Kernels scalar = Kernels.scalar();

  private static double[] normals(int n, long seed) {
    double[] v = new double[n];
    RandomStream.of(seed).fillGaussian(v, n);
    return v;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 55, 56, 64, 100})
  void dot_and_axpy_have_the_same_bits_for_any_length(int n) {
    double[] a = normals(n + 3, 1);
    double[] b = normals(n + 2, 2);
    assertThat(fast.dot(a, 3, b, 2, n)).isEqualTo(scalar.dot(a, 3, b, 2, n));
    double[] one = b.clone();
    double[] two = b.clone();
    fast.axpy(0.3, a, 3, one, 2, n);
    scalar.axpy(0.3, a, 3, two, 2, n);
    assertThat(one).isEqualTo(two);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 24, 32, 40, 56, 64, 72})
  void row_kernels_have_the_same_bits_for_any_stride(int stride) {
    int n = 77;
    double[] x = normals(n * stride, 3);
    double[] v = normals(stride, 4);
    double[] c = normals(n, 5);
    int[] rows = new int[n];
    var random = RandomStream.of(6);
    Arrays.setAll(rows, j -> random.nextIndex(n));
    assertThat(run(k -> k.dots(x, stride, rows, 1, n, v, out), n)).isTrue();
    assertThat(run(k -> k.dots(x, stride, 2, n - 2, v, out), n)).isTrue();
    assertThat(run(k -> k.addRows(x, stride, rows, 1, n, c, out), stride)).isTrue();
    assertThat(run(k -> k.addRows(x, stride, 2, n - 2, c, out), stride)).isTrue();
    float[] singles = new float[x.length];
    for (int k = 0; k < x.length; k++) {
      singles[k] = (float) x[k];
    }
    assertThat(run(k -> k.dots(singles, stride, rows, 1, n, v, out), n)).isTrue();
    assertThat(run(k -> k.addRows(singles, stride, rows, 1, n, c, out), stride)).isTrue();
    assertThat(run(k -> k.addOuter(x, stride, 1, n - 1, c, out), stride * stride)).isTrue();
    double[] m = normals(stride * 16, 7);
    assertThat(run(k -> k.multiply(x, stride, 1, n - 1, m, 16, out, 0), n * 16)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 31, 32, 33, 40, 77, 200})
  void column_kernels_have_the_same_bits_for_any_count(int n) {
    int height = Kernels.pad(n + 3);
    int columns = 11;
    double[] x = normals(columns * height, 3);
    double[] v = normals(columns, 4);
    double[] c = normals(n, 5);
    int[] places = new int[n + 3];
    var random = RandomStream.of(6);
    Arrays.setAll(places, j -> random.nextIndex(columns));
    assertThat(run(k -> k.columnDots(x, height, columns, 3, n, v, out), n)).isTrue();
    assertThat(run(k -> k.addColumns(x, height, columns, 3, n, c, out), columns)).isTrue();
    assertThat(run(k -> k.addElements(v, places, 3, n, out), n)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 31, 256})
  void sums_of_products_have_the_same_bits_and_are_the_formula(int n) {
    double[] x = normals(n + 3, 3);
    double[] y = normals(n + 5, 4);
    assertThat(run(k -> k.addProducts(0.5, x, 3, y, 5, out, 2, n), n + 2)).isTrue();
    assertThat(out[n + 1]).isEqualTo(0.5 * x[n + 2] * y[n + 4], within(1e-15));
    fast.addProducts(2, x, 3, y, 5, out, 2, n);
    assertThat(out[n + 1]).isEqualTo(2.5 * x[n + 2] * y[n + 4], within(1e-14));
    assertThat(out[1]).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.3, 0.4, 0.9})
  void zeros_left_out_change_no_bit(double share) {
    int stride = 56;
    int n = 77;
    double[] x = normals(n * stride, 3);
    var random = RandomStream.of(9);
    for (int k = 0; k < x.length; k++) {
      x[k] = random.nextDouble() < share || k % stride == 0 ? x[k] : 0;
    }
    double[] c = normals(n, 5);
    double[] m = normals(stride * 24, 7);
    assertThat(run(k -> k.addOuter(x, stride, 1, n - 1, c, out), stride * stride)).isTrue();
    assertThat(run(k -> k.multiply(x, stride, 1, n - 1, m, 24, out, 0), n * 24)).isTrue();
  }

  private double[] out;

  private boolean run(java.util.function.Consumer<Kernels> kernel, int size) {
    out = new double[size];
    kernel.accept(fast);
    double[] first = out;
    out = new double[size];
    kernel.accept(scalar);
    return Arrays.equals(first, out) && Arrays.stream(out).anyMatch(v -> v != 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 10, 16, 21, 55})
  void sums_of_triples_have_the_same_bits_and_are_the_formula(int d) {
    int n = 37;
    int stride = Kernels.pad(d);
    double[] z = normals(n * stride, 3);
    for (int k = 0; k < z.length; k++) {
      z[k] = k % stride < d ? z[k] : 0;
    }
    double[] c = normals(n, 4);
    var triples = new Triples(d);
    assertThat(run(k -> k.addTriples(triples, z, n, c, out), triples.size())).isTrue();
    Arrays.fill(out, 1);
    fast.addTriples(triples, z, n, c, out);
    var places = new java.util.HashSet<Integer>();
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        for (int k = j; k < d; k++) {
          double sum = 1;
          for (int r = 0; r < n; r++) {
            int row = r * stride;
            sum += c[r] * z[row + i] * z[row + j] * z[row + k];
          }
          assertThat(out[triples.place(i, j, k)]).isCloseTo(sum, within(1e-11));
          assertThat(places.add(triples.place(i, j, k))).isTrue();
        }
      }
    }
  }

  /** Neighbours, scattered columns, ones in the midst, more than a register, none but ones. */
  @ParameterizedTest
  @ValueSource(strings = {"-1 0 1 2 3 4 5 6 7 8 9", "9 3 -1 7 0 0 1 2 12 11 10 -1 4", "5", "-1"})
  void picking_has_the_same_bits_and_is_the_definition(String columns) {
    int[] places = Arrays.stream(columns.split(" ")).mapToInt(Integer::parseInt).toArray();
    var picking = new Picking(places);
    int gap = 13;
    int rows = 9;
    int stride = Kernels.pad(places.length);
    for (double odd : new double[] {1, Double.NaN, 1 / 0.0, -1 / 0.0}) {
      double[] raw = normals(rows * gap + 2 * Picking.MARGIN, 7);
      raw[Picking.MARGIN + 4 * gap + Math.max(0, places[places.length / 2])] = odd;
      float[] single = new float[raw.length];
      for (int k = 0; k < raw.length; k++) {
        single[k] = (float) raw[k];
      }
      double[] expected = new double[rows * stride];
      double[] rounded = expected.clone();
      for (int j = 0; j < rows; j++) {
        for (int k = 0; k < places.length; k++) {
          int from = Picking.MARGIN + j * gap + places[k];
          expected[j * stride + k] = places[k] < 0 ? 1 : raw[from];
          rounded[j * stride + k] = places[k] < 0 ? 1 : single[from];
        }
      }
      boolean finite = Arrays.stream(expected).allMatch(Double::isFinite);
      assertThat(finite).isEqualTo(odd == 1 || columns.equals("-1"));
      for (Kernels kernels : List.of(fast, scalar)) {
        double[] out = new double[rows * stride];
        assertThat(kernels.pick(picking, raw, gap, rows, out)).isEqualTo(finite);
        assertThat(out).isEqualTo(expected);
        assertThat(kernels.pick(picking, single, gap, rows, out)).isEqualTo(finite);
        assertThat(out).isEqualTo(rounded);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void standardising_has_the_same_bits_and_finds_what_is_not_finite(boolean single) {
    double[] centre = normals(1024, 11);
    double[] scale = Arrays.stream(normals(1024, 12)).map(v -> 0.1 + v * v).toArray();
    double[] given = normals(1024, 13);
    for (int n : new int[] {8, 16, 24, 1024}) {
      for (double odd : new double[] {1, Double.NaN, 1 / 0.0, -1 / 0.0, 1e300, -1e39}) {
        double[] x = Arrays.copyOf(given, n);
        x[n - 3] = odd;
        double[] a = x.clone();
        double[] b = x.clone();
        boolean finite = fast.standardise(a, centre, scale, n, single);
        assertThat(scalar.standardise(b, centre, scale, n, single)).isEqualTo(finite);
        assertThat(a).isEqualTo(b);
        assertThat(finite).isEqualTo(odd == 1 || Double.isFinite(odd) && !single);
        double first = (x[0] - centre[0]) / scale[0];
        assertThat(a[0]).isEqualTo(single ? (float) first : first);
      }
    }
  }

  @Test
  void exponentials_have_the_same_bits_and_stay_numbers() {
    double[] x = normals(1003, 8);
    for (int k = 0; k < x.length; k++) {
      x[k] *= k % 7 == 0 ? 1e4 : k % 5 == 0 ? 300 : 3;
    }
    assertThat(run(k -> k.exp(x, out, x.length), x.length)).isTrue();
    assertThat(run(k -> k.log1pExp(x, out, x.length), x.length)).isTrue();
    assertThat(run(k -> k.expit(x, out, x.length), x.length)).isTrue();
    assertThat(Arrays.stream(out).allMatch(v -> v >= 0 && v <= 1)).isTrue();
  }

  @Test
  void exp_and_expit_are_within_two_ulp() {
    var random = RandomStream.of(9);
    for (int k = 0; k < 3_000; k++) {
      double x = (random.nextDouble() - 0.5) * (k % 3 == 0 ? 1400 : k % 3 == 1 ? 40 : 1);
      close(Scalars.exp(x), bigExp(x), x);
      BigDecimal e = bigExp(-Math.abs(x));
      BigDecimal top = x >= 0 ? BigDecimal.ONE : e;
      close(Scalars.expit(x), top.divide(BigDecimal.ONE.add(e), new MathContext(40)), x);
    }
  }

  /** Against StrictMath, which is itself within one ulp. */
  @Test
  void log1p_is_within_two_ulp() {
    var random = RandomStream.of(10);
    for (int k = 0; k < 100_000; k++) {
      double e = Math.pow(random.nextDouble(), 1 + k % 60);
      double exact = StrictMath.log1p(e);
      assertThat(Math.abs(Scalars.log1pUnit(e) - exact)).isLessThanOrEqualTo(2 * Math.ulp(exact));
    }
    assertThat(Scalars.log1pUnit(1)).isEqualTo(Math.log(2));
    assertThat(Scalars.log1pUnit(0)).isZero();
  }

  private static void close(double value, BigDecimal exact, double x) {
    if (exact.doubleValue() > 1e-307) {
      double ulp = Math.ulp(exact.doubleValue());
      double error = new BigDecimal(value).subtract(exact).abs().doubleValue() / ulp;
      assertThat(error).as("x = %s", x).isLessThan(2);
    }
  }

  /** exp by Taylor's series in 40 digits. */
  private static BigDecimal bigExp(double x) {
    var context = new MathContext(40);
    BigDecimal reduced = new BigDecimal(x).divide(new BigDecimal(1024), context);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int k = 1; k < 40; k++) {
      term = term.multiply(reduced, context).divide(new BigDecimal(k), context);
      sum = sum.add(term, context);
    }
    return sum.pow(1024, context);
  }

  @Test
  void exponentials_at_the_edges() {
    assertThat(Scalars.exp(0)).isEqualTo(1);
    assertThat(Scalars.exp(-1000)).isZero();
    assertThat(Scalars.exp(1000)).isInfinite();
    assertThat(Scalars.exp(Double.NaN)).isNaN();
    assertThat(Scalars.exp(709.7)).isFinite();
    assertThat(Scalars.log1pExp(1e4)).isEqualTo(1e4);
    assertThat(Scalars.log1pExp(-1e4)).isZero();
    double[] x = {0, -1000, 1000, Double.NaN, 709.7, -708, 1e308, -1e308};
    assertThat(run(k -> k.exp(x, out, 8), 8)).isTrue();
  }
}
