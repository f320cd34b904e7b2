package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.perrin.data.Synthetic;
import org.perrin.io.design.DesignSpec;
import org.perrin.posterior.Options;

/** Jobs as Spark counts them: as many for a long run as for a short one. */
class JobsTest {
  @Test
  void the_number_of_jobs_does_not_depend_on_the_number_of_steps() throws TimeoutException {
    SparkSession spark = TestSessions.local();
    var data = TestFrames.of(spark, Synthetic.classification(3, 44_000, 5, 0.5, 0.3), 3);
    var started = new AtomicInteger();
    var listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart job) {
            started.incrementAndGet();
          }
        };
    spark.sparkContext().addSparkListener(listener);
    int few = jobs(data, 20, started);
    int many = jobs(data, 200, started);
    spark.sparkContext().removeSparkListener(listener);
    assertThat(many).isEqualTo(few).isLessThan(30);
  }

  private static int jobs(
      org.apache.spark.sql.Dataset<org.apache.spark.sql.Row> data, int draws, AtomicInteger started)
      throws TimeoutException {
    int before = started.get();
    var posterior =
        SparkFit.of(data, DesignSpec.target("y").intercept(false).drop("id"))
            .options(Options.standard().sampler("natural").draws(draws))
            .collectBelow(0)
            .run();
    assertThat(posterior.work().passes()).isLessThanOrEqualTo(5);
    data.sparkSession().sparkContext().listenerBus().waitUntilEmpty();
    return started.get() - before;
  }
}
