package org.perrin.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.random.RandomStream;

class ChainPlotsTest {
  @Test
  void ranks_say_which_parts_of_all_draws_a_chain_has() {
    double[][] chains = {{0.1, 0.3, 0.2}, {7, 9, 8, 6, 10}};
    assertThat(ChainPlots.ranks(chains, 4)).isDeepEqualTo(new int[][] {{2, 1, 0, 0}, {0, 1, 2, 2}});
  }

  @Test
  void equal_draws_have_one_rank() {
    double[][] chains = {{5, 5, 5}, {5, 5, 1}};
    assertThat(ChainPlots.ranks(chains, 6))
        .isDeepEqualTo(new int[][] {{0, 3, 0, 0, 0, 0}, {1, 2, 0, 0, 0, 0}});
  }

  @Test
  void ranks_of_equal_chains_are_even() {
    double[][] chains = new double[4][1000];
    Arrays.setAll(chains, c -> gaussians(c, 1000));
    for (int[] counts : ChainPlots.ranks(chains, 10)) {
      assertThat(Arrays.stream(counts).sum()).isEqualTo(1000);
      // 100 in each, with a standard deviation of 8: six of them, once in 10⁸ fits
      assertThat(Arrays.stream(counts).boxed()).allMatch(count -> Math.abs(count - 100) < 50);
    }
  }

  @Test
  void autocorrelation_of_a_first_order_process_is_a_power() {
    double[] noise = gaussians(9, 200_000);
    double[] chain = new double[noise.length];
    for (int t = 1; t < chain.length; t++) {
      chain[t] = 0.6 * chain[t - 1] + noise[t];
    }
    double[] rho = ChainPlots.autocorrelation(new double[][] {chain}, 3);
    for (int lag = 0; lag <= 3; lag++) {
      assertThat(rho[lag]).isCloseTo(Math.pow(0.6, lag), within(0.02));
    }
  }

  private static double[] gaussians(int stream, int n) {
    double[] all = new double[n];
    RandomStream.of(5, stream).fillGaussian(all, n);
    return all;
  }
}
