package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Synthetic;
import org.perrin.family.NormalNoise;
import org.perrin.io.design.DesignSpec;
import org.perrin.mode.Mode;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.posterior.ExactReport;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.random.RandomStream;

/** The exact sampler on Spark: the draws of memory to the bit, and few jobs. */
class SparkExactTest {
  private static final Density PRIOR = Priors.normal(0, 3);
  private static final Options OPTIONS = Options.standard().sampler("exact").draws(60).seed(7);
  private static final DesignSpec SPEC = DesignSpec.target("y").intercept(false).drop("id");

  private final SparkSession spark = TestSessions.local();

  private SparkPosterior far(Dataset data, DesignSpec spec, Options options) {
    return SparkFit.of(TestFrames.of(spark, data, 5), spec)
        .prior(PRIOR)
        .options(options)
        .key("id")
        .collectBelow(0)
        .run();
  }

  /**
   * Classes or counts of rows of which one in 400 is forty times as long as the others; the last
   * columns of counts are good for offsets and weights.
   */
  private static Dataset skewed(int rows, int columns, boolean counts) {
    var random = RandomStream.of(12);
    double[] y = new double[rows];
    var x =
        DenseRows.fill(
            rows,
            columns,
            (i, to, at) -> {
              double scale = i % 400 == 7 ? 40 : 1;
              to[at] = 1;
              double eta = -0.5;
              for (int k = 1; k < columns; k++) {
                to[at + k] = scale * random.nextGaussian() / Math.sqrt(columns);
                eta += (k % 2 == 0 ? 1 : -1) * (counts ? 0.02 : 1) * to[at + k];
              }
              if (counts) {
                to[at + columns - 2] = 0.3 * Math.sin(i);
                to[at + columns - 1] = 1 + i % 3;
              }
              double mean = counts ? Math.exp(eta) : 1 / (1 + Math.exp(-eta));
              double noise = random.nextDouble();
              y[i] = counts ? Math.floor(mean - Math.log(noise)) : noise < mean ? 1 : 0;
            });
    return Dataset.of(x, y);
  }

  private static ExactReport assertSame(SparkPosterior far, Posterior memory) {
    assertSameDraws(far, memory);
    ExactReport report = memory.account().exactly();
    assertThat(far.inner().account().exactly()).isEqualTo(report);
    return report;
  }

  private static void assertSameDraws(SparkPosterior far, Posterior memory) {
    assertThat(far.inner().mode().theta()).isEqualTo(memory.mode().theta());
    for (int c = 0; c < memory.draws().chains().size(); c++) {
      double[] there = far.inner().draws().chains().get(c).values();
      double[] here = memory.draws().chains().get(c).values();
      assertThat(Arrays.mismatch(there, here)).as("first other number").isEqualTo(-1);
    }
  }

  @Test
  void quadratic_polynomials_with_heavy_and_light_rows() {
    Dataset data = skewed(30_000, 32, false);
    Options few = OPTIONS.draws(10);
    ExactReport report =
        assertSame(far(data, SPEC, few), Perrin.sample(Glm.logistic(data, PRIOR), few));
    assertThat(report.order()).isEqualTo(2);
    assertThat(report.heavyRows()).isPositive();
    assertThat(report.lightRows()).isGreaterThan(1);
  }

  @Test
  void cubic_polynomials_of_counts_with_offsets_and_weights() {
    Dataset data = skewed(12_000, 11, true);
    DesignSpec spec = SPEC.offset(data.names().get(9)).weights(data.names().get(10));
    var x = data.x().map(9, (row, out) -> System.arraycopy(row, 0, out, 0, 9));
    double[] offset = new double[data.count()];
    double[] weights = new double[data.count()];
    Arrays.setAll(offset, i -> data.x().get(i, 9));
    Arrays.setAll(weights, i -> data.x().get(i, 10));
    var split = new Dataset(x, data.y(), offset, weights, data.names().subList(0, 9));
    // Light rows are rare here: with 60 draws a chain another processor's rounding may draw none.
    Options many = OPTIONS.draws(1_000);
    ExactReport report =
        assertSame(far(data, spec, many), Perrin.sample(Glm.poisson(split, PRIOR), many));
    assertThat(report.order()).isEqualTo(3);
    assertThat(report.heavyRows()).isPositive();
    assertThat(report.lightRows()).isPositive();
  }

  @Test
  void unknown_noise_needs_sums_and_no_row() {
    Dataset data = Synthetic.linear(5, 30_000, new double[] {1, -1, 0.5, 2, 0}, 1.5);
    SparkPosterior far = far(data, SPEC, OPTIONS);
    var model = ScaledGlm.of(new NormalNoise(), data, far.inner().model().prior());
    assertSame(far, Perrin.sample(model, OPTIONS));
    assertThat(far.work().jobs()).last().extracting(JobLog.Job::what).isEqualTo("summary");
  }

  @Test
  void the_number_of_jobs_does_not_depend_on_the_number_of_steps() {
    Dataset data = skewed(12_000, 26, false);
    SparkPosterior few = far(data, SPEC, OPTIONS.thin(1));
    SparkPosterior many = far(data, SPEC, OPTIONS.thin(1).draws(3_000));
    ExactReport report = many.inner().account().exactly();
    assertThat(report.lightRows()).isGreaterThan(5);
    assertThat(many.work().passes()).isEqualTo(few.work().passes());
    // heavy rows, pilots, eight blocks
    assertThat(fetches(few)).isLessThan(16);
    assertThat(fetches(many)).isLessThan(16);
  }

  private static long fetches(SparkPosterior posterior) {
    return posterior.work().jobs().stream().filter(job -> !job.pass()).count();
  }

  @Test
  void what_suits_is_exact() {
    Dataset data = skewed(12_000, 6, false);
    var chosen = far(data, SPEC, OPTIONS.sampler("auto"));
    assertThat(chosen.inner().account().sampler()).isEqualTo("exact");
    assertThat(chosen.inner().account().reason()).startsWith("exact: no bias");
  }

  @Test
  void natural_takes_over_where_exact_draws_cost_too_much() {
    Dataset data = skewed(12_000, 60, false);
    Options options = OPTIONS.tolerance(0.1).draws(20);
    var chosen = far(data, SPEC, options.sampler("auto"));
    assertThat(chosen.inner().account().sampler()).isEqualTo("natural");
    assertThat(chosen.inner().account().reason()).contains("exact draws are predicted to take");
    Posterior memory = Perrin.sample(Glm.logistic(data, PRIOR), options.sampler("natural"));
    assertSameDraws(chosen, memory);
  }

  @Test
  void moves_beyond_the_reach_are_decided_by_a_pass() {
    Dataset data = skewed(4_000, 5, false);
    var model = (SparkModel) far(data, SPEC, OPTIONS.draws(10)).inner().model();
    Glm memory = Glm.logistic(data, PRIOR);
    double[] u = {7, -8, 9, 1, 2};
    var metric = Mode.at(memory, new double[5]).metric();
    assertThat(model.in(metric).potential(u)).isEqualTo(memory.in(metric).potential(u));
  }
}
