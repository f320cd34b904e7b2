package org.perrin.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.Examples;
import org.perrin.data.Rows;
import org.perrin.math.Matrices;

class MetricTest {
  private static final double[] CENTRE = {0.3, -1, 2};

  static java.util.List<Metric> metrics() {
    double r = Math.sqrt(0.5);
    return java.util.List.of(
        DenseMetric.of(CENTRE, new double[] {2, 0, 0, 0.5, 1, 0, -0.3, 0.2, 0.7}),
        DiagonalMetric.of(CENTRE, new double[] {2, 0.1, 3}),
        LowRankMetric.of(
            CENTRE,
            new double[] {2, 0.1, 3},
            new double[][] {{r, r, 0}, {0, 0, 1}},
            new double[] {1.5, -0.4}));
  }

  @ParameterizedTest
  @MethodSource("metrics")
  void all_views_of_a_metric_agree_with_its_matrix(Metric metric) {
    double[] l = metric.matrix();
    double[] u = {0.4, -0.7, 1.1};
    double[] theta = new double[3];
    metric.toTheta(u, theta);
    double[] lu = new double[3];
    Matrices.apply(l, u, lu, 3);
    for (int k = 0; k < 3; k++) {
      assertThat(theta[k]).isCloseTo(CENTRE[k] + lu[k], within(1e-12));
    }
    double[] back = new double[3];
    metric.toU(theta, back);
    assertThat(back).containsExactly(u, within(1e-12));
    double[] pulled = new double[3];
    metric.pull(u, pulled);
    double[] expected = new double[3];
    Matrices.applyTransposed(l, u, expected, 3);
    assertThat(pulled).containsExactly(expected, within(1e-12));
    Rows x = Examples.design(20, 3, 71);
    Rows z = metric.transform(x);
    double[] row = new double[3];
    x.copy(7, row);
    metric.pull(row, expected);
    z.copy(7, row);
    assertThat(row).containsExactly(expected, within(1e-12));
    double[] h = {2, 0.3, 0.1, 0.3, 1, -0.2, 0.1, -0.2, 3};
    double[] lhl = Matrices.multiply(Matrices.transpose(l, 3), Matrices.multiply(h, l, 3), 3);
    metric.pullHessian(h);
    assertThat(h).containsExactly(lhl, within(1e-12));
  }

  @Test
  void bad_input_is_named() {
    assertThatThrownBy(() -> DiagonalMetric.of(CENTRE, new double[] {1, 0, 1}))
        .hasMessage("the scale of coordinate 1 is 0.0: it must be positive");
    assertThatThrownBy(() -> DenseMetric.of(CENTRE, new double[4]))
        .hasMessage("a factor of 4 elements does not fit 3 parameters");
  }
}
