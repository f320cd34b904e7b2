package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.draws.Draws;
import org.perrin.random.RandomStream;

class GaussianDivergenceTest {
  @Test
  void has_known_values() {
    // one dimension: log(σ₁/σ₀) + (σ₀² + (m₀ − m₁)²)/(2σ₁²) − ½
    double one =
        GaussianDivergence.between(
            new double[] {1}, new double[] {4}, new double[] {3}, new double[] {9});
    assertThat(one).isCloseTo(Math.log(1.5) + 8.0 / 18 - 0.5, within(1e-14));
    double[] m = {1, -2};
    double[] s = {2, 0.6, 0.6, 1};
    assertThat(GaussianDivergence.between(m, s, m, s)).isCloseTo(0, within(1e-14));
    // S₀ = I, S₁ with trace of inverse 3/1.64, determinant 1.64, unit step along the first axis
    double two =
        GaussianDivergence.between(
            new double[2], new double[] {1, 0, 0, 1}, new double[] {1, 0}, s);
    assertThat(two).isCloseTo((3 / 1.64 + 1 / 1.64 - 2 + Math.log(1.64)) / 2, within(1e-14));
  }

  @Test
  void of_a_chain_is_that_of_its_moments() {
    double[] values = new double[3 * 400];
    RandomStream.of(1).fillGaussian(values, values.length);
    var chain = Draws.Chain.of(3, values);
    double[] identity = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double[] curve = GaussianDivergence.ofChain(chain, new double[3], identity, 2, 10, 400);
    assertThat(curve[0]).isNaN();
    for (int c = 1; c < 3; c++) {
      int count = c == 1 ? 10 : 400;
      double[] mean = new double[3];
      double[] covariance = new double[9];
      Arrays.setAll(mean, k -> Convergence.mean(Arrays.copyOf(chain.coordinate(k), count)));
      for (int t = 0; t < count; t++) {
        for (int i = 0; i < 9; i++) {
          double a = chain.get(t, i / 3) - mean[i / 3];
          double b = chain.get(t, i % 3) - mean[i % 3];
          covariance[i] += a * b / (count - 1);
        }
      }
      double direct = GaussianDivergence.between(new double[3], identity, mean, covariance);
      assertThat(curve[c]).isCloseTo(direct, within(1e-12));
    }
    assertThat(curve[2]).isLessThan(curve[1]);
  }

  @Test
  void refuses_counts_beyond_the_chain() {
    var chain = Draws.Chain.of(1, new double[] {1, 2, 3});
    double[] one = {1};
    assertThatThrownBy(() -> GaussianDivergence.ofChain(chain, one, one, 2, 4))
        .hasMessageContaining("4");
    assertThatThrownBy(() -> GaussianDivergence.ofChain(chain, one, one, 3, 2))
        .hasMessageContaining("rise");
  }
}
