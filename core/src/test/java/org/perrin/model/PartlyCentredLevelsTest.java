package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.family.Linear;
import org.perrin.family.NormalNoise;
import org.perrin.math.Matrices;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

/** Straight coordinates of effects by level, and the centre that they are taken around. */
class PartlyCentredLevelsTest {
  private static double[] theta(PartlyCentredLevels straight, double[] at) {
    double[] theta = new double[at.length];
    straight.toTheta(at, theta);
    return theta;
  }

  private static double[] moved(double[] at, int k, double by) {
    double[] moved = at.clone();
    moved[k] += by;
    return moved;
  }

  private static double[] around(double[] centre, long seed, double scale) {
    double[] at = Examples.point(centre.length, seed, scale);
    Arrays.setAll(at, k -> centre[k] + at[k]);
    return at;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "varying intercepts, logistic",
        "slopes, crossed",
        "levels of the noise",
        "smooths beside levels"
      })
  void straight_coordinates_are_the_same_posterior(String name) {
    var model = (MixedModel) Examples.model(name);
    int d = model.dimension();
    double[] centre = Newton.find(model).theta();
    var straight = PartlyCentredLevels.of(model, centre);
    double[] at = around(centre, 8, 0.5);
    double[] gradient = new double[d];
    double value = straight.potentialAndGradient(at, gradient);
    double[] slopes = new double[d];
    double[] jacobian = new double[d * d];
    for (int k = 0; k < d; k++) {
      double[] up = moved(at, k, 1e-5);
      double[] down = moved(at, k, -1e-5);
      slopes[k] = (straight.potential(up) - straight.potential(down)) / 2e-5;
      double[] high = theta(straight, up);
      double[] low = theta(straight, down);
      for (int i = 0; i < d; i++) {
        jacobian[i * d + k] = (high[i] - low[i]) / 2e-5;
      }
    }
    assertThat(gradient).containsExactly(slopes, within(2e-5));
    assertThat(straight.gradient(at)).containsExactly(gradient, within(1e-9));
    double potential = model.potential(theta(straight, at));
    assertThat(value).isCloseTo(potential - logDeterminant(jacobian, d), within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(strings = {"slopes, crossed", "levels of the noise", "smooths beside levels"})
  void to_first_order_nothing_changes_at_the_centre(String name) {
    var model = (MixedModel) Examples.model(name);
    double[] centre = Newton.find(model).theta();
    var straight = PartlyCentredLevels.of(model, centre);
    assertThat(theta(straight, centre)).containsExactly(centre, within(1e-12));
    double[] near = around(centre, 9, 1e-4);
    assertThat(theta(straight, near)).containsExactly(near, within(1e-6));
    // and away from it much does
    double[] far = around(centre, 9, 0.5);
    double[] there = theta(straight, far);
    double largest = 0;
    for (int k = 0; k < far.length; k++) {
      largest = Math.max(largest, Math.abs(there[k] - far[k]));
    }
    assertThat(largest).isGreaterThan(0.01);
  }

  /** By elimination with the largest pivot. */
  private static double logDeterminant(double[] matrix, int d) {
    double[] a = matrix.clone();
    double sum = 0;
    for (int k = 0; k < d; k++) {
      int pivot = k;
      for (int i = k + 1; i < d; i++) {
        pivot = Math.abs(a[i * d + k]) > Math.abs(a[pivot * d + k]) ? i : pivot;
      }
      for (int j = 0; j < d; j++) {
        double swap = a[k * d + j];
        a[k * d + j] = a[pivot * d + j];
        a[pivot * d + j] = swap;
      }
      sum += Math.log(Math.abs(a[k * d + k]));
      for (int i = k + 1; i < d; i++) {
        double factor = a[i * d + k] / a[k * d + k];
        for (int j = k; j < d; j++) {
          a[i * d + j] -= factor * a[k * d + j];
        }
      }
    }
    return sum;
  }

  private static final int LEVELS = 8;
  private static final double NOISE = 0.7;
  private static final Density SCALE = Priors.exponential(1);

  /** 80 rows, an intercept by level, known noise: everything but log sd is normal. */
  private static MixedModel intercepts(double sd) {
    Dataset data = Examples.real(80, 1);
    int[] level = new int[80];
    double[] y = data.y().clone();
    double[] effect = Examples.point(LEVELS, 21, sd);
    for (int i = 0; i < y.length; i++) {
      level[i] = i % LEVELS;
      y[i] += effect[level[i]];
    }
    return MixedModel.of(
        new Linear(NOISE),
        Dataset.of(data.x(), y),
        List.of(Varying.intercepts("g", level, LEVELS, SCALE)),
        List.of(Priors.normal(0, 2)));
  }

  /**
   * {@code z = μ + (P̂/P)^½ (v − ẑ − μ′(t − t̂))} with {@code P = 1 + e^{2t}H}, {@code μ = e^t
   * r/P}.
   */
  @Test
  void intercepts_are_by_the_formula() {
    MixedModel model = intercepts(1);
    double[] centre = Newton.find(model).theta();
    var straight = PartlyCentredLevels.of(model, centre);
    double[] at = around(centre, 3, 0.6);
    double[] theta = theta(straight, at);
    double h = 80.0 / LEVELS / (NOISE * NOISE);
    double a = Math.exp(centre[1]);
    double now = Math.exp(at[1]);
    double p = 1 + a * a * h;
    double changed = 1 + now * now * h;
    for (int k = 2; k < theta.length; k++) {
      double r = p * centre[k] / a;
      double slope = a * r / p - a * r * 2 * a * a * h / (p * p);
      double rest = at[k] - centre[k] - slope * (at[1] - centre[1]);
      double expected = now * r / changed + Math.sqrt(p / changed) * rest;
      assertThat(theta[k]).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
    }
  }

  /** {@code −log p(t | y)} up to a constant: y is normal given t. */
  private static double marginal(MixedModel model, double t) {
    int n = model.rows();
    double[] covariance = new double[n * n];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = model.y(i);
      for (int j = 0; j < n; j++) {
        covariance[i * n + j] = 4 + (i == j ? NOISE * NOISE : 0);
        covariance[i * n + j] += i % LEVELS == j % LEVELS ? Math.exp(2 * t) : 0;
      }
    }
    double[] lower = Matrices.cholesky(covariance, n);
    double[] solved = Matrices.solve(lower, y, n);
    double sum = SCALE.value(t);
    for (int i = 0; i < n; i++) {
      sum += Math.log(lower[i * (n + 1)]) + y[i] * solved[i] / 2;
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.3})
  void the_centre_is_the_mode_of_the_marginal_of_the_scale(double sd) {
    MixedModel model = intercepts(sd);
    Mode mode = Newton.find(model);
    double t = mode.theta()[1];
    double step = 1e-3;
    double here = marginal(model, t);
    double up = marginal(model, t + step);
    double down = marginal(model, t - step);
    double curvature = (up + down - 2 * here) / (step * step);
    // the search ends within a fiftieth of an sd a dimension
    assertThat((up - down) / (2 * step)).isCloseTo(0, within(0.1 * Math.sqrt(curvature)));
    assertThat(mode.sd()[1] * Math.sqrt(curvature)).isBetween(0.7, 1.4);
  }

  /** Levels of mean and noise; what {@code spread} is of the noise. */
  private static MixedModel world(double spread) {
    int n = 1200;
    int levels = 40;
    var random = RandomStream.of(31);
    double[] u = new double[levels];
    double[] v = new double[levels];
    random.fillGaussian(u, levels);
    random.fillGaussian(v, levels);
    int[] level = new int[n];
    double[] y = new double[n];
    Dataset data = Examples.real(n, 2);
    for (int i = 0; i < n; i++) {
      int j = random.nextIndex(levels);
      level[i] = j;
      double sd = Math.exp(-0.3 + spread * v[j]);
      y[i] = 1 + 0.5 * data.x().get(i, 1) + 0.7 * u[j] + sd * random.nextGaussian();
    }
    var noise =
        new Varying(
            "g",
            1,
            level,
            levels,
            List.of("1"),
            Collections.singletonList(null),
            false,
            List.of(SCALE),
            1);
    return MixedModel.of(
        new NormalNoise(),
        Dataset.of(data.x(), y),
        List.of(Varying.intercepts("g", level, levels, SCALE), noise),
        Collections.nCopies(3, Priors.normal(0, 2)));
  }

  /**
   * With a scale of the noise that is there, and one that is 0. Uncentred around the mode of all
   * parameters each draw took 1,023 gradients.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.4, 0})
  void levels_of_mean_and_noise_mix(double spread) {
    MixedModel model = world(spread);
    var options = Options.standard().sampler("nuts").chains(2).draws(500).seed(4);
    var posterior = Perrin.sample(model, options);
    var rows = posterior.summary().rows();
    for (int k = 0; k < model.layout().head(); k++) {
      assertThat(rows.get(k).essBulk()).as(rows.get(k).name()).isGreaterThan(100);
    }
    // within 5 sds of the truth, 1 in 10⁶ seeds a number
    assertThat(rows.get(1).mean()).isCloseTo(0.5, within(5 * rows.get(1).sd()));
    assertThat(rows.get(3).mean()).isCloseTo(Math.log(0.7), within(5 * rows.get(3).sd()));
    if (spread > 0) {
      assertThat(rows.get(4).mean()).isCloseTo(Math.log(spread), within(5 * rows.get(4).sd()));
    } else {
      assertThat(rows.get(4).mean()).isLessThan(Math.log(0.15));
    }
    long passes = posterior.account().rowsRead() / model.rows() / 1000;
    assertThat(passes).as("gradients a draw").isLessThan(64);
  }
}
