package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.data.Batch;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;
import org.perrin.mode.Newton;
import org.perrin.random.RandomStream;

/** Coded rows in a metric, against the same rows made dense and stored in it. */
class PulledGlmTest {
  private static final int N = 3000;
  private static final CodedRows ROWS = Examples.standardised(N, 23);
  private static final Glm CODED = model(ROWS);
  private static final Glm DENSE = model(Examples.dense(ROWS));
  private static final Metric METRIC = Newton.find(DENSE).metric();
  private final Bounded pulled = CODED.in(METRIC);
  private final Bounded stored = DENSE.in(METRIC);
  private final double[] zero = new double[ROWS.width()];
  private final double[] u = Examples.point(ROWS.width(), 9, 1);
  private final double[] v = Examples.point(ROWS.width(), 10, 1);

  private static Glm model(org.perrin.data.Rows x) {
    var random = RandomStream.of(31);
    double[] y = new double[N];
    double[] offset = new double[N];
    double[] weight = new double[N];
    for (int i = 0; i < N; i++) {
      y[i] = random.nextDouble() < 0.3 ? 1 : 0;
      offset[i] = 0.3 * random.nextGaussian();
      weight[i] = 2 * random.nextDouble();
    }
    var data = new Dataset(x, y, offset, weight, Dataset.of(x, y).names());
    return Glm.logistic(data, Priors.studentT(4, 0, 2));
  }

  private static Offset<Double> near(double[] expected) {
    return within(1e-10 * (1 + Arrays.stream(expected).map(Math::abs).max().orElse(0)));
  }

  private static void assertSame(double[] actual, double[] expected) {
    assertThat(actual).containsExactly(expected, near(expected));
  }

  /** What both give for all rows. */
  private interface Scores {
    void of(Bounded model, double[] out);
  }

  private void assertSame(Scores scores) {
    double[] actual = new double[N];
    double[] expected = new double[N];
    scores.of(pulled, actual);
    scores.of(stored, expected);
    assertSame(actual, expected);
  }

  @Test
  void the_mode_is_the_same() {
    assertSame(Newton.find(CODED).theta(), Newton.find(DENSE).theta());
  }

  @Test
  void values_gradients_and_curvatures_are_the_same() {
    double potential = stored.potential(u);
    assertThat(pulled.potential(u)).isCloseTo(potential, within(1e-10 * potential));
    assertSame(pulled.gradient(u), stored.gradient(u));
    assertSame(pulled.hessian(u), stored.hessian(u));
    assertSame(pulled.expansionSum(zero), stored.expansionSum(zero));
    assertSame(pulled.hessianDiagonal(u), stored.hessianDiagonal(u));
  }

  @Test
  void scores_are_the_same() {
    assertSame((model, out) -> model.gradientNorms(u, 0, N, out));
    assertSame((model, out) -> model.curvatureScores(u, null, 0, N, out));
    assertSame((model, out) -> model.expectedScores(zero, null, 1.5, 0, N, out));
    assertSame((model, out) -> ((Smooth) model).lipschitz(0, N, out));
  }

  @Test
  void differences_from_a_centre_are_the_same() {
    var batch = new Batch();
    batch.resize(500);
    var random = RandomStream.of(3);
    for (int j = 0; j < 500; j++) {
      batch.rows()[j] = random.nextIndex(N);
      batch.weights()[j] = random.nextDouble();
    }
    double[] actual = new double[zero.length];
    double[] expected = new double[zero.length];
    pulled.centre(zero).addDifference(u, batch, 3, 480, actual);
    stored.centre(zero).addDifference(u, batch, 3, 480, expected);
    assertSame(actual, expected);
    assertSame(pulled.centre(zero).sum(), stored.centre(zero).sum());
    pulled.centre(v).addDifference(u, batch, 3, 480, actual);
    stored.centre(v).addDifference(u, batch, 3, 480, expected);
    assertSame(actual, expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void remainders_and_their_bounds_are_the_same(int order) {
    assertSame((model, out) -> model.remainder(order, 5).bounds(0, N, out));
    assertSame((model, out) -> model.remainder(order, 5).spreads(0, N, out));
    int[] rows = {5, 17, 2999, 5};
    double[] actual = new double[4];
    double[] expected = new double[4];
    pulled.remainder(order, 5).rises(u, v, rows, 4, actual);
    stored.remainder(order, 5).rises(u, v, rows, 4, expected);
    assertThat(actual).containsExactly(expected, within(1e-13));
  }

  @Test
  void a_part_of_the_rows_is_the_same_and_so_are_polynomials() {
    int[] rows = {1, 5, 9, 400, 2000};
    double[] factors = {1, 1, 2, 1, 0.5};
    var part = (Bounded) pulled.subset(rows, factors);
    var same = (Bounded) stored.subset(rows, factors);
    assertSame(part.gradient(u), same.gradient(u));
    double[] few = new double[zero.length];
    double[] expected = new double[zero.length];
    Taylor.of(pulled, part, 3).addGradient(u, false, few);
    Taylor.of(stored, same, 3).addGradient(u, false, expected);
    assertSame(few, expected);
    double[] sum = new double[Cubic.size(zero.length)];
    double[] direct = new double[zero.length];
    pulled.addCubic(0, 1000, sum);
    pulled.addCubic(1000, N, sum);
    Cubic.of(sum, zero.length).addGradient(u, direct);
    double[] cubic = new double[zero.length];
    Cubic.of(stored.cubicSum(), zero.length).addGradient(u, cubic);
    assertSame(direct, cubic);
  }

  /** Some of the rows, as another place has them. */
  private static PulledGlm elsewhere(PulledGlm all, int... rows) {
    return all.with(
        all.model().data().select(rows),
        picked(all.predictors(), rows),
        picked(all.lengths(), rows));
  }

  private static Doubles picked(Doubles values, int[] rows) {
    return Doubles.of(Arrays.stream(rows).mapToDouble(values::get).toArray());
  }

  @Test
  void rows_may_lie_elsewhere() {
    PulledGlm all = PulledGlm.of(CODED, METRIC);
    PulledGlm first = elsewhere(all, IntStream.range(0, 1700).toArray());
    PulledGlm second = elsewhere(all, IntStream.range(1700, N).toArray());
    double[] scores = new double[N];
    double[] rest = new double[N - 1700];
    all.expectedScores(zero, null, 1.5, 0, N, scores);
    second.expectedScores(zero, null, 1.5, 0, rest.length, rest);
    assertThat(rest).containsExactly(Arrays.copyOfRange(scores, 1700, N));
    double[] slopes = new double[ROWS.stride()];
    first.addSlopes(0, 1700, slopes);
    second.addSlopes(0, rest.length, slopes);
    double[] pulledSlopes = new double[zero.length];
    METRIC.pull(slopes, pulledSlopes);
    assertSame(pulledSlopes, all.centre(zero).sum());
    double[] cubes = new double[all.cubesSize()];
    first.addCubes(0, 1700, cubes);
    second.addCubes(0, rest.length, cubes);
    double[] actual = new double[zero.length];
    double[] expected = new double[zero.length];
    second.cubicForm(cubes, null).addGradient(u, actual);
    all.cubicForm(null).addGradient(u, expected);
    assertSame(actual, expected);
  }

  @Test
  void a_centre_knows_rows_that_come_later() {
    PulledGlm all = PulledGlm.of(CODED, METRIC);
    var batch = new Batch();
    batch.resize(3);
    System.arraycopy(new int[] {5, 17, 2999}, 0, batch.rows(), 0, 3);
    Arrays.fill(batch.weights(), 0, 3, 2);
    double[] expected = new double[zero.length];
    all.centre(zero).addDifference(u, batch, 0, 3, expected);
    var centre = elsewhere(all, 5, 17, 2999).origin(new double[zero.length]);
    centre.renew(new int[] {0, 1, 2}, 0, 3);
    System.arraycopy(new int[] {0, 1, 2}, 0, batch.rows(), 0, 3);
    double[] actual = new double[zero.length];
    centre.addDifference(u, batch, 0, 3, actual);
    assertThat(actual).containsExactly(expected);
  }

  @Test
  void one_thread_and_three_give_the_same_bits() {
    DoubleSupplier one = () -> CODED.in(METRIC).potential(u) + CODED.expand(zero).hessian()[13];
    double alone = Parallel.with(1, one::getAsDouble);
    assertThat(Parallel.with(3, one::getAsDouble)).isEqualTo(alone);
  }
}
