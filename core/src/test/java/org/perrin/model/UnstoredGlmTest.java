package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.metric.Metric;
import org.perrin.mode.Newton;

/** Dense rows that are not stored in a metric, against the same rows stored in it. */
class UnstoredGlmTest {
  private static final int N = 10_000;
  private static final Glm MODEL = model();
  private static final int D = MODEL.dimension();
  private static final Metric METRIC = Newton.find(MODEL).metric();
  private final Bounded unstored = MODEL.unstored(METRIC);
  private final Bounded stored = MODEL.in(METRIC);
  private final double[] u = Examples.point(D, 9, 1);
  private final double[] v = Examples.point(D, 10, 1);

  private static Glm model() {
    Dataset plain = Synthetic.logistic(5, 0, N, new double[] {0.5, -1, 0, 2, 0.3});
    double[] offset = IntStream.range(0, N).mapToDouble(i -> 0.3 * Math.sin(i)).toArray();
    double[] weight = IntStream.range(0, N).mapToDouble(i -> 1 + Math.cos(i)).toArray();
    double[] y = plain.responses().toArray();
    var data = new Dataset(plain.x(), y, offset, weight, plain.names());
    return Glm.logistic(data, Priors.studentT(4, 0, 2));
  }

  private static void assertSame(double[] actual, double[] expected) {
    double most = Arrays.stream(expected).map(Math::abs).max().orElse(0);
    assertThat(actual).containsExactly(expected, within(1e-10 * (1 + most)));
  }

  @Test
  void values_gradients_and_curvatures_are_the_same() {
    double potential = stored.potential(u);
    assertThat(unstored.potential(u)).isCloseTo(potential, within(1e-10 * potential));
    assertSame(unstored.gradient(u), stored.gradient(u));
    assertSame(unstored.hessian(u), stored.hessian(u));
    assertSame(unstored.expansionSum(new double[D]), stored.expansionSum(new double[D]));
    assertSame(unstored.cubicSum(), stored.cubicSum());
  }

  @Test
  void remainders_and_their_bounds_are_the_same() {
    int[] rows = {0, 7, 9_999, 64, 63, 4_096};
    for (int order = 2; order <= 3; order++) {
      Remainder actual = unstored.remainder(order, 8);
      Remainder expected = stored.remainder(order, 8);
      double[][] out = new double[2][N];
      actual.bounds(100, N, out[0]);
      expected.bounds(100, N, out[1]);
      assertSame(out[0], out[1]);
      actual.spreads(0, N, out[0]);
      expected.spreads(0, N, out[1]);
      assertSame(out[0], out[1]);
      double[][] rises = new double[2][rows.length];
      actual.rises(u, v, rows, rows.length, rises[0]);
      expected.rises(u, v, rows, rows.length, rises[1]);
      assertSame(rises[0], rises[1]);
    }
  }

  @Test
  void rows_that_are_picked_out_are_the_same() {
    int[] rows = {3, 5_000, 9_999};
    double[] factors = {1, 2, 0.5};
    var actual = (Bounded) unstored.subset(rows, factors);
    var expected = (Bounded) stored.subset(rows, factors);
    assertSame(actual.gradient(u), expected.gradient(u));
    assertSame(actual.expansionSum(new double[D]), expected.expansionSum(new double[D]));
  }
}
