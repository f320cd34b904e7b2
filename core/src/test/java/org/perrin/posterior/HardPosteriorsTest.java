package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.diagnostics.Convergence;
import org.perrin.math.Matrices;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.Multinomial;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.random.RandomStream;
import org.perrin.sampler.Run;

/**
 * Posteriors on which a sampler was found to be wrong without a word, or to end in an error where
 * another works. The answer must be right, or say that it may not be.
 */
class HardPosteriorsTest {
  /** Classes 0, 1 and, of {@code rare} rows, 2; four columns and an intercept. */
  private static Multinomial rareClass(int rows, int rare, long seed) {
    double[][] x = new double[rows][5];
    double[] y = new double[rows];
    var random = RandomStream.of(seed);
    for (int i = 0; i < rows; i++) {
      random.fillGaussian(x[i], 5);
      x[i][0] = 1;
      y[i] = i < rare ? 2 : random.nextDouble() < 1 / (1 + Math.exp(-x[i][1])) ? 1 : 0;
    }
    return Multinomial.of(
        Dataset.of(DenseRows.of(x), y), Independent.all(10, Priors.normal(0, 2.5)));
  }

  /**
   * The intercept of a class of k rows among N is about the logarithm of a gamma variable with
   * shape k: its sd is √ψ'(k) = 0.63 for k = 3, a little more as slopes are not known. By curvature
   * at the mode alone the sampler said 5.6. 4 × 1,000 draws know an sd to 2 %: bounds of five times
   * that around 0.66, the mean of three long runs of NUTS.
   */
  @Test
  void a_class_of_three_rows_has_its_spread() {
    var options = Options.standard().sampler("natural").seed(3);
    Posterior posterior = Perrin.sample(rareClass(20_000, 3, 91), options);
    assertThat(Convergence.sd(posterior.draws().coordinate(5))).isBetween(0.58, 0.74);
    assertThat(posterior.account().doubts()).isEmpty();
  }

  /** A class of one row throws chains out now and then: that is seen, and said. */
  @Test
  void a_class_of_one_row_is_not_called_trusted() {
    var options = Options.standard().sampler("natural").draws(500).seed(1);
    Posterior posterior = Perrin.sample(rareClass(20_000, 1, 92), options);
    double sd = Convergence.sd(posterior.draws().coordinate(5));
    boolean right = sd > 0.7 && sd < 1.3;
    assertThat(right || posterior.trust().level() != Trust.Level.GOOD).isTrue();
  }

  /** A level of ones under a prior that hardly holds it: said before the first draw, with a way. */
  @Test
  void natural_by_name_says_before_sampling_that_nuts_would_take_less() {
    double[][] x = new double[4000][3];
    double[] y = new double[4000];
    var random = RandomStream.of(94);
    for (int i = 0; i < 4000; i++) {
      x[i][0] = 1;
      x[i][1] = random.nextGaussian();
      x[i][2] = i < 10 ? 1 : 0;
      y[i] = i < 10 || random.nextDouble() < 0.3 ? 1 : 0;
    }
    var model = Glm.logistic(Dataset.of(x, y), Priors.normal(0, 100));
    List<String> remarks = new ArrayList<>();
    var stopped =
        new Watcher() {
          @Override
          public void remark(String text) {
            remarks.add(text);
          }

          @Override
          public boolean block(Run run) {
            return false;
          }

          @Override
          public int blockSteps(long rows, long steps) {
            return 1;
          }
        };
    Sampling.run(model, Options.standard().sampler("natural"), stopped);
    assertThat(remarks)
        .anySatisfy(text -> assertThat(text).contains("the step is reduced"))
        .anySatisfy(text -> assertThat(text).contains("all rows at every step would take less"));
  }

  /** Levels with hardly a count under a wide prior: natural wanders off, exact samplers do not. */
  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void auto_takes_an_exact_sampler_where_natural_cannot(long seed) {
    int levels = 30;
    int rows = 8000;
    double[][] x = new double[rows][levels];
    double[] y = new double[rows];
    var random = RandomStream.of(93);
    for (int i = 0; i < rows; i++) {
      int level = random.nextIndex(levels);
      x[i][0] = 1;
      x[i][level] = 1;
      y[i] = random.nextDouble() < 0.004 * (1 + level % 3) ? 1 : 0;
    }
    var model = Glm.poisson(Dataset.of(DenseRows.of(x), y), Priors.normal(0, 10));
    Posterior posterior = Perrin.sample(model, Options.standard().draws(20).seed(seed));
    assertThat(posterior.account().exact()).isTrue();
    assertThat(posterior.account().reason()).startsWith("exact: ").doesNotContain("prior");
    assertThat(posterior.draws().count()).isEqualTo(80);
  }

  /**
   * More columns than rows: the joint mode has σ = 0, the posterior has not. Given σ the responses
   * are normal with covariance {@code C = σ²I + XXᵀ}, so the marginal of log σ is an integral on a
   * line. 4 × 1,000 independent draws: means to 0.016 sd, sds to 2 % or so (tails are long), bounds
   * of five of them. NUTS gets there too, with few effective draws: means to 0.12 sd.
   */
  @ParameterizedTest
  @CsvSource({"40, 51", "30, 60"})
  void more_columns_than_rows_are_no_obstacle(int rows, int columns) {
    double[][] x = new double[rows][columns];
    double[] y = new double[rows];
    var random = RandomStream.of(94);
    for (int i = 0; i < rows; i++) {
      random.fillGaussian(x[i], columns);
      y[i] = 2 * x[i][0] - 1.5 * x[i][1] + random.nextGaussian();
    }
    var data = Dataset.of(DenseRows.of(x), y);
    var model = ScaledGlm.linear(data, Priors.normal(0, 1), Priors.exponential(1));
    Posterior posterior = Perrin.sample(model, Options.standard().seed(5));
    double[] truth = logSigma(x, y);
    double[][] draws = posterior.draws().coordinate(columns);
    assertThat(posterior.account().sampler()).isEqualTo("direct");
    assertThat(Convergence.essBulk(draws)).isGreaterThan(3500);
    assertThat(Convergence.mean(draws)).isCloseTo(truth[0], within(0.08 * truth[1]));
    assertThat(Convergence.sd(draws) / truth[1]).isBetween(0.9, 1.1);
    Posterior nuts = Perrin.sample(model, Options.standard().sampler("nuts").seed(5));
    double[][] others = nuts.draws().coordinate(columns);
    assertThat(Convergence.mean(others)).isCloseTo(truth[0], within(0.5 * truth[1]));
  }

  /** Mean and sd of s = log σ: {@code p(s) ∝ e^s e^{−e^s} N(y; 0, C)} on a fine grid. */
  private static double[] logSigma(double[][] x, double[] y) {
    int n = y.length;
    double[] gram = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < x[0].length; k++) {
          gram[i * n + j] += x[i][k] * x[j][k];
        }
      }
    }
    int nodes = 1200;
    double[] log = new double[nodes];
    double[] at = new double[nodes];
    for (int g = 0; g < nodes; g++) {
      at[g] = -9 + 0.01 * g;
      double[] c = gram.clone();
      for (int i = 0; i < n; i++) {
        c[i * n + i] += Math.exp(2 * at[g]);
      }
      double[] lower = Matrices.cholesky(c, n);
      double[] solved = Matrices.solve(lower, y, n);
      log[g] = at[g] - Math.exp(at[g]);
      for (int i = 0; i < n; i++) {
        log[g] -= Math.log(lower[i * n + i]) + y[i] * solved[i] / 2;
      }
    }
    double most = Arrays.stream(log).max().orElseThrow();
    double total = 0;
    double mean = 0;
    double square = 0;
    for (int g = 0; g < nodes; g++) {
      double p = Math.exp(log[g] - most);
      total += p;
      mean += p * at[g];
      square += p * at[g] * at[g];
    }
    mean /= total;
    return new double[] {mean, Math.sqrt(square / total - mean * mean)};
  }
}
