package org.perrin.subsampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.data.Batch;
import org.perrin.random.RandomStream;

/** Weights that are learned. */
class BanditTest {
  private static final int N = 200;

  /** Norms over two orders of magnitude. */
  private static double[] norms() {
    double[] norms = new double[N];
    var random = RandomStream.of(1);
    Arrays.setAll(norms, i -> Math.exp(1.2 * random.nextGaussian()));
    return norms;
  }

  private static Batch learned(Bandit bandit, double[] norms, int steps) {
    var batch = new Batch();
    batch.memory(bandit.memory());
    var random = RandomStream.of(2);
    for (int t = 0; t < steps; t++) {
      bandit.draw(10, null, random, batch);
      for (int j = 0; j < 10; j++) {
        bandit.observe(batch, j, norms[batch.rows()[j]]);
      }
    }
    bandit.draw(10, null, random, batch);
    return batch;
  }

  /** n V + ‖Σa‖² of fixed norms: {@code Σ ‖aᵢ‖²/pᵢ}. */
  private static double second(double[] norms, java.util.function.IntToDoubleFunction p) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
      sum += norms[i] * norms[i] / p.applyAsDouble(i);
    }
    return sum;
  }

  @Test
  void the_weights_come_to_be_the_best_fixed_ones() {
    double[] norms = norms();
    var bandit = new Bandit(N, 0.1);
    double total = Arrays.stream(norms).sum();
    double best = second(norms, i -> norms[i] / total);
    double uniform = second(norms, i -> 1.0 / N);
    double early = second(norms, i -> bandit.probability(learned(bandit, norms, 30), i));
    Batch late = learned(bandit, norms, 5000);
    double learned = second(norms, i -> bandit.probability(late, i));
    assertThat(uniform).isGreaterThan(2 * best);
    assertThat(early).isLessThan(0.85 * uniform);
    assertThat(learned).isLessThan(1.1 * best);
  }

  /** Chi-square with 199 degrees of freedom: mean 199, sd 20; 300 is 5 sd away. */
  @Test
  void rows_come_as_often_as_their_probability_says() {
    double[] norms = norms();
    var bandit = new Bandit(N, 0.1);
    Batch batch = learned(bandit, norms, 500);
    double[] p = new double[N];
    Arrays.setAll(p, i -> bandit.probability(batch, i));
    assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-12));
    var random = RandomStream.of(3);
    double[] counts = new double[N];
    int draws = 100_000;
    for (int t = 0; t < draws / 10; t++) {
      bandit.draw(10, null, random, batch);
      for (int j = 0; j < 10; j++) {
        int row = batch.rows()[j];
        counts[row]++;
        assertThat(batch.weights()[j]).isCloseTo(1 / (10 * p[row]), within(1e-12 / p[row]));
      }
    }
    double chi2 = 0;
    for (int i = 0; i < N; i++) {
      chi2 += Math.pow(counts[i] - draws * p[i], 2) / (draws * p[i]);
    }
    assertThat(chi2).isLessThan(300);
  }

  @Test
  void a_tree_of_any_size_finds_every_leaf() {
    for (int n : new int[] {1, 2, 3, 7, 8, 9, 100}) {
      var tree = new SumTree(n, 1);
      for (int i = 0; i < n; i++) {
        tree.set(i, i + 1);
      }
      double total = n * (n + 1) / 2.0;
      assertThat(tree.total()).isEqualTo(total);
      double before = 0;
      for (int i = 0; i < n; i++) {
        assertThat(tree.find((before + 0.5) / total)).isEqualTo(i);
        before += i + 1;
      }
      assertThat(tree.find(Math.nextDown(1.0))).isEqualTo(n - 1);
      tree.set(n - 1, 0);
      if (n > 1) {
        assertThat(tree.find(Math.nextDown(1.0))).isEqualTo(n - 2);
      }
    }
  }

  @Test
  void a_bandit_that_never_tries_is_refused() {
    assertThatThrownBy(() -> new Bandit(10, 0))
        .hasMessage("a bandit must try every row: the mixture α must be in (0, 1], not 0.0");
    assertThatThrownBy(() -> new Bandit(10, 0.1).probability(3))
        .hasMessageContaining("a chain's memory");
  }
}
