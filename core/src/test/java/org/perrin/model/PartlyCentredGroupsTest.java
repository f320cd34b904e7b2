package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.data.Batch;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.metric.ArrowMetric;
import org.perrin.mode.Newton;

class PartlyCentredGroupsTest {
  private static final int GROUPS = 5;

  private static VaryingIntercepts varying(boolean scaled) {
    Density wide = Priors.normal(0, 2);
    return scaled
        ? VaryingIntercepts.of(
            new NormalNoise(),
            Examples.weighted(Examples.real(60, 2)),
            Examples.groups(60, GROUPS),
            List.of(wide, wide, Priors.exponential(1), Priors.exponential(1)))
        : VaryingIntercepts.of(
            new Logistic(),
            Examples.binary(60, 2),
            Examples.groups(60, GROUPS),
            List.of(wide, wide, Priors.exponential(1)));
  }

  private static ArrowMetric metric(VaryingIntercepts model) {
    return (ArrowMetric) Newton.find(model).metric();
  }

  /** Away from the centre, so that nothing is the identity. */
  private static double[] point(ArrowMetric metric) {
    double[] u = Examples.point(metric.dimension(), 3, 1);
    double[] point = new double[u.length];
    metric.toTheta(u, point);
    return point;
  }

  /** z by its formula, and {@code f' = f(θ(θ')) − log |∂z/∂z'|} by differences of the map. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void it_is_the_same_density_in_other_coordinates(boolean scaled) {
    VaryingIntercepts model = varying(scaled);
    ArrowMetric metric = metric(model);
    var straightened = PartlyCentredGroups.of(model, metric);
    double[] point = point(metric);
    double[] theta = new double[point.length];
    straightened.toTheta(point, theta);
    double[] back = new double[point.length];
    straightened.toStraight(theta, back);
    assertThat(back).containsExactly(point, within(1e-12));
    int q = model.shared();
    double delta = point[q - 1] - metric.centre()[q - 1];
    double logarithm = 0;
    for (int j = 0; j < GROUPS; j++) {
      double m = 1 - 1 / metric.curvatures()[j];
      double known = Math.exp(-m * delta) * (point[q + j] + m * metric.centre()[q + j] * delta);
      assertThat(theta[q + j]).isCloseTo(known, within(1e-12));
      double[] moved = point.clone();
      double[] image = new double[point.length];
      moved[q + j] += 1e-5;
      straightened.toTheta(moved, image);
      logarithm += Math.log((image[q + j] - theta[q + j]) / 1e-5);
    }
    double[] gradient = new double[point.length];
    double expected = model.potential(theta) - logarithm;
    assertThat(straightened.potential(point)).isCloseTo(expected, within(1e-6));
    assertThat(straightened.potentialAndGradient(point, gradient))
        .isCloseTo(expected, within(1e-6));
    assertThat(gradient).containsExactly(straightened.gradient(point), within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void gradients_and_hessians_are_those_of_differences(boolean scaled) {
    VaryingIntercepts model = varying(scaled);
    ArrowMetric metric = metric(model);
    var straightened = PartlyCentredGroups.of(model, metric);
    double[] point = point(metric);
    int d = point.length;
    double[] gradient = straightened.gradient(point);
    double[] hessian = straightened.hessian(point);
    for (int k = 0; k < d; k++) {
      double[] up = point.clone();
      double[] down = point.clone();
      up[k] += 1e-5;
      down[k] -= 1e-5;
      double slope = (straightened.potential(up) - straightened.potential(down)) / 2e-5;
      assertThat(gradient[k]).isCloseTo(slope, within(1e-5 * (1 + Math.abs(slope))));
      double[] above = straightened.gradient(up);
      double[] below = straightened.gradient(down);
      for (int l = 0; l < d; l++) {
        double bend = (above[l] - below[l]) / 2e-5;
        assertThat(hessian[k * d + l]).isCloseTo(bend, within(1e-5 * (1 + Math.abs(bend))));
      }
    }
  }

  /** The cheap scores at the centre are the general ones there. */
  @Test
  void scores_at_the_centre_are_those_of_the_hessian() {
    VaryingIntercepts model = varying(true);
    ArrowMetric metric = metric(model);
    var straightened = PartlyCentredGroups.of(model, metric);
    double[] scores = new double[60];
    straightened.metricScores(metric.centre(), metric, 0, 60, scores);
    int d = metric.dimension();
    for (int i = 0; i < 60; i++) {
      double[] h = new double[d * d];
      straightened.addRowHessian(metric.centre(), i, 1, h);
      metric.pullHessian(h);
      double sum = 0;
      for (double v : h) {
        sum += v * v;
      }
      assertThat(scores[i]).isCloseTo(Math.sqrt(sum), within(1e-9));
    }
  }

  @Test
  void differences_are_those_of_gradients() {
    VaryingIntercepts model = varying(true);
    ArrowMetric metric = metric(model);
    var straightened = PartlyCentredGroups.of(model, metric);
    double[] point = point(metric);
    double[] elsewhere = Examples.point(metric.dimension(), 9, 0.4);
    var centre = straightened.centre(elsewhere);
    var batch = new Batch();
    batch.resize(7);
    for (int j = 0; j < 7; j++) {
      batch.rows()[j] = 5 * j;
      batch.weights()[j] = 1 + 0.3 * j;
    }
    double[] ours = new double[metric.dimension()];
    centre.addDifference(point, batch, 0, 3, ours);
    centre.addDifference(point, batch, 3, 7, ours);
    double[] plain = new double[metric.dimension()];
    for (int j = 0; j < 7; j++) {
      straightened.addRowGradient(point, 5 * j, 1 + 0.3 * j, plain);
      straightened.addRowGradient(elsewhere, 5 * j, -1 - 0.3 * j, plain);
    }
    assertThat(ours).containsExactly(plain, within(1e-9));
    assertThat(centre.sum())
        .containsExactly(straightened.likelihoodGradient(elsewhere), within(1e-9));
  }
}
