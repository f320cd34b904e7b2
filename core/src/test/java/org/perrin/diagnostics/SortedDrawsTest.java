package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.perrin.math.Special;

class SortedDrawsTest {
  /** Shapes that a search by value finds easy, hard and impossible to cut evenly. */
  private enum Shape {
    EVEN,
    TIED,
    ZEROS,
    HEAVY,
    TINY;

    double draw(SplittableRandom random) {
      double u = random.nextDouble();
      return switch (this) {
        case EVEN -> u;
        case TIED -> Math.rint(5 * u);
        case ZEROS -> u < 0.3 ? -0.0 : u < 0.6 ? 0.0 : u - 0.8;
        case HEAVY -> Math.pow(u, -40);
        case TINY -> Math.rint(100 * u) * Double.MIN_VALUE;
      };
    }
  }

  private static double[][] chains(Shape shape) {
    var random = new SplittableRandom(7);
    double[][] chains = new double[3][101];
    for (double[] chain : chains) {
      Arrays.setAll(chain, t -> shape.draw(random));
    }
    return chains;
  }

  @ParameterizedTest
  @EnumSource
  void scores_are_those_of_ranks_counted_one_by_one(Shape shape) {
    double[][] chains = chains(shape);
    double[] all = Arrays.stream(chains).flatMapToDouble(Arrays::stream).toArray();
    double[][] scores = SortedDraws.of(chains).normalScores();
    for (int c = 0; c < chains.length; c++) {
      for (int t = 0; t < chains[c].length; t++) {
        double x = chains[c][t];
        long below = Arrays.stream(all).filter(v -> v < x).count();
        long same = Arrays.stream(all).filter(v -> v == x).count();
        double rank = below + (1 + same) / 2.0;
        assertThat(scores[c][t])
            .isEqualTo(Special.normalQuantile((rank - 0.375) / (all.length + 0.25)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void folded_scores_are_those_of_distances(Shape shape) {
    double[][] chains = chains(shape);
    SortedDraws order = SortedDraws.of(chains);
    double centre = order.quantile(0.3);
    double[][] distances = Convergence.map(chains, x -> Math.abs(x - centre));
    assertThat(order.foldedScores(centre)).isDeepEqualTo(SortedDraws.of(distances).normalScores());
  }

  @ParameterizedTest
  @EnumSource
  void draws_are_in_order(Shape shape) {
    double[][] chains = chains(shape);
    SortedDraws order = SortedDraws.of(chains);
    double[] sorted =
        Arrays.stream(chains).flatMapToDouble(Arrays::stream).map(x -> x + 0.0).sorted().toArray();
    assertThat(IntStream.range(0, order.size()).mapToDouble(order::at).toArray()).isEqualTo(sorted);
  }
}
