package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.family.Families;
import org.perrin.io.InputException;
import org.perrin.regression.SavedFit;

/** The pair of Spark ML: alone, in pipelines, written and read. */
class PerrinRegressionTest {
  private static final int ROWS = 400;

  private final SparkSession spark = TestSessions.local();
  private final SimulatedRows rows = SimulatedRows.of(Families.named("poisson"), ROWS);

  private static PerrinRegression regression() {
    return new PerrinRegression()
        .setFormula("y ~ x + I(x^2) + town")
        .setFamily("poisson")
        .setChains(2)
        .setDraws(50)
        .setSeed(4);
  }

  private static List<Row> sorted(Dataset<Row> rows) {
    return rows.sort("x").collectAsList();
  }

  @Test
  void a_pipeline_is_fitted_written_and_read(@TempDir Path folder) {
    Dataset<Row> frame = rows.frame(spark);
    var second = regression().setFormula("y ~ prediction").setPredictionCol("again");
    var pipeline = new Pipeline().setStages(new PipelineStage[] {regression(), second});
    String written = folder.resolve("pipeline").toString();
    assertWritten(() -> pipeline.write().save(written));
    Pipeline read = Pipeline.load(written);
    assertThat(((PerrinRegression) read.getStages()[0]).explainParams())
        .contains("current: y ~ x + I(x^2) + town");

    PipelineModel model = pipeline.fit(frame);
    List<Row> predicted = sorted(model.transform(frame));
    assertThat(model.transformSchema(SimulatedRows.SCHEMA))
        .isEqualTo(predicted.getFirst().schema());
    assertThat(predicted).hasSize(ROWS);
    assertThat(sorted(read.fit(frame).transform(frame))).isEqualTo(predicted);

    String models = folder.resolve("models").toString();
    assertWritten(() -> model.write().save(models));
    PipelineModel same = PipelineModel.load(models);
    List<Row> again = sorted(same.transform(frame));
    for (int i = 0; i < ROWS; i++) {
      // files have seven digits or more
      assertThat(again.get(i).<Double>getAs("prediction"))
          .isCloseTo(
              predicted.get(i).<Double>getAs("prediction"),
              org.assertj.core.data.Offset.offset(1e-5));
    }
    var one = (PerrinRegressionModel) same.stages()[0];
    assertWritten(() -> one.write().overwrite().save(folder.resolve("one").toString()));
    assertThat(SavedFit.open(folder.resolve("one/fit")).draws().names())
        .containsExactly("(Intercept)", "x", "I(x^2)", "town[b]");
    assertThat(one.summary().rows()).hasSize(4);
  }

  private interface Writing {
    void run() throws java.io.IOException;
  }

  private static void assertWritten(Writing writing) {
    org.assertj.core.api.Assertions.assertThatCode(writing::run).doesNotThrowAnyException();
  }

  @Test
  void parameters_are_copied_and_columns_are_checked_before_any_job() {
    PerrinRegression plain = regression();
    PerrinRegression copy = plain.copy(new ParamMap().put(plain.family(), "negative-binomial"));
    assertThat(copy.uid()).isEqualTo(plain.uid());
    assertThat(copy.getOrDefault(copy.family())).isEqualTo("negative-binomial");
    assertThat(plain.getOrDefault(plain.family())).isEqualTo("poisson");
    assertThat(plain.transformSchema(SimulatedRows.SCHEMA).fieldNames())
        .endsWith(
            "prediction",
            "prediction_sd",
            "prediction_low",
            "prediction_high",
            "prediction_problem");
    assertThatThrownBy(() -> regression().setFormula("y ~ z").transformSchema(SimulatedRows.SCHEMA))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("there is no column \"z\"");
    assertThatThrownBy(
            () -> regression().setPredictionCol("x").transformSchema(SimulatedRows.SCHEMA))
        .hasMessageContaining("there is a column \"x\" already");
    assertThatThrownBy(() -> new PerrinRegression().fit(rows.frame(spark)))
        .hasMessageContaining("set formula or labelCol");
  }

  @Test
  void classes_have_a_probability_each() {
    var model = regression().setFamily("multinomial").setFormula("town3 ~ x").fit(three());
    Row row = model.transform(three()).first();
    List<Double> probabilities = row.getList(row.fieldIndex("prediction_probabilities"));
    assertThat(probabilities).hasSize(3);
    assertThat(probabilities.stream().mapToDouble(p -> p).sum())
        .isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(row.<String>getAs("prediction")).isIn("a", "b", "none");
  }

  private Dataset<Row> three() {
    return rows.frame(spark)
        .withColumn("town3", org.apache.spark.sql.functions.expr("if(y = 0, 'none', town)"));
  }
}
