package org.perrin.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.math.Matrices;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;
import org.perrin.mode.Newton;
import org.perrin.model.Bounded;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.Remainder;
import org.perrin.random.RandomStream;

/** Estimated bounds and spreads by hand: where probes lie, and what they see there. */
class RowProbeTest {
  private static final double REACH = 6;

  /** A model of coefficients and a loss of a row by them. */
  private record Plain(Vec beta, BiFunction<Vec, Row, Num> loss) implements RowModel {
    @Override
    public Num row(Row row) {
      return loss.apply(beta, row);
    }

    @Override
    public Num prior() {
      return Losses.normal(beta, 2);
    }
  }

  private static Differentiated model(Dataset data, BiFunction<Vec, Row, Num> loss) {
    return Differentiated.of(data, (p, d) -> new Plain(p.real("b", d.names()), loss));
  }

  private static Metric standard(int d) {
    return DenseMetric.of(new double[d], Matrices.identity(d));
  }

  private static double most(Dataset data, BiFunction<Vec, Row, Num> loss) {
    return new RowProbe(model(data, loss), standard(data.x().width()), REACH).most(0);
  }

  private static Dataset row(double... x) {
    return Dataset.of(new double[][] {x}, new double[] {1});
  }

  /** Weights of 0 among others, and a row of zeros. */
  private static Dataset coins() {
    double[][] x = new double[200][];
    double[] weight = new double[200];
    Dataset plain = Examples.binary(200, 3);
    for (int i = 0; i < 200; i++) {
      x[i] = new double[] {1, plain.x().get(i, 1), plain.x().get(i, 2)};
      weight[i] = i % 6 == 2 ? 0 : 0.5 + i % 3;
    }
    x[80] = new double[3];
    var rows = org.perrin.data.DenseRows.of(x);
    return new Dataset(rows, plain.y(), Examples.point(200, 8, 0.5), weight, plain.names());
  }

  private final Dataset data = coins();
  private final Glm known = Glm.logistic(data, Priors.normal(0, 2));
  private final Metric metric = Newton.find(known).metric();
  private final Glm pulled = known.stored(metric);
  private final Bounded own =
      model(data, (b, r) -> Losses.bernoulli(r.y(), b.dot(r.x()).plus(r.offset())))
          .guarded(metric, 3, new int[0]);

  /** One slot: on both sides along z, at four distances, by the remainder of the family. */
  @Test
  void rows_that_see_one_number_are_probed_along_it() {
    Remainder proved = pulled.remainder(2, REACH);
    double[] bounds = new double[100];
    own.remainder(2, REACH).bounds(50, 150, bounds);
    double[] rise = new double[1];
    for (int i = 50; i < 150; i++) {
      double[] z = {pulled.data().x().get(i, 0), pulled.data().x().get(i, 1), 0};
      z[2] = pulled.data().x().get(i, 2);
      double norm = Math.sqrt(Arrays.stream(z).map(v -> v * v).sum());
      double most = 1e-30 * data.weight(i);
      for (double share : new double[] {-1, -0.7, -0.4, -0.15, 0.15, 0.4, 0.7, 1}) {
        double r = share * REACH;
        double[] u = Arrays.stream(z).map(v -> norm == 0 ? 0 : v / norm * r).toArray();
        proved.rises(new double[3], u, new int[] {i}, 1, rise);
        most = Math.max(most, 3 * Math.abs(rise[0] / (r * r * r)));
      }
      assertThat(bounds[i - 50]).isCloseTo(most, within(1e-7 * most));
    }
    assertThat(bounds[30]).isCloseTo(1e-30 * data.weight(80), within(1e-36));
    assertThat(data.weight(80)).isZero();
  }

  /** Over pairs of normal points that all rows share; 130 rows are more than two blocks. */
  @Test
  void spreads_are_those_of_the_points() {
    Remainder proved = pulled.remainder(2, REACH);
    double[] spread = new double[130];
    own.remainder(2, REACH).spreads(60, 190, spread);
    var random = RandomStream.of(GuardedRemainder.SEED);
    double[] sum = new double[130];
    double[] squares = new double[130];
    int[] rows = java.util.stream.IntStream.range(60, 190).toArray();
    double[] rise = new double[130];
    int n = 2 * GuardedRemainder.PAIRS;
    for (int p = 0; p < GuardedRemainder.PAIRS; p++) {
      double[] u = new double[3];
      random.fillGaussian(u, 3);
      for (int side = 0; side < 2; side++) {
        proved.rises(new double[3], u, rows, 130, rise);
        for (int j = 0; j < 130; j++) {
          sum[j] += rise[j] / n;
          squares[j] += rise[j] * rise[j] / n;
        }
        u = Arrays.stream(u).map(v -> -v).toArray();
      }
    }
    for (int j = 0; j < 130; j++) {
      double sd = Math.sqrt(Math.max(0, squares[j] - sum[j] * sum[j]));
      assertThat(spread[j]).isCloseTo(sd, within(1e-7 * sd + 1e-15));
    }
  }

  /** {@code (bᵀx)³} beside b₀: worst along x, which is neither of the axes that span it. */
  @Test
  void each_slot_is_a_direction_to_probe() {
    BiFunction<Vec, Row, Num> loss =
        (b, r) -> {
          Num t = b.dot(r.x());
          return b.get(0).square().plus(t.times(t).times(t));
        };
    assertThat(most(row(3, 4), loss)).isCloseTo(125, within(1e-6));
  }

  /** {@code (bᵀx − b₀)³}, x = (1, 1), is worst along b₁: across the first slot, along neither. */
  @Test
  void the_span_of_the_slots_is_probed_along_an_orthonormal_basis() {
    BiFunction<Vec, Row, Num> loss =
        (b, r) -> {
          Num t = b.get(0).minus(b.dot(r.x()));
          return t.times(t).times(t);
        };
    assertThat(most(row(1, 1), loss)).isCloseTo(1, within(1e-9));
  }

  /** {@code b₀²b₁} vanishes along both axes: only directions between them see it. */
  @Test
  void directions_between_the_slots_are_probed_too() {
    BiFunction<Vec, Row, Num> loss = (b, r) -> b.get(0).square().times(b.get(1));
    var random = RandomStream.of(RowProbe.SEED);
    double expected = 0;
    for (int c = 0; c < 4; c++) {
      double[] w = new double[32];
      random.fillGaussian(w, 32);
      double length = Math.hypot(w[0], w[1]);
      expected = Math.max(expected, Math.abs(w[0] * w[0] * w[1]) / Math.pow(length, 3));
    }
    assertThat(most(row(1, 1), loss)).isCloseTo(expected, within(1e-9));
    assertThat(expected).isBetween(0.1, 0.385);
  }

  /** {@code Σ eᵇ} of 32 coefficients can be searched, of 33 it is not. */
  @Test
  void rows_that_see_too_much_are_not_searched() {
    BiFunction<Vec, Row, Num> loss =
        (b, r) -> {
          Num sum = b.get(0).exp();
          for (int k = 1; k < b.size(); k++) {
            sum = sum.plus(b.get(k).exp());
          }
          return sum;
        };
    double[] x = new double[33];
    Arrays.fill(x, 1);
    assertThat(most(row(x), loss)).isInfinite();
    double r = REACH;
    double along = (Math.exp(r) - 1 - r - r * r / 2) / (r * r * r);
    assertThat(most(row(Arrays.copyOf(x, 32)), loss)).isGreaterThanOrEqualTo(along * (1 - 1e-9));
    assertThat(most(row(1), (b, w) -> b.get(0).exp())).isCloseTo(along, within(1e-9 * along));
  }

  /** A logarithm that ends within the reach: nothing is known of such a row. */
  @Test
  void rows_that_are_not_finite_have_no_bound() {
    assertThat(most(row(1), (b, r) -> b.get(0).plus(1).log())).isInfinite();
    assertThat(most(row(1), (b, r) -> b.get(0).plus(REACH + 1).log())).isFinite();
    double[] spread = new double[1];
    var model = model(row(1), (b, r) -> b.get(0).plus(1e-3).log());
    model.guarded(standard(1), 1, new int[0]).remainder(2, REACH).spreads(0, 1, spread);
    assertThat(spread[0]).isEqualTo(Double.MAX_VALUE);
  }

  /** A polynomial of second order leaves nothing, wherever it is. */
  @Test
  void quadratic_rows_leave_nothing() {
    BiFunction<Vec, Row, Num> loss =
        (b, r) -> b.dot(r.x()).minus(0.7).square().plus(b.get(0).times(b.get(1)));
    assertThat(most(row(3, 4), loss)).isLessThan(1e-13);
    var guarded = model(row(3, 4), loss).guarded(standard(2), 1, new int[0]);
    double[] rise = new double[1];
    double[] u = {0.3, -2};
    double[] v = {1, 5};
    guarded.remainder(2, REACH).rises(u, v, new int[] {0}, 1, rise);
    assertThat(rise[0]).isCloseTo(0, within(1e-12));
    assertThat(guarded.multimodal()).isTrue();
    assertThatThrownBy(() -> guarded.addCubic(0, 1, new double[8]))
        .hasMessage("third derivatives of an own model are not known");
  }
}
