package org.perrin.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.DenseRows;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.PlainGradient;
import org.perrin.gradient.Workspace;
import org.perrin.math.Matrices;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;
import org.perrin.model.GaussianMean;
import org.perrin.model.NormalPrior;
import org.perrin.random.Streams;
import org.perrin.subsampling.Uniform;

/** Trajectories followed by hand with the same random numbers. */
class TrajectoriesTest {
  private static final double[] START = {0.7, -1.2};

  private final GaussianMean model =
      GaussianMean.of(
          DenseRows.of(new double[][] {{1, 0}, {0.5, -2}, {-1, 1}}),
          Matrices.diagonal(2, 1.5),
          NormalPrior.isotropic(2, 3));
  private final FullGradient full = new FullGradient(model);
  private final Workspace workspace = new Workspace();

  /** One trajectory of one to three kicks by hand, around the standard normal and another. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void a_trajectory_turns_and_kicks(int kicks) {
    Metric around = DenseMetric.of(new double[] {0.4, -0.3}, new double[] {1.3, 0, 0.4, 0.8});
    for (Metric metric : new Metric[] {null, around}) {
      var dynamics = new Trajectories(kicks).around(metric);
      var random = Streams.of(6, 0);
      var same = Streams.of(6, 0);
      var state = new State(START, dynamics.auxiliary(2));
      dynamics.start(state, full, random, workspace);
      assertThat(state.potential()).isCloseTo(model.potential(START), within(1e-12));
      int accepted = 0;
      for (int t = 0; t < 100; t++) {
        double[] from = state.position().clone();
        double[] p = new double[2];
        same.noise().fillGaussian(p, 2);
        double angle = 1.9 * (0.8 + 0.4 * same.noise().nextDouble()) / kicks;
        double before = model.potential(from) + (p[0] * p[0] + p[1] * p[1]) / 2;
        double[] to = from.clone();
        for (int k = 0; k < kicks; k++) {
          leap(to, p, angle, metric);
        }
        double gap = before - model.potential(to) - (p[0] * p[0] + p[1] * p[1]) / 2;
        boolean accept = same.noise().nextDouble() < Math.min(1, Math.exp(gap));
        dynamics.step(state, full, random, workspace);
        accepted += accept ? 1 : 0;
        assertThat(state.acceptance()).isCloseTo(Math.min(1, Math.exp(gap)), within(1e-9));
        assertThat(state.position()).containsExactly(accept ? to : from, within(1e-11));
        assertThat(state.potential()).isCloseTo(model.potential(state.position()), within(1e-9));
        assertThat(state.gradient())
            .containsExactly(model.gradient(state.position()), within(1e-9));
        assertThat(state.rows()).isEqualTo(3 * kicks);
      }
      assertThat(accepted).isBetween(5, 99);
    }
  }

  /** Half a kick, a turn, half a kick, in {@code w = C⁻¹(u − m)}. */
  private void leap(double[] u, double[] p, double angle, Metric metric) {
    double[] w = u.clone();
    for (int half = 0; half < 2; half++) {
      double[] g = model.gradient(u);
      double[] slope = g.clone();
      if (metric != null) {
        metric.toU(u, w);
        metric.pull(g, slope);
      }
      for (int k = 0; k < 2; k++) {
        p[k] -= angle / 2 * (slope[k] - w[k]);
      }
      if (half == 0) {
        for (int k = 0; k < 2; k++) {
          double moved = w[k] * Math.cos(angle) + p[k] * Math.sin(angle);
          p[k] = p[k] * Math.cos(angle) - w[k] * Math.sin(angle);
          w[k] = moved;
        }
        System.arraycopy(w, 0, u, 0, 2);
        if (metric != null) {
          metric.toTheta(w, u);
        }
      }
    }
  }

  @Test
  void trajectories_say_what_they_are_and_refuse_what_they_are_not() {
    assertThat(new Trajectories(4).step()).isCloseTo(1.9 / 4, within(1e-15));
    assertThat(new Trajectories(1).kicks()).isOne();
    assertThatThrownBy(() -> new Trajectories(0))
        .hasMessage("a trajectory has at least one kick, not 0");
    assertThat(new Trajectories(2).refuse(full)).isNull();
    assertThat(new Trajectories(2).refuse(PlainGradient.of(model, new Uniform(3).size(2))))
        .startsWith("trajectories are accepted or rejected by f itself");
  }

  /** Where f is not a number the chain stays. */
  @Test
  void a_trajectory_to_nowhere_is_rejected() {
    var dynamics = new Trajectories(2);
    var state = new State(START, 0);
    dynamics.start(state, full, Streams.of(1, 0), workspace);
    state.potential(Double.NaN);
    dynamics.step(state, full, Streams.of(1, 0), workspace);
    assertThat(state.acceptance()).isZero();
    assertThat(state.position()).containsExactly(START);
  }
}
