package org.perrin.spark;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.regression.predict.TablePredictor;

/**
 * What {@link PerrinRegression} fitted: a posterior that predicts rows where they lie. Behind each
 * row come {@code prediction}, {@code prediction_sd}, {@code prediction_low} and {@code
 * prediction_high} of its predictive distribution, for classes {@code prediction}, the most
 * probable one, and {@code prediction_probabilities}; and {@code prediction_problem}, which says
 * why a row has no prediction and is null otherwise. What is saved holds, below {@code fit}, the
 * folder that {@code perrin predict} and {@code perrin summary} read.
 */
public final class PerrinRegressionModel extends Model<PerrinRegressionModel>
    implements MLWritable {
  private static final long serialVersionUID = 1L;
  static final String PREDICTION = "prediction";

  private final String uid;
  private final transient SparkFittedModel fitted;
  private final Param<String> predictionCol;
  private final DoubleParam interval;

  PerrinRegressionModel(String uid, SparkFittedModel fitted) {
    this.uid = uid;
    this.fitted = fitted;
    predictionCol = new Param<>(this, "predictionCol", "what columns of predictions begin with");
    interval = new DoubleParam(this, "interval", "the probability of intervals");
    setDefault(predictionCol, PREDICTION);
    setDefault(interval, TablePredictor.INTERVAL);
  }

  /** Parameters without a fit, which Spark fills in before the fit is read. */
  public PerrinRegressionModel(String uid) {
    this(uid, null);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Mean, standard deviation, quantiles and diagnostics of every parameter. */
  public Summary summary() {
    return Summary.of(fitted.draws());
  }

  /** Draws of the user's parameters. */
  public Draws posterior() {
    return fitted.draws();
  }

  private FarPredictor predictor() {
    return FarPredictor.of(fitted, getOrDefault(predictionCol), (Double) getOrDefault(interval));
  }

  @Override
  public Dataset<Row> transform(Dataset<?> rows) {
    return predictor().transform(rows.toDF());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return predictor().schema(schema);
  }

  @Override
  public PerrinRegressionModel copy(ParamMap extra) {
    var copy = new PerrinRegressionModel(uid, fitted);
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new MLWriter() {
      @Override
      public void saveImpl(String path) {
        new DefaultParamsWriter(PerrinRegressionModel.this).saveImpl(path);
        fitted.write(path, hadoop(sparkSession()));
      }
    };
  }

  /** Reads what {@link #write} wrote. */
  public static MLReader<PerrinRegressionModel> read() {
    return new MLReader<>() {
      @Override
      public PerrinRegressionModel load(String path) {
        var values = new DefaultParamsReader<PerrinRegressionModel>().load(path);
        var fitted = SparkFittedModel.read(path, hadoop(sparkSession()));
        return values.copyValues(
            new PerrinRegressionModel(values.uid(), fitted), values.copyValues$default$2());
      }
    };
  }

  private static Configuration hadoop(SparkSession spark) {
    return spark.sparkContext().hadoopConfiguration();
  }

  /** Reads what {@code save} wrote. */
  public static PerrinRegressionModel load(String path) {
    return read().load(path);
  }

  /** What columns of predictions begin with. */
  public Param<String> predictionCol() {
    return predictionCol;
  }

  /** With columns of predictions that begin with this name. */
  public PerrinRegressionModel setPredictionCol(String name) {
    return (PerrinRegressionModel) set(predictionCol, name);
  }

  /** The probability of intervals. */
  public DoubleParam interval() {
    return interval;
  }

  /** With intervals of this probability. */
  public PerrinRegressionModel setInterval(double probability) {
    return (PerrinRegressionModel) set((Param<Object>) interval, probability);
  }
}
