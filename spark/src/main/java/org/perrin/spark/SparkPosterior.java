package org.perrin.spark;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.io.design.Encoding;
import org.perrin.posterior.Posterior;
import org.perrin.regression.Fit;
import org.perrin.regression.predict.TablePredictor;

/**
 * The answer of a fit on Spark.
 *
 * @param fit the same as a fit in memory has it
 * @param work the jobs it took
 */
public record SparkPosterior(Fit fit, JobLog work) {
  /** Draws of the user's parameters. */
  public Draws draws() {
    return fit.draws();
  }

  /** What the sampler saw, columns centred and scaled. */
  public Posterior inner() {
    return fit.inner();
  }

  /** How columns became a design. */
  public Encoding encoding() {
    return fit.prepared().encoding();
  }

  /** What a user should know. */
  public List<String> notes() {
    return fit.notes();
  }

  /** Mean, standard deviation, quantiles and diagnostics of every parameter. */
  public Summary summary() {
    return fit.summary();
  }

  /** Writes a folder that the command reads, to predict by for example. */
  public void save(Path folder) {
    fit.save(folder);
  }

  /**
   * The rows with predictions behind them, made where they lie, in the columns of {@link
   * PerrinRegressionModel}.
   */
  public Dataset<Row> predict(Dataset<Row> rows) {
    return FarPredictor.of(
            SparkFittedModel.of(fit), PerrinRegressionModel.PREDICTION, TablePredictor.INTERVAL)
        .transform(rows);
  }
}
