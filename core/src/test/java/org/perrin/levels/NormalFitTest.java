package org.perrin.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NormalFitTest {
  /** Curvature (4, 1; 1, 2) around (1, −2), and a tail that is not quadratic. */
  private static double bowl(double[] x) {
    double a = x[0] - 1;
    double b = x[1] + 2;
    return 2 * a * a + a * b + b * b + 0.05 * Math.pow(a, 4);
  }

  @Test
  void a_mode_and_its_curvature_are_found_from_afar() {
    var fit = new NormalFit(NormalFitTest::bowl, new double[] {-3, 4});
    assertThat(fit.found).isTrue();
    assertThat(fit.mode).containsExactly(new double[] {1, -2}, within(0.03));
    assertThat(fit.factor[0] * fit.factor[0]).isEqualTo(4, within(0.01));
    assertThat(fit.factor[0] * fit.factor[2]).isEqualTo(1, within(0.01));
    double[] u = new double[2];
    double[] x = {0.3, -1.1};
    fit.standardise(x, 0, u);
    assertThat(u[0] * u[0] + u[1] * u[1]).isEqualTo(2 * bowl(x), within(0.1));
    fit.place(u);
    assertThat(u).containsExactly(x, within(1e-12));
  }

  @Test
  void what_has_no_mode_has_no_fit() {
    assertThat(new NormalFit(x -> -x[0], new double[] {0}).found).isFalse();
    assertThat(new NormalFit(x -> Double.NaN, new double[] {0}).found).isFalse();
  }

  /** {@code E u (u − δ) = 0} moves the mode by δ in units of the fit. */
  @Test
  void equations_move_the_mode() {
    var fit = new NormalFit(NormalFitTest::bowl, new double[] {1, -2});
    double[] before = fit.mode.clone();
    fit.shift(new double[] {1e6, 0, 0, 1e6, 0.5e6, -1e6});
    double[] u = new double[2];
    var same = new NormalFit(NormalFitTest::bowl, before);
    same.standardise(fit.mode, 0, u);
    assertThat(u).containsExactly(new double[] {0.5, -1}, within(1e-5));
  }

  /** Differences measured far from where sums hold may be any number; scales stay near. */
  @Test
  void no_observation_moves_the_mode_far() {
    double[] u = {0.6, 0.8};
    assertThat(NormalFit.believed(-1e12, u)).isEqualTo(-4, within(1e-12));
    assertThat(NormalFit.believed(3, u)).isEqualTo(3);
    var fit = new NormalFit(NormalFitTest::bowl, new double[] {1, -2});
    double[] before = fit.mode.clone();
    fit.shift(new double[] {1, 0, 0, 1, 0, 1e9});
    assertThat(fit.mode[1] - before[1]).isEqualTo(1, within(1e-12));
    assertThat(fit.mode[0] - before[0]).isBetween(-1.0, 1.0);
  }
}
