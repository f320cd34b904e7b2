package org.perrin.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.model.GaussianMean;
import org.perrin.model.NormalPrior;

/** Numbers that NumPy 2.4 and scikit-learn 1.9 give for the paper's seeds. */
class ToyDataTest {
  @Test
  void gaussian_data_are_the_authors() {
    Rows x = ToyData.gaussian(105, 10_000);
    assertThat(x.get(0, 0)).isCloseTo(-198.63280365744396, within(1e-9));
    assertThat(x.get(9999, 1)).isCloseTo(318.6410845803579, within(1e-9));
    // the posterior that the authors' notebook prints
    var posterior =
        GaussianMean.of(x, ToyData.covariance(), NormalPrior.isotropic(2, 1000)).posterior();
    assertThat(posterior.mean()[0]).isCloseTo(0.50157, within(5e-6));
    assertThat(posterior.mean()[1]).isCloseTo(5.19179, within(5e-6));
  }

  @Test
  void balanced_data_are_the_authors() {
    Dataset data = ToyData.balanced(100, 1000);
    check(data, 1.2789778497176847, 0.6800236566910227, 478);
    assertThat(data.x().get(0, 0)).isEqualTo(1);
    check(ToyData.balanced(105, 10_000), 0.6000002428952242, -0.8879446544921827, 4910);
  }

  @Test
  void imbalanced_data_are_the_authors() {
    check(ToyData.imbalanced(100, 1000), 1.0871860750778626, 4.282016325750742, 988);
  }

  @Test
  void split_is_the_authors() {
    double[] labels = new double[1003];
    Arrays.setAll(labels, i -> i * i % 7 < 3 ? 1 : 0);
    int[] order = StratifiedSplit.order(labels, 0);
    assertThat(Arrays.copyOf(order, 5)).containsExactly(481, 941, 732, 329, 414);
    assertThat(Arrays.copyOfRange(order, 752, 757)).containsExactly(293, 411, 229, 452, 629);
    assertThat(order[751]).isEqualTo(32);
    assertThat(order[1002]).isEqualTo(813);
    assertThat(Arrays.stream(order).sorted().toArray())
        .containsExactly(java.util.stream.IntStream.range(0, 1003).toArray());
  }

  private static void check(Dataset data, double first, double last, int ones) {
    assertThat(data.x().get(0, 1)).isCloseTo(first, within(1e-12));
    assertThat(data.x().get(data.count() - 1, 4)).isCloseTo(last, within(1e-12));
    assertThat(Arrays.stream(data.y()).sum()).isEqualTo(ones);
  }
}
