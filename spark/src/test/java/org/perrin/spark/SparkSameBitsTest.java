package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.draws.Draws;
import org.perrin.family.NormalNoise;
import org.perrin.io.design.DesignSpec;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.posterior.Sizing;

/** Spark or not, partitions or not: the same draws to the bit. */
class SparkSameBitsTest {
  private static final Density PRIOR = Priors.normal(0, 3);
  private static final Options OPTIONS = Options.standard().sampler("natural").draws(40).seed(7);
  private static final DesignSpec SPEC = DesignSpec.target("y").intercept(false).drop("id");

  private final SparkSession spark = TestSessions.local();
  private final Dataset data = Synthetic.classification(3, 40_000, 6, 0.5, 0.3);

  private SparkFit fit(int parts) {
    return SparkFit.of(TestFrames.of(spark, data, parts), SPEC)
        .prior(PRIOR)
        .options(OPTIONS)
        .collectBelow(0);
  }

  private static void assertSame(Draws a, Draws b) {
    assertThat(a.chains()).hasSameSizeAs(b.chains());
    for (int c = 0; c < a.chains().size(); c++) {
      assertThat(a.chains().get(c).values()).isEqualTo(b.chains().get(c).values());
    }
  }

  @Test
  void rows_ordered_by_a_key_give_the_draws_of_memory() {
    Posterior memory = Perrin.sample(Glm.logistic(data, PRIOR), OPTIONS);
    var far = fit(5).key("id").run();
    assertThat(far.inner().mode().theta()).isEqualTo(memory.mode().theta());
    assertSame(far.draws(), memory.draws());
    assertThat(far.work().passes()).isEqualTo(memory.account().passes() + 1);
  }

  @Test
  void adaptive_sizes_take_from_the_same_stream() {
    Options adaptive = OPTIONS.sizing(Sizing.ADAPTIVE);
    Posterior memory = Perrin.sample(Glm.logistic(data, PRIOR), adaptive);
    assertSame(fit(3).key("id").options(adaptive).run().draws(), memory.draws());
  }

  @Test
  void unknown_noise_gives_the_draws_of_memory() {
    Dataset numbers = Synthetic.linear(5, 30_000, new double[] {1, -1, 0.5, 2, 0}, 1.5);
    var frame = TestFrames.of(spark, numbers, 4);
    var far =
        SparkFit.of(frame, SPEC).prior(PRIOR).options(OPTIONS).key("id").collectBelow(0).run();
    var model = ScaledGlm.of(new NormalNoise(), numbers, far.inner().model().prior());
    assertSame(far.inner().draws(), Perrin.sample(model, OPTIONS).draws());
  }

  @Test
  void partitions_do_not_show() {
    Draws few = fit(2).run().draws();
    Draws many = fit(13).run().draws();
    assertSame(few, many);
  }
}
