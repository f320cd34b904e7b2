package org.perrin.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;

/** Bounds on averages are five standard errors or more: one false alarm in a million. */
class SyntheticTest {
  @Test
  void gaussian_rows_have_their_moments() {
    double[] covariance = {4, 1.5, 1.5, 1};
    var x = Synthetic.gaussian(1, 20_000, new double[] {3, -1}, covariance);
    double[] mean = new double[2];
    double[] moments = new double[4];
    for (int i = 0; i < x.count(); i++) {
      for (int k = 0; k < 2; k++) {
        mean[k] += x.get(i, k) / x.count();
        for (int l = 0; l < 2; l++) {
          double product = (x.get(i, k) - (k == 0 ? 3 : -1)) * (x.get(i, l) - (l == 0 ? 3 : -1));
          moments[2 * k + l] += product / x.count();
        }
      }
    }
    assertThat(mean[0]).isCloseTo(3, within(0.08));
    assertThat(mean[1]).isCloseTo(-1, within(0.04));
    for (int k = 0; k < 4; k++) {
      assertThat(moments[k]).isCloseTo(covariance[k], within(0.2));
    }
  }

  @Test
  void everything_is_the_same_on_any_number_of_threads() {
    List<Supplier<Dataset>> makers =
        List.of(
            () -> Synthetic.classification(2, 20_000, 4, 0.99, 0.01),
            () -> Synthetic.linear(3, 20_000, new double[] {1, 2, 3}, 0.5),
            () -> Synthetic.poisson(4, 20_000, new double[] {-1, 0.3}),
            () -> Synthetic.covertypeLike(5, 20_000),
            () -> Synthetic.flightsLike(5, 0, 20_000),
            () -> Synthetic.caspLike(6, 20_000));
    for (var maker : makers) {
      var one = Parallel.with(1, maker);
      for (int threads = 2; threads <= 3; threads++) {
        var many = Parallel.with(threads, maker);
        assertThat(many.x()).isEqualTo(one.x());
        assertThat(many.y()).containsExactly(one.y());
      }
      assertThat(one.names().getFirst()).isEqualTo("(Intercept)");
      assertThat(column(one, 0)).containsOnly(1);
      assertThat(one.count()).isEqualTo(20_000);
    }
    var other = Synthetic.covertypeLike(7, 1000);
    assertThat(other.x()).isNotEqualTo(Synthetic.covertypeLike(8, 1000).x());
  }

  private static double[] column(Dataset data, int k) {
    double[] out = new double[data.count()];
    Arrays.setAll(out, i -> data.x().get(i, k));
    return out;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  @Test
  void classes_have_their_shares() {
    var balanced = Synthetic.classification(9, 1500, 4, 0.5, 0);
    assertThat(balanced.x().width()).isEqualTo(5);
    assertThat(mean(balanced.y())).isEqualTo(0.5);
    assertThat(mean(Synthetic.classification(9, 1000, 4, 0.99, 0).y())).isEqualTo(0.99);
    assertThatThrownBy(() -> Synthetic.classification(9, 10, 4, 1.5, 0))
        .hasMessageContaining("1.5");
  }

  @Test
  void half_of_the_flipped_labels_change() {
    var clean = Synthetic.classification(10, 40_000, 4, 0.5, 0);
    var noisy = Synthetic.classification(10, 40_000, 4, 0.5, 0.3);
    assertThat(noisy.x()).isEqualTo(clean.x());
    double changed = 0;
    for (int i = 0; i < 40_000; i++) {
      changed += clean.y()[i] == noisy.y()[i] ? 0 : 1 / 40_000.0;
    }
    assertThat(changed).isCloseTo(0.15, within(0.01));
  }

  /** The mean of a class is its corner, every feature within 5 √(features / rows) of ±3. */
  @Test
  void classes_sit_at_different_corners() {
    var data = Synthetic.classification(11, 20_000, 5, 3, 0.5, 0);
    boolean apart = false;
    for (int k = 1; k <= 5; k++) {
      double[] sums = new double[2];
      for (int i = 0; i < data.count(); i++) {
        sums[(int) data.y()[i]] += data.x().get(i, k) / 10_000;
      }
      assertThat(Math.abs(sums[0])).isCloseTo(3, within(0.12));
      assertThat(Math.abs(sums[1])).isCloseTo(3, within(0.12));
      apart |= sums[0] * sums[1] < 0;
    }
    assertThat(apart).isTrue();
  }

  @Test
  void linear_and_poisson_responses_follow_their_predictors() {
    double[] beta = {1, 2, -1};
    var linear = Synthetic.linear(12, 20_000, beta, 0.5);
    double squares = 0;
    for (int i = 0; i < linear.count(); i++) {
      double residual = linear.y()[i] - predictor(linear, beta, i);
      squares += residual * residual / linear.count();
    }
    assertThat(squares).isCloseTo(0.25, within(0.0125));

    double[] small = {-1, 0.5};
    var poisson = Synthetic.poisson(13, 20_000, small);
    double excess = 0;
    double dispersion = 0;
    for (int i = 0; i < poisson.count(); i++) {
      double rate = Math.exp(predictor(poisson, small, i));
      excess += (poisson.y()[i] - rate) / poisson.count();
      dispersion += Math.pow(poisson.y()[i] - rate, 2) / rate / poisson.count();
      assertThat(poisson.y()[i]).isEqualTo(Math.rint(poisson.y()[i])).isNotNegative();
    }
    assertThat(excess).isCloseTo(0, within(0.025));
    assertThat(dispersion).isCloseTo(1, within(0.1));
    assertThatThrownBy(() -> Synthetic.poisson(13, 10, new double[] {50}))
        .hasMessageContaining("too large");
  }

  private static double predictor(Dataset data, double[] beta, int row) {
    double eta = 0;
    for (int k = 0; k < beta.length; k++) {
      eta += beta[k] * data.x().get(row, k);
    }
    return eta;
  }

  /** Rows have an intercept, two numbers and at most four indicators; some levels are rare. */
  @Test
  void flights_like_has_factors_with_rare_levels() {
    var data = Synthetic.flightsLike(3, 0, 100_000);
    assertThat(data.x().width()).isEqualTo(135);
    assertThat(data.names()).hasSize(135).doesNotHaveDuplicates();
    double[] counts = new double[135];
    double late = 0;
    for (int i = 0; i < data.count(); i++) {
      int set = 0;
      for (int k = 3; k < 135; k++) {
        double v = data.x().get(i, k);
        assertThat(v == 0 || v == 1).isTrue();
        set += v == 1 ? 1 : 0;
        counts[k] += v;
      }
      assertThat(set).isLessThanOrEqualTo(4);
      late += data.responses().get(i);
    }
    assertThat(late / data.count()).isBetween(0.15, 0.25);
    assertThat(counts[134]).isLessThan(20);
    assertThat(counts[3 + 11 + 14]).isLessThan(200);
    assertThat(counts[3]).isGreaterThan(7000);
  }

  @Test
  void covertype_like_is_balanced_dependent_and_nearly_separated() {
    var data = Synthetic.covertypeLike(14, 100_000);
    assertThat(data.x().width()).isEqualTo(55);
    assertThat(data.names()).contains("num10", "area4", "soil40").hasSize(55);
    assertThat(mean(data.y())).isBetween(0.35, 0.65);
    int empty = 0;
    int rare = 0;
    int pure = 0;
    for (int k = 15; k < 55; k++) {
      double rows = 0;
      double ones = 0;
      for (int i = 0; i < data.count(); i++) {
        rows += data.x().get(i, k);
        ones += data.x().get(i, k) * data.y()[i];
      }
      empty += rows == 0 ? 1 : 0;
      rare += rows <= 20 ? 1 : 0;
      pure += rows > 1 && rows < 50 && (ones == 0 || ones == rows) ? 1 : 0;
    }
    assertThat(rare).isBetween(8, 18);
    assertThat(pure).isGreaterThanOrEqualTo(2);
    double[] gram = new double[56 * 56];
    double[] weights = new double[data.count()];
    Arrays.fill(weights, 1);
    data.x().addOuter(0, data.count(), weights, gram);
    assertThat(zeros(gram)).isEqualTo(2 + empty);
  }

  /** Directions in which all columns vanish: eigenvalues far below one row's worth. */
  private static long zeros(double[] upper) {
    double[] full = new double[55 * 55];
    for (int i = 0; i < 55; i++) {
      for (int k = 0; k < 55; k++) {
        full[i * 55 + k] = upper[Math.min(i, k) * 56 + Math.max(i, k)];
      }
    }
    return Arrays.stream(Matrices.eigen(full, 55).values()).filter(v -> v < 1e-3).count();
  }

  @Test
  void a_shorter_table_is_the_beginning_of_a_longer_one() {
    var few = Synthetic.covertypeLike(15, 9000);
    var many = Synthetic.covertypeLike(15, 20_000);
    int[] first = new int[9000];
    Arrays.setAll(first, i -> i);
    assertThat(many.select(first).x()).isEqualTo(few.x());
    assertThat(Arrays.copyOf(many.y(), 9000)).containsExactly(few.y());
  }

  @Test
  void casp_like_has_one_row_far_out() {
    var data = Synthetic.caspLike(16, 45_730);
    double[] norms = new double[data.count()];
    data.x().squaredNorms(0, data.count(), norms);
    assertThat(Arrays.stream(norms).filter(n -> n > 1000)).hasSize(1);
    assertThat(Arrays.stream(norms).max().orElseThrow()).isCloseTo(2601, within(1e-6));
    assertThat(data.x().width()).isEqualTo(10);
    for (int k = 1; k < 10; k++) {
      double[] x = column(data, k);
      assertThat(mean(x)).isCloseTo(0, within(0.01));
      assertThat(mean(Arrays.stream(x).map(v -> v * v).toArray())).isCloseTo(1, within(0.1));
      double fourth = mean(Arrays.stream(x).map(v -> v * v * v * v).toArray());
      assertThat(fourth).as("heavy tails").isGreaterThan(4);
    }
    assertThat(mean(Arrays.stream(data.y()).map(v -> v * v).toArray())).isCloseTo(1, within(0.2));
  }
}
