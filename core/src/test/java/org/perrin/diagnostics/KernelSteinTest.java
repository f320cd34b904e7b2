package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;
import org.perrin.model.Model;
import org.perrin.model.NormalPrior;
import org.perrin.model.Prior;
import org.perrin.random.RandomStream;

class KernelSteinTest {
  /** A normal posterior: all of it prior. */
  record Normal(Prior prior) implements Model {
    @Override
    public int dimension() {
      return prior.dimension();
    }

    @Override
    public int rows() {
      return 1;
    }

    @Override
    public double rowLoss(double[] theta, int row) {
      return 0;
    }

    @Override
    public void addRowGradient(double[] theta, int row, double weight, double[] out) {}
  }

  /** The definition, pair by pair and coordinate by coordinate, for every beginning. */
  private static double[][] stein(double[] v, double[] g, int d, double c, double beta) {
    double[][] sums = new double[v.length / d][d];
    for (int i = 0; i < sums.length; i++) {
      for (int l = 0; l < d; l++) {
        sums[i][l] = i == 0 ? 0 : sums[i - 1][l];
      }
      for (int j = 0; j <= i; j++) {
        addPair(v, g, i, j, c, beta, sums[i]);
        if (j < i) {
          addPair(v, g, j, i, c, beta, sums[i]);
        }
      }
    }
    return sums;
  }

  private static void addPair(
      double[] v, double[] g, int i, int j, double c, double beta, double[] sums) {
    int d = sums.length;
    double u = c * c;
    for (int l = 0; l < d; l++) {
      u += Math.pow(v[i * d + l] - v[j * d + l], 2);
    }
    for (int l = 0; l < d; l++) {
      double e = v[i * d + l] - v[j * d + l];
      double s = -g[i * d + l];
      double t = -g[j * d + l];
      double byX = 2 * beta * e * Math.pow(u, beta - 1);
      double both =
          -2 * beta * Math.pow(u, beta - 1) - 4 * beta * (beta - 1) * e * e * Math.pow(u, beta - 2);
      sums[l] += s * t * Math.pow(u, beta) - s * byX + t * byX + both;
    }
  }

  private static double[] noise(long seed, int n, double mean, double scale) {
    double[] out = new double[n];
    RandomStream.of(seed).fillGaussian(out, n);
    for (int k = 0; k < n; k++) {
      out[k] = mean + scale * out[k];
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource({"1, 1, -0.5, 20", "3, 1, -0.5, 150", "9, 0.7, -0.3, 130", "8, 2, -0.8, 64"})
  void equals_the_definition_for_every_beginning(int d, double c, double beta, int count) {
    double[] v = noise(1, count * d, 30, 1);
    double[] g = noise(2, count * d, 1, 5);
    double[] minus = Arrays.stream(g).map(x -> -x).toArray();
    var curve = KernelStein.imq(c, beta).withCoordinates().of(v, g, d);
    var joint = KernelStein.imq(c, beta).of(v, g, d);
    var reversed = KernelStein.imq(c, beta).withCoordinates().withReversedScores().of(v, g, d);
    assertThat(joint.joint()).containsExactly(curve.joint());
    assertThat(curve.count()).isEqualTo(count);
    double[][] sums = stein(v, g, d, c, beta);
    double[][] reversedSums = stein(v, minus, d, c, beta);
    for (int k = 1; k <= count; k++) {
      check(curve, k, sums[k - 1]);
      check(reversed, k, reversedSums[k - 1]);
    }
  }

  private static void check(KernelStein.Curve curve, int k, double[] sums) {
    double total = 0;
    double roots = 0;
    for (double sum : sums) {
      total += sum;
      roots += Math.sqrt(sum);
    }
    assertThat(curve.joint(k)).isCloseTo(Math.sqrt(total) / k, within(1e-10));
    assertThat(curve.paper(k)).isCloseTo(roots / k, within(1e-9));
  }

  /**
   * {@code K·S²} of a sample of the posterior has a fixed distribution with mean {@code E k₀(x, x)
   * = 4 + 4}. Over 200 seeds the four numbers below were 1.00 ± 0.08 (at most 1.41), 0.32 ± 0.03,
   * 6.1 ± 0.4 and 4.8 ± 0.3: no bound is nearer than six standard deviations.
   */
  @Test
  void falls_for_draws_of_the_posterior_and_stays_for_others() {
    var model = new Normal(NormalPrior.isotropic(4, 1));
    var good = Draws.Chain.of(4, noise(3, 4 * 2000, 0, 1));
    var moved = Draws.Chain.of(4, noise(3, 4 * 2000, 0.3, 1));
    var wide = Draws.Chain.of(4, noise(3, 4 * 2000, 0, 1.5));
    var stein = KernelStein.imq(1, -0.5);
    var draws = new Draws(List.of("a", "b", "c", "d"), List.of(good, moved, wide));
    List<KernelStein.Curve> curves = stein.of(draws, model);
    assertThat(curves.get(0).joint(2000) * Math.sqrt(2000 / 8.0)).isBetween(0.5, 1.7);
    assertThat(curves.get(0).joint(2000)).isLessThan(0.6 * curves.get(0).joint(200));
    assertThat(curves.get(1).joint(2000)).isGreaterThan(2.5 * curves.get(0).joint(2000));
    assertThat(curves.get(2).joint(2000)).isGreaterThan(2.5 * curves.get(0).joint(2000));
  }

  @Test
  void uses_the_gradients_a_chain_kept() {
    double[] v = noise(4, 60, 0, 1);
    double[] g = noise(5, 60, 0, 1);
    var chain = new Draws.Chain(2, v, g, new int[0], 0, null);
    var stein = KernelStein.imq(1, -0.5);
    assertThat(stein.ofStochastic(chain).joint()).containsExactly(stein.of(v, g, 2).joint());
    assertThatThrownBy(() -> stein.ofStochastic(Draws.Chain.of(2, v)))
        .hasMessageContaining("no gradients");
  }

  @Test
  void is_the_same_on_any_number_of_threads() {
    double[] v = noise(6, 5 * 777, 0, 1);
    double[] g = noise(7, 5 * 777, 0, 1);
    var stein = KernelStein.imq(1, -0.5).withCoordinates();
    var one = Parallel.with(1, () -> stein.of(v, g, 5));
    for (int threads = 2; threads <= 3; threads++) {
      var many = Parallel.with(threads, () -> stein.of(v, g, 5));
      assertThat(many.joint()).containsExactly(one.joint());
      assertThat(many.byCoordinate()).containsExactly(one.byCoordinate());
    }
  }

  @Test
  void names_what_is_wrong() {
    assertThatThrownBy(() -> KernelStein.imq(0, -0.5)).hasMessageContaining("0.0");
    assertThatThrownBy(() -> KernelStein.imq(1, 0.5)).hasMessageContaining("0.5");
    var stein = KernelStein.imq(1, -0.5);
    assertThatThrownBy(() -> stein.of(new double[5], new double[5], 2)).hasMessageContaining("5");
    double[] broken = {1, 2, Double.NaN, 4};
    assertThatThrownBy(() -> stein.of(new double[4], broken, 2))
        .hasMessageContaining("gradient at draw 1");
    assertThatThrownBy(() -> stein.of(new double[4], new double[4], 2).paper(1))
        .hasMessageContaining("withCoordinates");
  }
}
