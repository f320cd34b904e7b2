package org.perrin.levels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.family.Poisson;
import org.perrin.model.Density;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/** The point around which rows are expanded. */
class CentreSearchTest {
  private static final int ROWS = 150;
  private static final int LEVELS = 5;
  private static final Density UNIT = Priors.exponential(1);

  /**
   * Counts from 0 to many thousands, whose logarithm is a line of its own in each level. A level
   * that is left far from where it belongs stays there, as no proposal for it is accepted, and
   * scales follow it: chains agree on what is wrong. The point found must be about as probable as
   * the truth.
   */
  @Test
  void every_level_is_found_though_counts_differ_by_powers_of_ten() {
    for (int seed = 0; seed < 60; seed++) {
      var random = RandomStream.of(400 + seed);
      int[] g = new int[ROWS];
      double[] v = new double[ROWS];
      double[][] x = new double[ROWS][];
      double[] z = new double[2 * LEVELS];
      random.fillGaussian(z, z.length);
      double[] y = new double[ROWS];
      for (int i = 0; i < ROWS; i++) {
        g[i] = i % LEVELS;
        v[i] = random.nextGaussian();
        x[i] = new double[] {1, v[i]};
        double eta = 0.3 + 0.5 * z[2 * g[i]] + (0.2 + 1.5 * z[2 * g[i] + 1]) * v[i];
        double rate = Math.exp(eta);
        y[i] = Math.max(0, Math.rint(rate + Math.sqrt(rate) * random.nextGaussian()));
      }
      var columns = Arrays.asList(null, v);
      var term =
          new Varying("g", g, LEVELS, List.of("1", "x"), columns, true, List.of(UNIT, UNIT), 1);
      List<Density> priors = List.of(Priors.normal(0, 1), Priors.normal(0, 1));
      var data = Dataset.of(DenseRows.of(x), y);
      MixedModel model = MixedModel.of(new Poisson(), data, List.of(term), priors);
      double[] truth = new double[model.dimension()];
      truth[0] = 0.3;
      truth[1] = 0.2;
      truth[model.layout().scales(0)] = Math.log(0.5);
      truth[model.layout().scales(0) + 1] = Math.log(1.5);
      System.arraycopy(z, 0, truth, truth.length - z.length, z.length);
      LevelBlocks blocks = LevelSweep.ofCells(model, 0.5, 1).blocks();
      assertThat(blocks.centred()).isTrue();
      double[] found = blocks.start();
      assertThat(model.potential(found) - model.potential(truth)).as("seed %d", seed).isLessThan(5);
    }
  }
}
