package org.perrin.spark.app;

import java.util.Arrays;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.draws.Draws;
import org.perrin.io.design.DesignSpec;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Account;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
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

  @Option(names = "--columns", defaultValue = "55", description = "The intercept included.")
  private int columns;

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
    int numbers = Math.min(10, columns - 1);
    var made = new GeneratedTable(2210, numbers, columns - 1 - numbers);
    Options options = Options.standard().sampler(sampler).draws(draws);
    SparkPosterior far;
    try (SparkSession spark = sessions.open()) {
      if (warmUp > 0) {
        far(spark, made, warmUp, options);
        Perrin.sample(model(made, warmUp), options);
      }
      far = far(spark, made, rows, options);
    }
    show(far);
    if (!sparkOnly) {
      Posterior memory = Perrin.sample(model(made, rows), options, new ProgressLines());
      compare(far, memory);
    }
    return 0;
  }

  private SparkPosterior far(SparkSession spark, GeneratedTable made, int count, Options options) {
    return SparkFit.of(made.rows(spark, count, partitions), DesignSpec.target("y"))
        .prior(PRIOR)
        .key("id")
        .options(options)
        .watcher(new ProgressLines())
        .collectBelow(0)
        .run();
  }

  private Glm model(GeneratedTable made, int count) {
    double[] y = new double[count];
    var x =
        DenseRows.fill(
            count,
            columns,
            (i, to, at) -> {
              double[] row = made.row(i);
              to[at] = 1;
              System.arraycopy(row, 0, to, at + 1, columns - 1);
              y[i] = row[columns - 1];
            });
    return Glm.logistic(Dataset.of(x, y), PRIOR);
  }

  private void show(SparkPosterior far) {
    System.out.printf("%,d rows × %d columns in %d partitions%n", rows, columns, partitions);
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
    System.out.println("  same bits: " + same(far.inner().draws(), memory.draws()));
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
