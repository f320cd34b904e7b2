package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;

/** Class probabilities far out, their changes, and rows of several classes against formulas. */
class SoftmaxDetailsTest {
  /** The formulas of {@link SoftmaxBound}, one after the other. */
  private static double lambda(int order, double reach, double[] eta, double[] g) {
    int q = order + 1;
    int n = eta.length;
    double w = Arrays.stream(g).max().orElseThrow();
    double sum = 0;
    for (int piece = 1; piece <= 4; piece++) {
      double r = reach * piece / 4;
      double[] p = new double[n];
      for (int k = 0; k < n; k++) {
        double all = 0;
        for (int m = 0; m < n; m++) {
          all += Math.exp(eta[m] - eta[k] - r * g[k * n + m]);
        }
        p[k] = 1 / all;
      }
      double variance = 0;
      double pairs = 0;
      for (int k = 0; k < n; k++) {
        for (int l = k + 1; l < n; l++) {
          double apart = g[k * n + l];
          double part = Math.min(p[k] * p[l], 0.25) * apart * apart;
          variance += part;
          double lean = 0;
          double worst = 0;
          for (int m = 0; m < n; m++) {
            double both = g[k * n + m] + g[l * n + m];
            lean += p[m] * both;
            worst = Math.max(worst, both);
          }
          pairs += q == 3 ? part * Math.min(lean, worst) : 2 * part * apart * apart;
        }
      }
      double v = Math.min(variance, w * w / 4);
      double low = Math.min(v, w * w / 6);
      double cumulant =
          q == 3
              ? Math.min(low * Math.sqrt(w * w - 4 * low), pairs)
              : Math.max(2 * v * v, Math.min(low * (w * w - 3 * low), pairs));
      double share = Math.pow(1 - (piece - 1) / 4.0, q) - Math.pow(1 - piece / 4.0, q);
      sum += share * cumulant;
    }
    return sum / (q == 3 ? 6 : 24);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void bounds_are_their_formula(int order) {
    for (int example = 0; example < 40; example++) {
      int classes = 2 + example % 4;
      double[] eta = Examples.point(classes, example, example % 3 == 0 ? 0.1 : 4);
      double[][] z = new double[classes][];
      for (int k = 0; k < classes; k++) {
        double size = (k == 1 ? 1 : 0.1) * (example % 5 == 0 ? 0.05 : 0.6);
        z[k] = Examples.point(2, 100 * example + k, size);
      }
      double[] g = distances(z);
      double reach = example % 2 == 0 ? 1 : 6;
      double bound = new SoftmaxBound(order, reach, classes).of(eta, g);
      double expected = lambda(order, reach, eta, g);
      assertThat(bound).isCloseTo(expected, within(1e-12 * expected));
    }
    assertThat(new SoftmaxBound(order, 3, 2).of(new double[2], new double[4])).isZero();
  }

  private static double[] distances(double[][] z) {
    int n = z.length;
    double[] g = new double[n * n];
    for (int k = 0; k < n; k++) {
      for (int l = 0; l < n; l++) {
        double sum = 0;
        for (int i = 0; i < z[k].length; i++) {
          sum += Math.pow(z[k][i] - z[l][i], 2);
        }
        g[k * n + l] = Math.sqrt(sum);
      }
    }
    return g;
  }

  /** {@code log Σ pₖ e^{tₖ}} less two or three cumulants, t moderate: by plain arithmetic. */
  private static double left(int order, double[] eta, double[] t) {
    double total = Arrays.stream(eta).map(Math::exp).sum();
    double moved = 0;
    double mean = 0;
    for (int k = 0; k < eta.length; k++) {
      moved += Math.exp(eta[k] + t[k]) / total;
      mean += Math.exp(eta[k]) / total * t[k];
    }
    double variance = 0;
    double third = 0;
    for (int k = 0; k < eta.length; k++) {
      variance += Math.exp(eta[k]) / total * Math.pow(t[k] - mean, 2);
      third += Math.exp(eta[k]) / total * Math.pow(t[k] - mean, 3);
    }
    return Math.log(moved) - mean - variance / 2 - (order == 3 ? third / 6 : 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void remainders_are_their_formula_near_and_far(int order) {
    double[] eta = {0.4, -1, 1.5};
    var remainder = new SoftmaxRemainder(order, 3);
    remainder.at(eta);
    double total = Arrays.stream(eta).map(Math::exp).sum();
    double[] several = {0.1, -0.9, 2, 20, -3, 5};
    double[] rough = new double[2];
    for (int j = 0; j < 2; j++) {
      double[] t = Arrays.copyOfRange(several, 3 * j, 3 * j + 3);
      assertThat(remainder.of(t)).isCloseTo(left(order, eta, t), within(1e-11));
      assertThat(remainder.probability(j)).isCloseTo(Math.exp(eta[j]) / total, within(1e-15));
    }
    remainder.rough(several, 2, rough);
    assertThat(rough[0]).isCloseTo(left(order, eta, new double[] {0.1, -0.9, 2}), within(1e-11));
    assertThat(rough[1]).isCloseTo(left(order, eta, new double[] {20, -3, 5}), within(1e-9));
  }

  /** Rows whose class is all but certain keep their digits, whichever class that is. */
  @Test
  void remainders_are_relative_to_the_most_probable_class() {
    var remainder = new SoftmaxRemainder(2, 3);
    remainder.at(new double[] {-30, 0, -90});
    double p = Math.exp(-30);
    double expected = p * (Math.E - 2.5);
    assertThat(remainder.of(new double[] {1, 0, 0})).isCloseTo(expected, within(1e-11 * expected));
    remainder.at(new double[] {800, 801, 700});
    assertThat(remainder.probability(0)).isCloseTo(1 / (1 + Math.E), within(1e-13));
    double[] eta = {0.4, -1, 1.5};
    for (int order = 2; order <= 3; order++) {
      var near = new SoftmaxRemainder(order, 3);
      near.at(eta);
      double[] t = {0.1, -0.15, 0.2};
      assertThat(near.of(t)).isCloseTo(left(order, eta, t), within(2e-15));
      // predictors that all grow by a thousand leave what they left before
      double[] far = {0, 0, 0, 1000.1, 999.85, 1000.2};
      double[] rough = new double[2];
      near.rough(far, 2, rough);
      assertThat(rough[0]).isCloseTo(0, within(1e-15));
      assertThat(rough[1]).isCloseTo(left(order, eta, t), within(1e-12));
    }
  }

  /** Beyond e³⁰⁰ the largest predictor is all of the sum; roughly it is held there. */
  @ParameterizedTest
  @ValueSource(doubles = {299.5, 300.5, 900})
  void far_out_remainders_are_finite(double t) {
    var remainder = new SoftmaxRemainder(2, 2);
    remainder.at(new double[] {1, -1});
    double p = 1 / (1 + Math.exp(2));
    double expected = t + Math.log(p) - t * p - p * (1 - p) * t * t / 2;
    assertThat(remainder.of(new double[] {0, t})).isCloseTo(expected, within(1e-9));
    double held = Math.min(t, 300);
    double[] rough = new double[1];
    remainder.rough(new double[] {0, t}, 1, rough);
    assertThat(rough[0])
        .isCloseTo(held + Math.log(p) - held * p - p * (1 - p) * held * held / 2, within(1e-9));
  }

  /** E (p(η̂ + t) − p)² of one class by a fine sum; 32 points have its width right to a tenth. */
  @Test
  void changes_of_one_probability_are_their_mean_square() {
    double[][] p = {{0.5, 0.2}};
    var change = new SoftmaxChange(1);
    for (double sd : new double[] {0.3, 1}) {
      double expected = 0;
      for (double x = -8; x < 8; x += 0.01) {
        double e = 0.2 * Math.exp(2 * sd * x);
        double density = 0.01 * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
        expected += density * Math.pow(e / (0.8 + e) - 0.2, 2);
      }
      double[] m = {sd * sd};
      double square = change.square(p, 1, m, 2, null, 3);
      assertThat(square).isCloseTo(3 * expected, within(0.3 * expected));
      assertThat(change.square(p, 1, m, 2, new double[] {3}, 9)).isCloseTo(square, within(1e-15));
    }
    assertThat(change.square(p, 1, new double[] {Double.NaN}, 1, null, 1))
        .isEqualTo(Double.MAX_VALUE);
    assertThat(change.square(p, 1, new double[] {0}, 1, null, 1)).isCloseTo(0, within(1e-30));
  }

  /** Of two classes, with any G, over the same points. */
  @Test
  void changes_of_several_probabilities_are_sums_over_points() {
    double[][] p = {{0.1}, {0.3}};
    double[] m = {0.5, 0.2, 0.2, 0.9};
    double[] g = {2, 0.5, 0.5, 1};
    var points = new CorrelatedPoints(32, 2);
    assertThat(points.load(m)).isTrue();
    double expected = 0;
    double plain = 0;
    double[] t = new double[2];
    for (int point = 0; point < points.count(); point++) {
      points.write(point, 1.5, t, 0);
      double total = 0.6 + 0.1 * Math.exp(t[0]) + 0.3 * Math.exp(t[1]);
      double a = 0.1 * Math.exp(t[0]) / total - 0.1;
      double b = 0.3 * Math.exp(t[1]) / total - 0.3;
      expected += (2 * a * a + a * b + b * b) / points.count();
      plain += 4 * (a * a + b * b) / points.count();
    }
    var change = new SoftmaxChange(2);
    assertThat(change.square(p, 0, m, 1.5, g, 7)).isCloseTo(expected, within(1e-12));
    assertThat(change.square(p, 0, m, 1.5, null, 4)).isCloseTo(plain, within(1e-12));
    // far apart nothing overflows: one class has all, and a negative form counts as none
    double[] wide = {1e6, 0, 0, 1e6};
    assertThat(change.square(p, 0, wide, 1, null, 1)).isBetween(0.1, 2.0);
    assertThat(change.square(p, 0, m, 1, new double[] {-1, 0, 0, -1}, 1)).isZero();
  }

  /** Points have the covariance that was loaded, to rounding. */
  @Test
  void points_have_the_covariance_they_are_given() {
    double[] m = {0.5, 0.2, 0.2, 0.9};
    var points = new CorrelatedPoints(32, 2);
    points.load(m);
    double[] sum = new double[4];
    double[] t = new double[3];
    for (int point = 0; point < points.count(); point++) {
      points.write(point, 2, t, 1);
      for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
          sum[2 * i + k] += t[1 + i] * t[1 + k] / 4 / points.count();
        }
      }
    }
    assertThat(sum).containsExactly(m, within(1e-10));
    assertThat(points.load(new double[] {1, 2, 2, 1})).isFalse();
    assertThat(points.load(new double[4])).isTrue();
    assertThat(points.load(new double[] {1, 1, 1, 1})).isTrue();
  }

  private static final int ROWS = 50;

  private static Multinomial model() {
    double[] y = new double[ROWS];
    double[] weight = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      y[i] = i % 3;
      weight[i] = i % 8 == 3 ? 0 : 1 + i % 2;
    }
    double[] offset = Examples.point(ROWS, 4, 0.5);
    var x = Examples.design(ROWS, 2, 90);
    var data = new Dataset(x, y, offset, weight, Dataset.of(x, y).names());
    return Multinomial.of(data, Independent.all(4, Priors.normal(0, 2)));
  }

  private static Metric metric() {
    double[] lower = {0.3, 0, 0, 0, 0.1, 0.4, 0, 0, -0.2, 0.1, 0.2, 0, 0.05, 0, 0.1, 0.5};
    return DenseMetric.of(new double[] {0.2, -0.3, 0.4, 0.1}, lower);
  }

  /** z of class k + 1 is {@code Σⱼ xⱼ L[2k + j]}. */
  private static double[][] z(Multinomial model, int row) {
    double[] l = metric().matrix();
    double[][] z = new double[3][4];
    for (int k = 0; k < 2; k++) {
      for (int j = 0; j < 2; j++) {
        for (int c = 0; c < 4; c++) {
          z[k + 1][c] += model.data().x().get(row, j) * l[(2 * k + j) * 4 + c];
        }
      }
    }
    return z;
  }

  private static double[] eta(Multinomial model, int row) {
    double[] eta = new double[3];
    for (int k = 0; k < 2; k++) {
      eta[k + 1] = model.data().offset(row);
      for (int j = 0; j < 2; j++) {
        eta[k + 1] += model.data().x().get(row, j) * metric().centre()[2 * k + j];
      }
    }
    return eta;
  }

  private static double[] images(double[][] z, double[] u) {
    return Arrays.stream(z).mapToDouble(v -> dot(v, u)).toArray();
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void rows_of_several_classes_have_the_bounds_spreads_and_rises_of_their_predictors(int order) {
    Multinomial plain = model();
    var remainder = plain.in(metric()).remainder(order, 5);
    assertThat(remainder.order()).isEqualTo(order);
    assertThat(remainder.reach()).isEqualTo(5);
    double[] lambda = new double[40];
    double[] spread = new double[40];
    remainder.bounds(5, 45, lambda);
    remainder.spreads(5, 45, spread);
    double[] u = {0.4, -0.7, 0.2, 1};
    double[] v = {-1, 0.3, 0.8, -0.2};
    int[] rows = {44, 5, 20};
    double[] rise = new double[3];
    remainder.rises(u, v, rows, 3, rise);
    for (int i = 5; i < 45; i++) {
      double weight = plain.data().weight(i);
      double[][] z = z(plain, i);
      double expected = weight * lambda(order, 5, eta(plain, i), distances(z));
      assertThat(lambda[i - 5]).isCloseTo(expected, within(3e-9 * expected));
      assertThat(lambda[i - 5]).isGreaterThanOrEqualTo(expected * (1 - 1e-12));
      double sd = weight * spread(order, eta(plain, i), z);
      assertThat(spread[i - 5]).isCloseTo(sd, within(1e-9 * sd));
      for (int j = 0; j < 3; j++) {
        if (rows[j] == i) {
          double[] base = eta(plain, i);
          double here = left(order, base, images(z, u));
          double there = left(order, base, images(z, v));
          assertThat(rise[j]).isCloseTo(weight * (there - here), within(1e-13));
        }
      }
    }
  }

  /** Over the 128 points of the remainder, with the covariance of the predictors. */
  private static double spread(int order, double[] eta, double[][] z) {
    double[] m = {dot(z[1], z[1]), dot(z[1], z[2]), dot(z[2], z[1]), dot(z[2], z[2])};
    var points = new CorrelatedPoints(128, 2);
    points.load(m);
    double[] t = new double[3];
    double mean = 0;
    double square = 0;
    for (int point = 0; point < points.count(); point++) {
      points.write(point, 1, t, 1);
      double r = left(order, eta, t);
      mean += r / points.count();
      square += r * r / points.count();
    }
    return Math.sqrt(square - mean * mean);
  }

  /** {@code Σ vᵢ κ₃(zₖᵀu)/6} over ranges; 300 rows of three classes fill the blocks of 256. */
  @Test
  void cubic_sums_are_third_cumulants() {
    Dataset data = Examples.weighted(Examples.classes(300, 2));
    var model = Multinomial.of(data, Independent.all(4, Priors.normal(0, 2)));
    var pulled = model.in(metric());
    assertThat(pulled.cubes()).isEqualTo(3);
    assertThat(pulled.highestOrder()).isEqualTo(3);
    double[] sum = new double[Cubic.size(4)];
    pulled.addCubic(7, 290, sum);
    double[] u = {0.4, -0.7, 0.2, 1};
    double expected = 0;
    for (int i = 7; i < 290; i++) {
      double[] eta = eta(model, i);
      double[] t = images(z(model, i), u);
      double cubic = left(2, eta, t) - left(3, eta, t);
      expected += data.weight(i) * cubic;
    }
    double value = Cubic.of(sum, 4).addGradient(u, new double[4]);
    assertThat(value).isCloseTo(expected, within(1e-11));
    var one = (Bounded) pulled.subset(new int[] {9}, new double[] {2});
    double loss = 2 * pulled.rowLoss(u, 9);
    assertThat(one.rowLoss(u, 0)).isCloseTo(loss, within(1e-13));
    assertThat(one.rows()).isOne();
  }

  /** A row that nothing moves leaves nothing, and its spread is none. */
  @Test
  void a_row_of_zeros_leaves_nothing() {
    var data = Dataset.of(DenseRows.of(new double[][] {{0}, {1}}), new double[] {1, 2});
    var model = Multinomial.of(data, Independent.all(2, Priors.normal(0, 2)));
    double[] out = new double[1];
    Remainder remainder = model.remainder(2, 5);
    remainder.bounds(0, 1, out);
    assertThat(out[0]).isZero();
    remainder.spreads(0, 1, out);
    assertThat(out[0]).isCloseTo(0, within(1e-15));
  }
}
