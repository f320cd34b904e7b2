package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.family.Binomial;
import org.perrin.family.BoundedLikelihood;
import org.perrin.family.Cloglog;
import org.perrin.family.ExponentialTimes;
import org.perrin.family.Geometric;
import org.perrin.family.Linear;
import org.perrin.family.Logistic;
import org.perrin.family.Poisson;
import org.perrin.family.Probit;
import org.perrin.math.Matrices;
import org.perrin.mode.Newton;
import org.perrin.random.RandomStream;

/** What Taylor's polynomials leave of rows: its digits, its bounds, and that all adds up to f. */
class RemainderTest {
  static final MathContext DIGITS = new MathContext(60);

  static List<BoundedLikelihood> families() {
    return List.of(
        new Logistic(),
        new Poisson(),
        new Linear(0.7),
        new Geometric(),
        new Probit(),
        new Binomial(new Probit()),
        new Binomial(new Logistic()),
        new Cloglog(),
        new ExponentialTimes());
  }

  /** What stands for a response of 0 where there is none: nothing until 1. */
  private static double zero(BoundedLikelihood family) {
    return family.refuse(0) == null ? 0 : -1;
  }

  /** {@code e^x} by its series after halving x ten times. */
  static BigDecimal exp(BigDecimal x) {
    BigDecimal small = x.divide(BigDecimal.valueOf(1024), DIGITS);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int k = 1; k < 40; k++) {
      term = term.multiply(small, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum.pow(1024, DIGITS);
  }

  /** {@code log x} by Newton's method on the exponential. */
  static BigDecimal log(BigDecimal x) {
    BigDecimal y = BigDecimal.valueOf(Math.log(x.doubleValue()));
    for (int k = 0; k < 3; k++) {
      BigDecimal e = exp(y);
      BigDecimal step = x.subtract(e, DIGITS).divide(x.add(e, DIGITS), DIGITS);
      y = y.add(step.multiply(BigDecimal.TWO, DIGITS), DIGITS);
    }
    return y;
  }

  /** The logistic remainder of an order in sixty digits. */
  private static double logistic(int order, double eta, double t) {
    BigDecimal one = BigDecimal.ONE;
    BigDecimal e = exp(BigDecimal.valueOf(eta));
    BigDecimal p = e.divide(one.add(e), DIGITS);
    BigDecimal q = p.multiply(one.subtract(p), DIGITS);
    BigDecimal third = q.multiply(one.subtract(p.multiply(BigDecimal.TWO)), DIGITS);
    BigDecimal moved = exp(new BigDecimal(eta).add(new BigDecimal(t)));
    e = exp(new BigDecimal(eta));
    BigDecimal r = log(one.add(moved)).subtract(log(one.add(e)), DIGITS);
    return less(order, r, p, q, third, t);
  }

  private static double poisson(int order, double eta, double t) {
    BigDecimal e = exp(new BigDecimal(eta));
    BigDecimal r = exp(new BigDecimal(eta).add(new BigDecimal(t))).subtract(e, DIGITS);
    return less(order, r, e, e, e, t);
  }

  static double less(
      int order, BigDecimal rise, BigDecimal first, BigDecimal second, BigDecimal third, double t) {
    var x = new BigDecimal(t);
    BigDecimal r = rise.subtract(first.multiply(x, DIGITS), DIGITS);
    r = r.subtract(second.multiply(x.pow(2), DIGITS).divide(BigDecimal.TWO, DIGITS), DIGITS);
    if (order == 3) {
      BigDecimal cube = third.multiply(x.pow(3), DIGITS);
      r = r.subtract(cube.divide(BigDecimal.valueOf(6), DIGITS), DIGITS);
    }
    return r.doubleValue();
  }

  /** Relative to the bound {@code M|t|^q/q!}, which is what a remainder is divided by. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-7, -1e-4, 0.003, -0.1, 0.49, -0.5, 0.51, 1.5, -4})
  void a_remainder_keeps_its_digits_however_small(double t) {
    for (int order = 2; order <= 3; order++) {
      for (double eta : new double[] {-3, -1, 0.25, 2}) {
        double scale = Math.pow(Math.abs(t), order + 1) / 100;
        double curved = Math.exp(-Math.abs(eta));
        assertThat(new Logistic().remainder(order, eta, t, 1))
            .isCloseTo(logistic(order, eta, t), within(1e-11 * scale * curved));
        assertThat(new Poisson().remainder(order, eta, t, 3))
            .isCloseTo(poisson(order, eta, t), within(1e-11 * scale * Math.exp(eta)));
        assertThat(new Linear(0.3).remainder(order, eta, t, 1)).isCloseTo(0, within(1e-13));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void third_and_fourth_derivatives_are_those_of_the_curvature(BoundedLikelihood family) {
    for (double y : new double[] {1, zero(family)}) {
      for (double eta = -9; eta < 4; eta += 0.37) {
        double h = 1e-3;
        double up = family.curvature(eta + h, y);
        double down = family.curvature(eta - h, y);
        double scale = 1e-5 * (1 + up);
        assertThat(family.derivative(3, eta, y)).isCloseTo((up - down) / (2 * h), within(scale));
        double bend = (up - 2 * family.curvature(eta, y) + down) / (h * h);
        assertThat(family.derivative(4, eta, y)).isCloseTo(bend, within(scale));
      }
    }
  }

  /** No point of a fine grid exceeds the bound, and one comes close: it is the supremum. */
  @ParameterizedTest
  @MethodSource("families")
  void bounds_of_derivatives_are_their_suprema(BoundedLikelihood family) {
    for (int k = 3; k <= 4; k++) {
      for (double eta = -5; eta <= 5; eta += 0.31) {
        for (double reach : new double[] {0.01, 0.4, 1.3, 4}) {
          for (double y : new double[] {1, zero(family)}) {
            double most = family.most(k, eta, reach, y);
            double seen = 0;
            for (int j = 0; j <= 2000; j++) {
              double x = eta + reach * (j - 1000) / 1000;
              seen = Math.max(seen, Math.abs(family.derivative(k, x, y)));
            }
            assertThat(seen).isLessThanOrEqualTo(most * (1 + 1e-12));
            assertThat(seen).isGreaterThanOrEqualTo(most * (1 - 1e-4));
          }
        }
      }
    }
  }

  private static Dataset uneven(int n, int d, long seed, double zero) {
    var random = RandomStream.of(seed);
    double[] y = new double[n];
    double[] offset = new double[n];
    double[] weight = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = random.nextDouble() < 0.3 ? 1 : zero;
      offset[i] = random.nextGaussian();
      weight[i] = i % 7 == 0 ? 0 : 2 * random.nextDouble();
    }
    var x = Examples.design(n, d, seed);
    return new Dataset(x, y, offset, weight, Dataset.of(x, y).names());
  }

  private static Glm pulled(BoundedLikelihood family, int n, int d) {
    var prior = Independent.all(d, Priors.studentT(4, 0, 2));
    var model = Glm.of(family, uneven(n, d, 5, zero(family)), prior);
    return model.stored(Newton.find(model).metric());
  }

  /** Largest {@code |rᵢ(u)| / (λᵢ‖u‖^q)} over rows and points, the worst directions among them. */
  private static double tightest(Bounded model, int order, double reach) {
    Remainder remainder = model.remainder(order, reach);
    int d = model.dimension();
    double[] lambda = new double[model.rows()];
    remainder.bounds(0, lambda.length, lambda);
    double[] zero = new double[d];
    double[] rise = new double[1];
    double worst = 0;
    for (int i = 0; i < lambda.length; i++) {
      for (int trial = 0; trial < 12; trial++) {
        double[] u = Examples.point(d, 31 * i + trial, 1);
        if (trial < 8 && model instanceof Glm glm) {
          for (int k = 0; k < d; k++) {
            u[k] = (trial % 2 == 0 ? 1 : -1) * glm.data().x().get(i, k);
          }
        }
        double norm = Math.sqrt(Arrays.stream(u).map(v -> v * v).sum());
        double length = reach * (trial + 1) / 12;
        for (int k = 0; k < d; k++) {
          u[k] *= length / norm;
        }
        remainder.rises(zero, u, new int[] {i}, 1, rise);
        double bound = lambda[i] * Math.pow(length, order + 1);
        worst = bound > 0 ? Math.max(worst, Math.abs(rise[0]) / bound) : worst;
        assertThat(bound > 0 || Math.abs(rise[0]) < 1e-12).isTrue();
      }
    }
    return worst;
  }

  /** Searched for violations within the reach; the search comes close enough to find a bad one. */
  @ParameterizedTest
  @MethodSource("families")
  void no_row_exceeds_its_bound(BoundedLikelihood family) {
    Glm model = pulled(family, 200, 3);
    for (int order = 2; order <= 3; order++) {
      double worst = tightest(model, order, 3);
      assertThat(worst).isLessThanOrEqualTo(1);
      if (!(family instanceof Linear)) {
        assertThat(worst).isGreaterThan(0.5);
      }
    }
  }

  /** f = prior + polynomial of the light + losses of the heavy + remainders of the light. */
  @ParameterizedTest
  @MethodSource("families")
  void surrogate_and_remainders_add_up_to_the_posterior(BoundedLikelihood family) {
    Glm model = pulled(family, 150, 4);
    int[] heavy = {3, 17, 40, 99};
    var packed = (Bounded) model.subset(heavy, new double[] {1, 1, 1, 1});
    for (int order = 2; order <= 3; order++) {
      var surrogate = Surrogate.of(model, packed, order, 5);
      Remainder remainder = model.remainder(order, 5);
      double[] u = Examples.point(4, 77, 1.1);
      double sum = surrogate.potential(u);
      double[] rise = new double[1];
      for (int i = 0; i < model.rows(); i++) {
        int row = i;
        if (Arrays.stream(heavy).noneMatch(h -> h == row)) {
          remainder.rises(new double[4], u, new int[] {i}, 1, rise);
          sum += rise[0];
        }
      }
      assertThat(sum).isCloseTo(model.potential(u), within(1e-9));
      assertThat(surrogate.rows()).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void a_surrogate_has_the_gradient_of_its_potential(int order) {
    Glm model = pulled(new Poisson(), 90, 11);
    var packed = (Bounded) model.subset(new int[] {1, 2}, new double[] {1, 1});
    var surrogate = Surrogate.of(model, packed, order, 100);
    double[] u = Examples.point(11, 3, 0.8);
    double[] gradient = surrogate.gradient(u);
    double[] other = new double[11];
    double value = surrogate.potentialAndGradient(u, other);
    assertThat(other).containsExactly(gradient, within(1e-10));
    assertThat(value).isCloseTo(surrogate.potential(u), within(1e-10));
    for (int k = 0; k < 11; k++) {
      double h = 1e-5;
      u[k] += h;
      double up = surrogate.potential(u);
      u[k] -= 2 * h;
      double down = surrogate.potential(u);
      u[k] += h;
      assertThat(gradient[k]).isCloseTo((up - down) / (2 * h), within(1e-6));
    }
  }

  /** Beyond the reach a cubic form would fall without end; there it is left out. */
  @Test
  void a_cubic_form_counts_within_the_reach_only() {
    Glm model = pulled(new Logistic(), 60, 3);
    var cubic = Surrogate.of(model, null, 3, 2);
    var quadratic = Surrogate.of(model, null, 2, 2);
    double[] out = {2, 0.5, 0};
    double[] in = {1.5, 0.5, 0};
    assertThat(cubic.potential(out)).isEqualTo(quadratic.potential(out));
    assertThat(cubic.potential(in)).isNotEqualTo(quadratic.potential(in));
  }

  /** Sums of c zzz against their definition, across groups of eight columns. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 9, 19})
  void a_cubic_form_is_the_sum_of_cubes(int d) {
    int n = 23;
    int stride = org.perrin.math.Kernels.pad(d);
    double[] z = new double[n * stride];
    double[] c = Examples.point(n, 9, 1);
    for (int j = 0; j < n; j++) {
      System.arraycopy(Examples.point(d, 100 + j, 1), 0, z, j * stride, d);
    }
    double[] sum = new double[Cubic.size(d)];
    Cubic.add(z, d, n, c, sum);
    var cubic = Cubic.of(sum, d);
    double[] u = Examples.point(d, 4, 1);
    double expected = 0;
    double[] slope = new double[d];
    for (int j = 0; j < n; j++) {
      double t = 0;
      for (int k = 0; k < d; k++) {
        t += z[j * stride + k] * u[k];
      }
      expected += c[j] * t * t * t / 6;
      for (int k = 0; k < d; k++) {
        slope[k] += c[j] * t * t / 2 * z[j * stride + k];
      }
    }
    double[] gradient = new double[d];
    assertThat(cubic.addGradient(u, gradient)).isCloseTo(expected, within(1e-10));
    assertThat(gradient).containsExactly(slope, within(1e-10));
    double norm = Math.sqrt(Arrays.stream(u).map(v -> v * v).sum());
    double along = 6 * Math.abs(expected) / (norm * norm * norm);
    assertThat(cubic.norm()).isGreaterThanOrEqualTo(along * (1 - 1e-9));
  }

  /** sd of a remainder against a fine sum over the normal density. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void spreads_are_standard_deviations_of_remainders(int order) {
    Glm model = pulled(new Logistic(), 40, 2);
    Remainder remainder = model.remainder(order, 8);
    double[] spread = new double[40];
    remainder.spreads(0, 40, spread);
    for (int i = 1; i < 6; i++) {
      double z0 = model.data().x().get(i, 0);
      double z1 = model.data().x().get(i, 1);
      double s = Math.hypot(z0, z1);
      double[] moments = new double[2];
      double[] rise = new double[1];
      double step = 0.01;
      for (double x = -7; x < 7; x += step) {
        double[] u = {x * z0 / s, x * z1 / s};
        remainder.rises(new double[2], u, new int[] {i}, 1, rise);
        double p = step * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
        moments[0] += p * rise[0];
        moments[1] += p * rise[0] * rise[0];
      }
      double sd = Math.sqrt(moments[1] - moments[0] * moments[0]);
      assertThat(spread[i]).isCloseTo(sd, within(0.02 * sd));
    }
  }

  /** A row at a time, with thresholds near what it rises by and far from it, on either side. */
  @ParameterizedTest
  @MethodSource("families")
  void rises_exceed_a_threshold_where_they_do(BoundedLikelihood family) {
    Glm model = pulled(family, 60, 3);
    int exceeding = 0;
    for (int order = 2; order <= 3; order++) {
      Remainder remainder = model.remainder(order, 8);
      double[] lambda = new double[60];
      remainder.bounds(0, 60, lambda);
      for (int pair = 0; pair < 5; pair++) {
        Remainder.Rises rises =
            remainder.rises(Examples.point(3, 60 + pair, 2), Examples.point(3, 70 + pair, 2));
        for (int i = 0; i < 60; i++) {
          double[] rise = new double[1];
          rises.of(new int[] {i}, 1, rise);
          double[] inverse = {lambda[i] == 0 ? 0 : 1 / lambda[i]};
          for (double near : new double[] {1e-3, 0.999, 1.001, 1e3}) {
            double[] least = {near * Math.abs(rise[0]) * inverse[0]};
            boolean more = rise[0] * inverse[0] > least[0];
            assertThat(rises.exceed(new int[] {i}, 1, inverse, least, new double[1]))
                .isEqualTo(more);
            exceeding += more ? 1 : 0;
          }
        }
      }
    }
    assertThat(exceeding).isGreaterThan(family instanceof Linear ? -1 : 100);
  }

  @Test
  void weights_of_zero_and_rows_of_zeros_have_no_bound_to_speak_of() {
    var x = org.perrin.data.DenseRows.of(new double[][] {{0, 0}, {1, 2}});
    var data = new Dataset(x, Doubles.of(new double[] {1, 0}), null, null, List.of("a", "b"));
    var model = Glm.of(new Poisson(), data, NormalPrior.of(new double[2], Matrices.identity(2)));
    double[] lambda = new double[2];
    model.remainder(2, 1e6).bounds(0, 2, lambda);
    assertThat(lambda[0]).isZero();
    assertThat(lambda[1]).isInfinite();
  }
}
