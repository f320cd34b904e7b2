package org.perrin.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.metric.Metric;
import org.perrin.mode.Newton;
import org.perrin.model.Bounded;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.Remainder;

/** Remainders and estimated bounds of own models against those of built-in ones. */
class GuardedRemainderTest {
  private static final double REACH = 9;

  /** Logistic regression, of which nothing is known. */
  static final class Coins implements RowModel {
    private final Vec beta;

    Coins(Parameters parameters, Dataset data) {
      beta = parameters.real("beta", data.names());
    }

    @Override
    public Num row(Row row) {
      return Losses.bernoulli(row.y(), beta.dot(row.x()).plus(row.offset()));
    }

    @Override
    public Num prior() {
      return Losses.normal(beta, 2);
    }
  }

  private final Dataset data = Examples.weighted(Examples.binary(300, 3));
  private final Glm known = Glm.logistic(data, Priors.normal(0, 2));
  private final Metric metric = Newton.find(known).metric();
  private final Differentiated own = Differentiated.of(data, Coins::new);
  private final Remainder proved = known.in(metric).remainder(2, REACH);

  private Bounded guarded(double safety, int... unknown) {
    return own.guarded(metric, safety, unknown);
  }

  @Test
  void rises_are_those_of_the_family() {
    Remainder remainder = guarded(1).remainder(2, REACH);
    assertThat(remainder.proved()).isFalse();
    assertThat(proved.proved()).isTrue();
    assertThat(remainder.order()).isEqualTo(2);
    assertThat(remainder.reach()).isEqualTo(REACH);
    int[] rows = {7, 0, 299, 7, 120};
    double[] one = new double[5];
    double[] other = new double[5];
    for (int seed = 0; seed < 5; seed++) {
      double[] u = Examples.point(3, seed, 1.5);
      double[] v = Examples.point(3, 50 + seed, 1.5);
      proved.rises(u, v, rows, 5, one);
      remainder.rises(u, v, rows, 5, other);
      assertThat(other).containsExactly(one, within(1e-13));
    }
  }

  /** A row of a GLM has one slot, so probes lie where it is worst: within the proved bound. */
  @Test
  void bounds_come_close_to_the_proved_ones_and_scale_with_safety() {
    double[] most = new double[300];
    double[] one = new double[300];
    double[] two = new double[300];
    proved.bounds(0, 300, most);
    guarded(1).remainder(2, REACH).bounds(0, 300, one);
    guarded(2).remainder(2, REACH).bounds(0, 300, two);
    double sum = 0;
    for (int i = 0; i < 300; i++) {
      assertThat(one[i]).isLessThanOrEqualTo(most[i] * (1 + 1e-9));
      assertThat(two[i]).isCloseTo(2 * one[i], within(1e-12));
      sum += most[i] > 0 ? one[i] / most[i] / 300 : 0;
    }
    assertThat(sum).isGreaterThan(0.3);
    double[] part = new double[3];
    guarded(1).remainder(2, REACH).bounds(5, 8, part);
    assertThat(part).containsExactly(one[5], one[6], one[7]);
  }

  @Test
  void rows_that_exceeded_their_bounds_have_none() {
    double[] bounds = new double[10];
    guarded(2, 3, 8).remainder(2, REACH).bounds(0, 10, bounds);
    for (int i = 0; i < 10; i++) {
      boolean light = data.weight(i) == 0 || (i != 3 && i != 8);
      assertThat(Double.isFinite(bounds[i])).isEqualTo(light);
    }
  }

  /** From 48 points, the same for all rows, of cubes with long tails: within a half. */
  @Test
  void spreads_are_about_those_of_the_family() {
    double[] one = new double[300];
    double[] other = new double[300];
    proved.spreads(0, 300, one);
    guarded(2).remainder(2, REACH).spreads(0, 300, other);
    double sum = 0;
    double known = 0;
    for (int i = 0; i < 300; i++) {
      sum += other[i];
      known += one[i];
    }
    assertThat(sum / known).isBetween(0.5, 1.5);
  }

  /** A robust row has two slots; random points in the whole ball stay below twice the probes. */
  @Test
  void probes_of_rows_with_a_scale_see_nearly_the_worst() {
    var model = (Differentiated) Examples.model("own robust");
    Metric place = Newton.find(model).metric();
    int d = model.dimension();
    Remainder remainder = model.guarded(place, 2, new int[0]).remainder(2, REACH);
    double[] bounds = new double[model.rows()];
    remainder.bounds(0, model.rows(), bounds);
    double[] rise = new double[1];
    double worst = 0;
    for (int i = 0; i < model.rows(); i++) {
      for (int seed = 0; seed < 100; seed++) {
        double[] u = Examples.point(d, 100 * i + seed, 1);
        double norm = Math.sqrt(java.util.Arrays.stream(u).map(x -> x * x).sum());
        double length = REACH * Math.cbrt((seed + 1) / 100.0);
        double[] v = java.util.Arrays.stream(u).map(x -> x * length / norm).toArray();
        remainder.rises(new double[d], v, new int[] {i}, 1, rise);
        double bound = bounds[i] * length * length * length;
        worst = bounds[i] > 0 ? Math.max(worst, Math.abs(rise[0]) / bound) : worst;
      }
    }
    assertThat(worst).isBetween(0.1, 1.0);
  }

  @Test
  void a_subset_is_that_of_the_rows_and_other_orders_are_refused() {
    Bounded all = guarded(2);
    Bounded part = (Bounded) all.subset(new int[] {4, 9}, new double[] {1, 2});
    double[] u = {0.3, -0.2, 0.5};
    assertThat(part.rangeLoss(u, 0, 2))
        .isCloseTo(all.rowLoss(u, 4) + 2 * all.rowLoss(u, 9), within(1e-12));
    assertThat(all.highestOrder()).isEqualTo(2);
    assertThatThrownBy(() -> all.remainder(3, REACH)).hasMessageContaining("order 2");
  }

  @Test
  void differences_of_rounding_are_none() {
    assertThat(GuardedRemainder.left(1, 1 + 1e-15)).isZero();
    assertThat(GuardedRemainder.left(1 + 1e-12, 1)).isCloseTo(1e-12, within(1e-15));
  }
}
