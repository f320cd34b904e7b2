package org.perrin.spark.app;

import java.util.Arrays;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.perrin.Perrin;
import org.perrin.draws.Draws;
import org.perrin.io.design.DesignSpec;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Account;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.posterior.Watcher;
import org.perrin.spark.JobLog;
import org.perrin.spark.SparkFit;
import org.perrin.spark.SparkPosterior;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Generates a table on Spark, fits it there and in memory, and sets both side by side. */
@Command(
    name = "bench",
    description = "Fits generated rows on Spark and in memory, and compares bits and speed.",
    mixinStandardHelpOptions = true)
final class SparkBenchCommand implements Callable<Integer> {
  private static final Density PRIOR = Priors.normal(0, Math.sqrt(10));

  @Mixin private SessionOption sessions;

  @Option(names = "--rows", defaultValue = "5000000")
  private int rows;

  @Option(
      names = "--columns",
      defaultValue = "55",
      description = "Of indicators, the intercept included.")
  private int columns;

  /** What rows are of. */
  enum Kind {
    INDICATORS,
    FLIGHTS,
    LEVELS
  }

  @Option(
      names = "--table",
      defaultValue = "INDICATORS",
      description =
          "indicators: numbers and indicators, as many as --columns; flights: two numbers, four"
              + " factors, 135 columns; levels: four numbers, six factors, 999 columns.")
  private Kind table;

  @Option(names = "--partitions", defaultValue = "16")
  private int partitions;

  @Option(names = "--draws", defaultValue = "1000")
  private int draws;

  @Option(names = "--sampler", defaultValue = "natural", description = "natural or exact.")
  private String sampler;

  @Option(
      names = "--warm-up",
      defaultValue = "100000",
      description = "Rows to fit before, both ways, so that neither pays for Java's compiler.")
  private int warmUp;

  @Option(names = "--no-memory", description = "Leaves out the fit in memory.")
  private boolean sparkOnly;

  @Override
  public Integer call() throws java.io.IOException {
    BenchTable made =
        switch (table) {
          case INDICATORS -> generated();
          case FLIGHTS -> FactorTable.flights();
          case LEVELS -> FactorTable.thousandLevels();
        };
    Options options = Options.standard().sampler(sampler).draws(draws);
    SparkPosterior far;
    try (SparkSession spark = sessions.open()) {
      if (warmUp > 0) {
        far(spark, made, warmUp, options, Watcher.NONE);
        Perrin.sample(model(made, warmUp), options);
      }
      var cached = new CachedBytes(spark.sparkContext());
      long start = System.nanoTime();
      far = far(spark, made, rows, options, cached);
      show(far, (System.nanoTime() - start) * 1e-9);
      cached.most().forEach((name, bytes) -> System.out.printf("  %s: %,d bytes%n", name, bytes));
    }
    if (!sparkOnly) {
      compare(far, Perrin.sample(model(made, rows), options, new ProgressLines()));
    }
    return 0;
  }

  private GeneratedTable generated() {
    int numbers = Math.min(10, columns - 1);
    return new GeneratedTable(2210, numbers, columns - 1 - numbers);
  }

  private SparkPosterior far(
      SparkSession spark, BenchTable made, int count, Options options, Watcher watcher) {
    return SparkFit.of(made.rows(spark, count, partitions), DesignSpec.target("y"))
        .prior(PRIOR)
        .key("id")
        .options(options)
        .watcher(watcher)
        .collectBelow(0)
        .run();
  }

  private static Glm model(BenchTable made, int count) {
    return Glm.logistic(made.data(count), PRIOR);
  }

  private void show(SparkPosterior far, double seconds) {
    System.out.printf(
        "%,d rows × %d columns in %d partitions: %.1f s%n",
        rows, far.encoding().names().size(), partitions, seconds);
    for (JobLog.Job job : far.work().jobs()) {
      System.out.printf("  %-10s %8.2f s  %,d rows%n", job.what(), job.seconds(), job.rows());
    }
    Account account = far.inner().account();
    System.out.printf(
        "  passes %d, jobs %d, n %d, stages %s%n",
        far.work().passes(), far.work().jobs().size(), account.subsample(), account.seconds());
    if (account.exactly() != null) {
      System.out.printf("  thin %d, %s%n", account.thin(), account.exactly());
    }
  }

  private static void compare(SparkPosterior far, Posterior memory) {
    double there = rate(far.inner().account());
    double here = rate(memory.account());
    System.out.printf(
        "  sampling: %.2f million rows/s on Spark, %.2f in memory (%s): ratio %.2f%n",
        there / 1e6, here / 1e6, memory.account().seconds(), there / here);
    boolean alike = !"dense".equals(System.getProperty("perrin.rows"));
    System.out.println(
        alike || same(far.inner().draws(), memory.draws())
            ? "  same bits: " + same(far.inner().draws(), memory.draws())
            : "  other bits: rows that may be coded are so in memory");
  }

  private static double rate(Account account) {
    return account.rowsRead() / account.seconds().get("sampling");
  }

  private static boolean same(Draws a, Draws b) {
    for (int c = 0; c < a.chains().size(); c++) {
      if (!Arrays.equals(a.chains().get(c).values(), b.chains().get(c).values())) {
        return false;
      }
    }
    return true;
  }
}
