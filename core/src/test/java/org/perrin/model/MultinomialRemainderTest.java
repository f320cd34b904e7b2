package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.perrin.model.RemainderTest.DIGITS;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.family.Logistic;
import org.perrin.mode.Newton;
import org.perrin.random.RandomStream;

/** What polynomials leave of rows with several classes: digits, bounds, and sums. */
class MultinomialRemainderTest {
  /** Rows with offsets and weights, some of them 0; every class is half as frequent as the last. */
  private static Multinomial model(int n, int d, int classes) {
    var random = RandomStream.of(91);
    double[] y = new double[n];
    double[] offset = new double[n];
    double[] weight = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = i < classes ? i : Math.min(classes - 1, (int) (random.nextExponential() / 0.7));
      offset[i] = 0.5 * random.nextGaussian();
      weight[i] = i % 7 == 6 ? 0 : 2 * random.nextDouble();
    }
    var x = Examples.design(n, d, 90);
    var data = new Dataset(x, y, offset, weight, Dataset.of(x, y).names());
    return Multinomial.of(data, Independent.all(d * (classes - 1), Priors.studentT(4, 0, 2)));
  }

  private static Bounded pulled(Multinomial model) {
    return model.in(Newton.find(model).metric());
  }

  /** {@code log Σ pₖ e^{tₖ}} less mean, variance and third cumulant, in sixty digits. */
  private static double definition(int order, double[] eta, double[] t) {
    BigDecimal[] e = new BigDecimal[eta.length];
    BigDecimal total = BigDecimal.ZERO;
    BigDecimal moved = BigDecimal.ZERO;
    for (int k = 0; k < eta.length; k++) {
      e[k] = RemainderTest.exp(new BigDecimal(eta[k]));
      total = total.add(e[k]);
      moved = moved.add(RemainderTest.exp(new BigDecimal(eta[k]).add(new BigDecimal(t[k]))));
    }
    BigDecimal[] cumulants = {BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO};
    for (int k = 0; k < eta.length; k++) {
      BigDecimal p = e[k].divide(total, DIGITS);
      cumulants[0] = cumulants[0].add(p.multiply(new BigDecimal(t[k]), DIGITS));
    }
    for (int k = 0; k < eta.length; k++) {
      BigDecimal p = e[k].divide(total, DIGITS);
      BigDecimal apart = new BigDecimal(t[k]).subtract(cumulants[0]);
      cumulants[1] = cumulants[1].add(p.multiply(apart.pow(2), DIGITS));
      cumulants[2] = cumulants[2].add(p.multiply(apart.pow(3), DIGITS));
    }
    BigDecimal rise = RemainderTest.log(moved.divide(total, DIGITS));
    return RemainderTest.less(order, rise, cumulants[0], cumulants[1], cumulants[2], 1);
  }

  private static final double[][] CENTRES = {{0, 0.3, -0.2, 1}, {0, -7, -9, -30}, {0, 3, 8, -2}};

  /** Relative to what bounds a remainder; where a class is all but certain, that is small. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-6, -1e-3, 0.1, 0.2, -0.3, 1, -3})
  void a_remainder_keeps_its_digits_however_small(double scale) {
    for (int order = 2; order <= 3; order++) {
      for (double[] eta : CENTRES) {
        double[] t = {0, scale, -0.6 * scale, 1.3 * scale};
        var remainder = new SoftmaxRemainder(order, 4);
        remainder.at(eta);
        double[] sorted = eta.clone();
        Arrays.sort(sorted);
        double size = Math.exp(sorted[2] - sorted[3]) * Math.pow(2 * Math.abs(scale), order + 1);
        double exact = definition(order, eta, t);
        assertThat(remainder.of(t)).isCloseTo(exact, within(1e-11 * size));
        double[] rough = new double[1];
        remainder.rough(t, 1, rough);
        assertThat(rough[0]).isCloseTo(exact, within(1e-15 + 1e-11 * size));
      }
    }
  }

  /** Far out a remainder is finite, and what it is without overflow. */
  @Test
  void far_out_it_does_not_overflow() {
    var remainder = new SoftmaxRemainder(2, 2);
    remainder.at(new double[] {0, -4});
    double p = 1 / (1 + Math.exp(4));
    double expected = 1000 + Math.log(p) - 1000 * p - p * (1 - p) * 1e6 / 2;
    assertThat(remainder.of(new double[] {0, 1000})).isCloseTo(expected, within(1e-8));
  }

  /** The largest value over u of length {@code radius}, from some starts, by trial and error. */
  private static double climb(int d, double radius, long seed, ToDoubleFunction<double[]> value) {
    double best = 0;
    for (int start = 0; start < 6; start++) {
      double[] u = scaled(Examples.point(d, seed + start, 1), radius);
      double here = value.applyAsDouble(u);
      double step = 0.7;
      for (int trial = 0; trial < 60; trial++) {
        double[] other = Examples.point(d, seed + 1000 * (trial + 1) + start, step * radius);
        for (int k = 0; k < d; k++) {
          other[k] += u[k];
        }
        other = scaled(other, radius);
        double there = value.applyAsDouble(other);
        step *= there > here ? 1.1 : 0.93;
        u = there > here ? other : u;
        here = Math.max(here, there);
      }
      best = Math.max(best, here);
    }
    return best;
  }

  private static double[] scaled(double[] u, double length) {
    double norm = Math.sqrt(Arrays.stream(u).map(v -> v * v).sum());
    return Arrays.stream(u).map(v -> v * length / norm).toArray();
  }

  /**
   * Predictors {@code ηₖ + zₖᵀu} of all kinds, some nearly certain, some with a class far from
   * others: the worst u found at several radii within the reach never exceeds the bound, and comes
   * so close that a bound a fifth lower would be found wrong.
   */
  @ParameterizedTest
  @CsvSource({"2, 2, 0.99", "2, 3, 0.99", "3, 2, 0.9", "3, 3, 0.9", "5, 2, 0.9", "5, 3, 0.8"})
  void no_direction_exceeds_the_bound(int classes, int order, double near) {
    int d = 3;
    double worst = 0;
    for (int example = 0; example < 60; example++) {
      double[] eta = Examples.point(classes, 7 * example, example % 3 == 0 ? 0.2 : 3);
      double[][] z = new double[classes][];
      for (int k = 0; k < classes; k++) {
        double size = (k == 1 ? 1 : 0.2) * Math.pow(10, -example % 4 / 2.0);
        z[k] = k == 0 ? new double[d] : Examples.point(d, 7 * example + 10_000 * k, size);
      }
      double reach = example % 2 == 0 ? 2 : 7;
      double lambda = new SoftmaxBound(order, reach, classes).of(eta, distances(z));
      var remainder = new SoftmaxRemainder(order, classes);
      remainder.at(eta);
      for (double share : new double[] {0.02, 0.3, 1}) {
        double radius = share * reach;
        double most = climb(d, radius, example, u -> Math.abs(remainder.of(images(z, u))));
        worst = Math.max(worst, most / (lambda * Math.pow(radius, order + 1)));
      }
    }
    assertThat(worst).isBetween(near, 1.0);
  }

  private static double[] images(double[][] z, double[] u) {
    double[] t = new double[z.length];
    for (int k = 0; k < z.length; k++) {
      for (int i = 0; i < u.length; i++) {
        t[k] += z[k][i] * u[i];
      }
    }
    return t;
  }

  private static double[] distances(double[][] z) {
    double[] g = new double[z.length * z.length];
    for (int k = 0; k < z.length; k++) {
      for (int l = 0; l < z.length; l++) {
        double sum = 0;
        for (int i = 0; i < z[k].length; i++) {
          sum += Math.pow(z[k][i] - z[l][i], 2);
        }
        g[k * z.length + l] = Math.sqrt(sum);
      }
    }
    return g;
  }

  /** The same for rows of a model, in a metric and without one. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void no_row_exceeds_its_bound(int order) {
    Multinomial plain = model(120, 2, 3);
    for (Bounded model : new Bounded[] {pulled(plain), plain}) {
      Remainder remainder = model.remainder(order, 4);
      double[] lambda = new double[120];
      remainder.bounds(0, 120, lambda);
      double worst = 0;
      double[] rise = new double[1];
      for (int i = 0; i < 120; i++) {
        int[] row = {i};
        double most =
            climb(
                4,
                2.5,
                i,
                u -> {
                  remainder.rises(new double[4], u, row, 1, rise);
                  return Math.abs(rise[0]);
                });
        double bound = lambda[i] * Math.pow(2.5, order + 1);
        assertThat(most).isLessThanOrEqualTo(bound);
        worst = bound > 0 ? Math.max(worst, most / bound) : worst;
      }
      assertThat(worst).isGreaterThan(0.4);
      assertThat(lambda[6]).isZero();
    }
  }

  /** f = prior + polynomial of the light + losses of the heavy + remainders of the light. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void surrogate_and_remainders_add_up_to_the_posterior(int order) {
    Bounded model = pulled(model(400, 3, 4));
    int[] heavy = {3, 17, 40, 99};
    var packed = (Bounded) model.subset(heavy, new double[] {1, 1, 1, 1});
    var surrogate = Surrogate.of(model, packed, order, 9);
    Remainder remainder = model.remainder(order, 9);
    double[] u = Examples.point(9, 77, 1.1);
    double sum = surrogate.potential(u);
    double[] rise = new double[1];
    for (int i = 0; i < 400; i++) {
      int row = i;
      if (Arrays.stream(heavy).noneMatch(h -> h == row)) {
        remainder.rises(new double[9], u, new int[] {i}, 1, rise);
        sum += rise[0];
      }
    }
    assertThat(sum).isCloseTo(model.potential(u), within(1e-9));
    double[] gradient = new double[9];
    surrogate.potentialAndGradient(u, gradient);
    for (int k = 0; k < 9; k++) {
      double[] up = u.clone();
      double[] down = u.clone();
      up[k] += 1e-5;
      down[k] -= 1e-5;
      double slope = (surrogate.potential(up) - surrogate.potential(down)) / 2e-5;
      assertThat(gradient[k]).isCloseTo(slope, within(1e-6));
    }
  }

  /** sd of remainders from 128 points against 20,000: within a third. */
  @ParameterizedTest
  @CsvSource({"2, 2", "2, 3", "4, 2", "4, 3"})
  void spreads_are_standard_deviations_of_remainders(int classes, int order) {
    Bounded model = pulled(model(300, 2, classes));
    int d = model.dimension();
    Remainder remainder = model.remainder(order, 9);
    double[] spread = new double[300];
    remainder.spreads(0, 300, spread);
    int[] rows = {0, 1, 2, 3, 4, 5, 7, 8};
    double[] mean = new double[rows.length];
    double[] square = new double[rows.length];
    double[] rise = new double[rows.length];
    int points = 20_000;
    for (int point = 0; point < points; point++) {
      remainder.rises(new double[d], Examples.point(d, point, 1), rows, rows.length, rise);
      for (int j = 0; j < rows.length; j++) {
        mean[j] += rise[j] / points;
        square[j] += rise[j] * rise[j] / points;
      }
    }
    for (int j = 0; j < rows.length; j++) {
      double sd = Math.sqrt(square[j] - mean[j] * mean[j]);
      assertThat(spread[rows[j]] / sd).isBetween(0.65, 1.3);
    }
  }

  /** With two classes all is as in logistic regression, and bounds are no larger on the whole. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void two_classes_are_logistic_regression(int order) {
    Dataset data = Examples.weighted(Examples.binary(200, 3));
    var prior = Independent.all(3, Priors.normal(0, 2));
    var plain = Multinomial.of(data, prior);
    var metric = Newton.find(plain).metric();
    Remainder several = plain.in(metric).remainder(order, 5);
    Remainder two = Glm.of(new Logistic(), data, prior).in(metric).remainder(order, 5);
    int[] rows = java.util.stream.IntStream.range(0, 200).toArray();
    double[] a = new double[200];
    double[] b = new double[200];
    several.rises(new double[3], new double[] {1, -2, 1.5}, rows, 200, a);
    two.rises(new double[3], new double[] {1, -2, 1.5}, rows, 200, b);
    assertThat(a).containsExactly(b, within(1e-13));
    several.bounds(0, 200, a);
    two.bounds(0, 200, b);
    assertThat(Arrays.stream(a).sum() / Arrays.stream(b).sum()).isLessThan(1);
  }
}
