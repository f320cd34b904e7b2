package org.perrin.spark.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.perrin.io.InputException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.formula.Formulas;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;
import org.perrin.posterior.Sizing;
import org.perrin.regression.prior.PriorChoice;
import org.perrin.spark.JobLog;
import org.perrin.spark.SparkFit;
import org.perrin.spark.SparkPosterior;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fits a table that Spark reads, and leaves chains and an encoding in a folder. */
@Command(
    name = "fit",
    description = "Fits a regression to a table that Spark reads.",
    mixinStandardHelpOptions = true)
final class SparkFitCommand implements Callable<Integer> {
  @Mixin private SessionOption sessions;

  @Parameters(paramLabel = "DATA", description = "A path or URL that Spark reads.")
  private String data;

  @Option(
      names = "--format",
      description = "parquet, csv, json, orc, table; by the ending of DATA if not given.")
  private String format;

  @Option(names = "--target", description = "The column to explain.")
  private String target;

  @Option(
      names = {"-f", "--formula"},
      description =
          "Terms in the manner of R, as in \"y ~ x + log(z) + C(kind)\"; again for other "
              + "parameters, as in \"sigma ~ x\".")
  private List<String> formulas = new ArrayList<>();

  @Option(
      names = "--features",
      split = ",",
      description = "Columns to use; all others if not given.")
  private List<String> features;

  @Option(names = "--drop", split = ",", description = "Columns to leave out.")
  private List<String> drop;

  @Option(names = "--weights", description = "A column that says how often a row counts.")
  private String weights;

  @Option(names = "--offset", description = "A column or expression, such as log(exposure).")
  private String offset;

  @Option(names = "--positive", description = "The level of the target that counts as 1.")
  private String positive;

  @Option(names = "--model", description = "As perrin models lists them; guessed if not given.")
  private String model;

  @Option(
      names = "--prior",
      description = "As of the command, for all coefficients or name=prior for one.")
  private List<String> priors = new ArrayList<>();

  @Option(names = "--missing", description = "error or drop.", defaultValue = "error")
  private MissingPolicy missing;

  @Option(
      names = "--key",
      description = "A column of whole numbers that orders rows; their contents do if not given.")
  private String key;

  @Option(
      names = "--prior-sd",
      description = "normal(0, SD) for all coefficients of columns as they are; else by the data.")
  private Double priorSd;

  @Option(names = "--chains", defaultValue = "4")
  private int chains;

  @Option(names = "--draws", defaultValue = "1000", description = "Draws of each chain.")
  private int draws;

  @Option(names = "--seed", defaultValue = "1")
  private long seed;

  @Option(
      names = "--sampler",
      defaultValue = "auto",
      description = "auto, natural or exact; any if the table is fitted on the driver.")
  private String sampler;

  @Option(
      names = "--tolerance",
      defaultValue = "0.01",
      description = "By how much gradient noise may widen a standard deviation.")
  private double tolerance;

  @Option(names = "--sizing", defaultValue = "fixed", description = "fixed or adaptive.")
  private Sizing sizing;

  @Option(
      names = "--collect-below",
      defaultValue = "2000000",
      description = "Numbers in a table that is small enough to be fitted on the driver.")
  private long collectBelow;

  @Option(
      names = {"-o", "--out"},
      required = true,
      description = "The folder to leave chains in.")
  private Path out;

  @Override
  public Integer call() throws java.io.IOException {
    try (SparkSession spark = sessions.open()) {
      SparkFit fit =
          SparkFit.of(read(spark), spec())
              .source(data)
              .family(model)
              .priors(new PriorChoice(priors, null, null, List.of()))
              .key(key)
              .collectBelow(collectBelow);
      if (priorSd != null) {
        fit.prior(Priors.normal(0, priorSd));
      }
      var options = Options.standard().sampler(sampler).chains(chains).draws(draws).seed(seed);
      var posterior =
          fit.options(options.tolerance(tolerance).sizing(sizing))
              .watcher(new ProgressLines())
              .run();
      write(posterior);
      System.out.println(posterior.summary());
    }
    return 0;
  }

  private DesignSpec spec() {
    var all = Formulas.of(target, formulas);
    return new DesignSpec(
        target,
        features,
        drop,
        weights,
        offset,
        positive,
        null,
        all.first(),
        all.further(),
        true,
        missing);
  }

  private Dataset<Row> read(SparkSession spark) {
    String kind = format != null ? format : data.replaceAll("/+$", "").replaceAll(".*\\.", "");
    String known = kind.equals("gz") || kind.equals("bz2") ? "csv" : kind;
    try {
      return switch (known) {
        case "csv" -> spark.read().option("header", true).option("inferSchema", true).csv(data);
        case "parquet", "json", "orc" -> spark.read().format(known).load(data);
        case "table" -> spark.table(data);
        default ->
            throw InputException.of(
                data, "its ending names no format: give --format parquet, csv, json, orc or table");
      };
    } catch (Exception e) {
      if (e instanceof AnalysisException wrong) {
        throw InputException.of(data, "Spark cannot read it: " + wrong.getSimpleMessage());
      }
      throw e;
    }
  }

  private void write(SparkPosterior posterior) {
    posterior.save(out);
    posterior.notes().forEach(Main::report);
    JobLog work = posterior.work();
    Main.report(
        "%s; %d passes, %d jobs, %,d rows fetched; perrin predict reads %s"
            .formatted(
                posterior.inner().account().reason(),
                work.passes(),
                work.jobs().size(),
                work.fetched(),
                out));
  }
}
