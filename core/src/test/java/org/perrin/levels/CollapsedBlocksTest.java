package org.perrin.levels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.diagnostics.Convergence;
import org.perrin.family.NormalNoise;
import org.perrin.model.CommonScale;
import org.perrin.model.Density;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.ShrunkCoefficients;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/** All coefficients and effects integrated out: against other blocks and against quadrature. */
class CollapsedBlocksTest {
  private static final Density UNIT = Priors.exponential(1);
  private static final int GROUPS = 40;

  /** Slopes, a crossed factor, and two columns of a smooth whose centre is far from 0. */
  private static MixedModel everything() {
    int n = 90;
    var random = RandomStream.of(11);
    int[] g = new int[n];
    int[] h = new int[n];
    double[] v = new double[n];
    double[] y = new double[n];
    double[] weight = new double[n];
    double[][] x = new double[n][];
    for (int i = 0; i < n; i++) {
      g[i] = random.nextIndex(7);
      h[i] = random.nextIndex(5);
      v[i] = random.nextGaussian();
      weight[i] = 0.5 + random.nextDouble();
      x[i] = new double[] {1, v[i], v[i] * v[i] - 1, Math.abs(v[i]) - 0.8};
      y[i] = 1 + 0.3 * g[i] + 0.4 * (h[i] % 3) + 0.2 * (g[i] - 3) * v[i] + 0.5 * v[i] * v[i];
      y[i] += 0.8 * random.nextGaussian();
    }
    var slopes =
        new Varying(
            "g", g, 7, List.of("1", "x"), Arrays.asList(null, v), true, List.of(UNIT, UNIT), 1.5);
    var bends =
        new ShrunkCoefficients(
            new int[] {2, 3}, new double[] {1, 0.5}, new CommonScale("sd(s(x))", UNIT));
    return MixedModel.of(
            new NormalNoise(),
            Dataset.of(DenseRows.of(x), y).scaled(weight),
            List.of(slopes, Varying.intercepts("h", h, 5, UNIT)),
            List.of(Priors.normal(1, 2), Priors.normal(0, 1), Priors.flat(), Priors.flat(), UNIT))
        .with(List.of(bends));
  }

  private static LevelSweep collapsed(MixedModel model) {
    return Objects.requireNonNull(LevelSweep.collapsed(model, 1e6));
  }

  /** 58 numbers within 4.5 standard errors, twice: alarm 8e-4. */
  @Test
  void it_has_the_distribution_of_blocks_that_integrate_less_out() {
    MixedModel model = everything();
    double[][][] seen = LevelSweepTest.run(model, collapsed(model), 4000, 1);
    double[][][] blocks = LevelSweepTest.run(model, LevelSweep.of(model, 0), 8000, 2);
    double[][][] cells = LevelSweepTest.run(model, LevelSweep.ofCells(model, 0.1, 1), 8000, 3);
    assertThat(LevelSweepTest.worst(seen, blocks)).isLessThan(4.5);
    assertThat(LevelSweepTest.worst(seen, cells)).isLessThan(4.5);
  }

  /** Every coefficient, scale and correlation: a third of the draws or more are effective. */
  @Test
  void draws_are_nearly_independent() {
    MixedModel model = everything();
    double[][][] seen = LevelSweepTest.run(model, collapsed(model), 1000, 4);
    for (int k = 0; k < model.layout().head(); k++) {
      assertThat(Convergence.essBulk(seen[k])).as("parameter %d", k).isGreaterThan(1300);
    }
  }

  /**
   * With a row a level only σ² + τ² is known well, with fewer than three not much more: the scales
   * move along it. Without that σ has 38 effective draws of 4,000 here.
   */
  @Test
  void scales_that_rows_hardly_tell_apart_mix() {
    int n = 1000;
    var random = RandomStream.of(21);
    int[] g = new int[n];
    double[] y = new double[n];
    double[] v = new double[n];
    double[][] x = new double[n][];
    for (int i = 0; i < n; i++) {
      g[i] = i;
      v[i] = random.nextDouble() < 0.5 ? -2 : 2;
      x[i] = new double[] {1};
      y[i] = random.nextGaussian() + v[i] * random.nextGaussian();
    }
    List<Density> priors = List.of(Priors.normal(0, 1), UNIT);
    for (Varying term :
        List.of(
            Varying.intercepts("g", g, n, UNIT),
            new Varying("g", g, n, List.of("x"), List.of(v), false, List.of(UNIT), 1))) {
      var data = Dataset.of(DenseRows.of(x), y);
      MixedModel model = MixedModel.of(new NormalNoise(), data, List.of(term), priors);
      double[][][] seen = LevelSweepTest.run(model, collapsed(model), 1000, 6);
      for (int k = 0; k < model.layout().head(); k++) {
        assertThat(Convergence.essBulk(seen[k])).as("parameter %d", k).isGreaterThan(700);
      }
    }
  }

  @Test
  void large_models_and_priors_that_are_not_normal_are_left_to_others() {
    assertThat(LevelSweep.collapsed(pairs(Priors.studentT(4, 0, 1)), 1e6)).isNull();
    assertThat(LevelSweep.collapsed(pairs(Priors.normal(0, 1)), 1e3)).isNull();
    assertThat(LevelSweep.collapsed(pairs(Priors.normal(0, 1)), 1e6)).isNotNull();
  }

  /** Groups of two rows, whose scale has a long tail towards 0. */
  private static MixedModel pairs(Density intercept) {
    var random = RandomStream.of(12);
    int[] g = new int[2 * GROUPS];
    double[] y = new double[g.length];
    double[][] x = new double[g.length][];
    double[] b = new double[GROUPS];
    random.fillGaussian(b, GROUPS);
    for (int i = 0; i < g.length; i++) {
      g[i] = i % GROUPS;
      x[i] = new double[] {1};
      y[i] = 0.3 + 0.7 * b[g[i]] + random.nextGaussian();
    }
    return MixedModel.of(
        new NormalNoise(),
        Dataset.of(DenseRows.of(x), y),
        List.of(Varying.intercepts("g", g, GROUPS, UNIT)),
        List.of(intercept, UNIT));
  }

  /**
   * The distribution of a scale by quadrature over it, the noise and the intercept, for blocks that
   * integrate nothing, one term or everything out: five probabilities each within 4.5 standard
   * errors, alarm 1e-4. Moments would say little: the kurtosis of log scales like this is above 40,
   * and a standard deviation of thousands of draws may be a third off.
   */
  @Test
  void a_scale_with_a_long_tail_is_that_of_quadrature() {
    MixedModel model = pairs(Priors.normal(0, 1));
    double[] at = {-2.5, -1.5, -1, -0.6, -0.3};
    double[] truth = quadrature(model, at);
    for (LevelSweep sweep :
        List.of(collapsed(model), LevelSweep.of(model, 0), LevelSweep.leading(model, 0))) {
      double[][] seen = LevelSweepTest.run(model, sweep, 15_000, 5)[2];
      for (int q = 0; q < at.length; q++) {
        double bound = at[q];
        double[][] below = Convergence.map(seen, t -> t < bound ? 1 : 0);
        assertThat(Math.abs(Convergence.mean(below) - truth[q]) / Convergence.mcseMean(below))
            .as("%s below %s", sweep.blocks().getClass().getSimpleName(), bound)
            .isLessThan(4.5);
      }
    }
  }

  /**
   * {@code P(t < at)}. Means of pairs are {@code N(β, σ²/2 + τ²)}, half their differences {@code
   * N(0, σ²/2)}.
   */
  private static double[] quadrature(MixedModel model, double[] at) {
    double mean = 0;
    double between = 0;
    double within = 0;
    double[] means = new double[GROUPS];
    for (int j = 0; j < GROUPS; j++) {
      double a = model.data().responses().get(j);
      double b = model.data().responses().get(j + GROUPS);
      means[j] = (a + b) / 2;
      mean += means[j] / GROUPS;
      within += (a - b) * (a - b) / 4;
    }
    for (double m : means) {
      between += (m - mean) * (m - mean);
    }
    double total = 0;
    double[] sums = new double[at.length];
    for (double t = -15; t < 2; t += 0.02) {
      for (double s = -1; s < 1; s += 0.02) {
        double one = Math.exp(2 * s) / 2;
        double both = one + Math.exp(2 * t);
        double log = -GROUPS * Math.log(one) / 2 - within / (2 * one);
        log += -(GROUPS - 1) * Math.log(both) / 2 - between / (2 * both);
        double spread = 1 + both / GROUPS;
        log += -Math.log(spread) / 2 - mean * mean / (2 * spread);
        double f = Math.exp(log + s - Math.exp(s) + t - Math.exp(t));
        total += f;
        for (int q = 0; q < at.length; q++) {
          sums[q] += t < at[q] - 1e-9 ? f : Math.abs(t - at[q]) < 1e-9 ? f / 2 : 0;
        }
      }
    }
    for (int q = 0; q < at.length; q++) {
      sums[q] /= total;
    }
    return sums;
  }
}
