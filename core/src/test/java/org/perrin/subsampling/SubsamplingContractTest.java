package org.perrin.subsampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.catalogue.Scheme;
import org.perrin.data.Batch;
import org.perrin.data.Doubles;
import org.perrin.data.Scratch;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;

/** What every scheme promises, tried on all of the catalogue. */
class SubsamplingContractTest {
  private final Glm model = Glm.logistic(Examples.binary(60, 5), Priors.normal(0, 2));

  private Subsampling scheme(Scheme kind) {
    return kind.make(model, Examples.mode(model), 0.1);
  }

  /** Chi-square with 59 degrees of freedom; 130 is exceeded with probability 3e-7. */
  @ParameterizedTest
  @EnumSource(value = Scheme.class, mode = EnumSource.Mode.EXCLUDE, names = "BANDIT")
  void rows_come_as_often_as_their_probability_says(Scheme kind) {
    Subsampling scheme = scheme(kind);
    var random = RandomStream.of(31);
    var batch = new Batch();
    double[] counts = new double[60];
    int n = 20;
    int batches = 20_000;
    for (int t = 0; t < batches; t++) {
      scheme.draw(n, new double[5], random, batch);
      assertThat(batch.size()).isEqualTo(n);
      for (int j = 0; j < n; j++) {
        counts[batch.rows()[j]]++;
      }
    }
    double chi2 = 0;
    for (int i = 0; i < 60; i++) {
      double expected = (double) n * batches * scheme.probability(i);
      chi2 += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    assertThat(chi2).isLessThan(130);
  }

  @ParameterizedTest
  @EnumSource(value = Scheme.class, mode = EnumSource.Mode.EXCLUDE, names = "BANDIT")
  void weights_are_one_over_n_p_and_probabilities_add_up(Scheme kind) {
    Subsampling scheme = scheme(kind);
    var batch = new Batch();
    scheme.draw(7, new double[5], RandomStream.of(32), batch);
    for (int j = 0; j < 7; j++) {
      double p = scheme.probability(batch.rows()[j]);
      assertThat(batch.weights()[j]).isCloseTo(1 / (7 * p), within(1e-7 / (7 * p)));
    }
    double total = 0;
    for (int i = 0; i < 60; i++) {
      total += scheme.probability(i);
      assertThat(scheme.probability(i)).isGreaterThan(0);
    }
    assertThat(total).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 30, 59, 60})
  void without_replacement_no_row_comes_twice(int n) {
    var scheme = new WithoutReplacement(60);
    var random = RandomStream.of(33);
    var batch = new Batch();
    for (int t = 0; t < 200; t++) {
      scheme.draw(n, null, random, batch);
      int[] rows = Arrays.copyOf(batch.rows(), n);
      assertThat(Arrays.stream(rows).distinct().count()).isEqualTo(n);
      assertThat(Arrays.stream(rows).allMatch(i -> i >= 0 && i < 60)).isTrue();
    }
  }

  /** Pairs of 6 rows: 15 sets, chi-square with 14 degrees of freedom, 52 exceeded at 3e-6. */
  @Test
  void without_replacement_all_sets_are_alike() {
    var scheme = new WithoutReplacement(6);
    var random = RandomStream.of(34);
    var batch = new Batch();
    int[] counts = new int[36];
    int draws = 30_000;
    for (int t = 0; t < draws; t++) {
      scheme.draw(2, null, random, batch);
      int a = Math.min(batch.rows()[0], batch.rows()[1]);
      int b = Math.max(batch.rows()[0], batch.rows()[1]);
      counts[6 * a + b]++;
    }
    double chi2 = 0;
    for (int a = 0; a < 6; a++) {
      for (int b = a + 1; b < 6; b++) {
        double gap = counts[6 * a + b] - draws / 15.0;
        chi2 += gap * gap / (draws / 15.0);
      }
    }
    assertThat(chi2).isLessThan(52);
  }

  /** Half a class on either side, and what the total has moved by: one part in 64. */
  @Test
  void probabilities_are_the_weights_up_to_rounding() {
    double[] weights = new double[1000];
    var random = RandomStream.of(35);
    Arrays.setAll(weights, i -> Math.exp(6 * random.nextGaussian()));
    double total = Arrays.stream(weights).sum();
    var table = ClassTable.of(weights);
    for (int i = 0; i < 1000; i++) {
      assertThat(table.probability(i))
          .isCloseTo(weights[i] / total, within(weights[i] / total / 64 + 1e-12));
    }
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
      sum += table.probability(i);
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 6})
  void a_mapped_table_draws_the_same_bits(double spread, @TempDir Path folder) {
    double[] weights = new double[1000];
    var random = RandomStream.of(36);
    Arrays.setAll(weights, i -> Math.exp(spread * random.nextGaussian()));
    var heap = ClassTable.of(weights);
    var mapped = ClassTable.of(Doubles.of(weights), new Scratch(folder));
    int[][] rows = new int[2][10_000];
    double[][] inverse = new double[2][10_000];
    heap.draw(10_000, RandomStream.of(7), 0.5, rows[0], inverse[0]);
    mapped.draw(10_000, RandomStream.of(7), 0.5, rows[1], inverse[1]);
    assertThat(rows[1]).isEqualTo(rows[0]);
    assertThat(inverse[1]).isEqualTo(inverse[0]);
    assertThat(mapped.probability(77)).isEqualTo(heap.probability(77));
  }

  /** Chi-square with 2,999 degrees of freedom: mean 2,999, sd 77; 3,400 is 5 sd away. */
  @Test
  void tables_draw_by_the_probabilities_they_tell() {
    double[] weights = new double[3000];
    var random = RandomStream.of(37);
    Arrays.setAll(weights, i -> 0.1 + random.nextDouble() * random.nextDouble() * 5);
    double total = Arrays.stream(weights).sum();
    var table = ClassTable.of(weights);
    int[] rows = new int[300_000];
    double[] inverse = new double[rows.length];
    table.draw(rows.length, random, 1, rows, inverse);
    double[] counts = new double[3000];
    for (int row : rows) {
      counts[row]++;
    }
    double chi2 = 0;
    for (int i = 0; i < 3000; i++) {
      double expected = rows.length * table.probability(i);
      chi2 += (counts[i] - expected) * (counts[i] - expected) / expected;
      assertThat(table.probability(i))
          .isCloseTo(weights[i] / total, within(weights[i] / total / 64));
    }
    assertThat(chi2).isLessThan(3400);
  }

  @Test
  void the_mixture_holds_every_weight_below_its_bound() {
    double[] scores = new double[100];
    scores[3] = 1;
    var scheme = Preferential.of(scores, 0.1);
    assertThat(scheme.probability(0)).isCloseTo(0.1 / 100, within(1e-5));
    assertThat(scheme.probability(3)).isCloseTo(0.9 + 0.1 / 100, within(1e-3));
  }

  @Test
  void a_weight_of_zero_is_never_drawn() {
    var table = ClassTable.of(new double[] {0, 1, 0, 3});
    int[] rows = new int[1000];
    table.draw(1000, RandomStream.of(38), 1, rows, new double[1000]);
    assertThat(Arrays.stream(rows).distinct().sorted().toArray()).containsExactly(1, 3);
    assertThat(table.probability(0)).isZero();
    assertThatThrownBy(() -> ClassTable.of(new double[3]))
        .hasMessage("weights must add up to a positive number, not 0.0");
  }

  @Test
  void exact_schemes_depend_on_the_state() {
    var exact = OptimalWeights.plain(model);
    double[] one = exact.probabilities(new double[5]);
    double[] two = exact.probabilities(Examples.point(5, 36, 2));
    assertThat(one).isNotEqualTo(two);
    assertThat(Arrays.stream(one).sum()).isCloseTo(1, within(1e-12));
    double[] atCentre =
        OptimalWeights.controlVariate(model, new double[5]).probabilities(new double[5]);
    assertThat(atCentre).containsOnly(1.0 / 60);
  }

  @Test
  void bad_input_is_named() {
    assertThatThrownBy(() -> new Uniform(60).size(0)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> new WithoutReplacement(60).size(61))
        .hasMessage("n = 61 rows cannot be drawn without replacement from N = 60");
    assertThatThrownBy(() -> Preferential.of(new double[] {1, 0, 2}, 0))
        .hasMessageContaining("row 1 has weight zero");
    assertThatThrownBy(() -> Preferential.of(new double[] {1, 2}, 1.5))
        .hasMessage("the mixture α must be in [0, 1], not 1.5");
    assertThatThrownBy(() -> Preferential.of(new double[] {1, Double.NaN}))
        .hasMessageContaining("row 1 is NaN");
    assertThatThrownBy(() -> SubsampleSize.threshold(model, new double[5], new Uniform(60), -1))
        .hasMessage("the threshold V₀ must be positive, not -1.0");
    var poisson = Glm.poisson(Examples.counts(20, 3), Priors.normal(0, 1));
    assertThatThrownBy(() -> SubsampleSize.threshold(poisson, new double[3], new Uniform(20), 1))
        .hasMessage("the poisson family has no Lipschitz constants: its curvature is unbounded");
  }
}
