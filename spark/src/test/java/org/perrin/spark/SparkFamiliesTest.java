package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.diagnostics.Summary;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.io.InputException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;
import org.perrin.regression.Regression;
import org.perrin.regression.SavedFit;
import org.perrin.regression.predict.PredictedRow;

/** Families and formulas on Spark: as in memory, and folders that the command reads. */
class SparkFamiliesTest {
  private static final StructType SCHEMA =
      new StructType()
          .add("x", DataTypes.DoubleType)
          .add("town", DataTypes.StringType)
          .add("y", DataTypes.DoubleType);
  private static final int ROWS = 20_000;

  private final SparkSession spark = TestSessions.local();

  /** {@code η = 0.5 + 0.4 x − 0.3 x² + 0.6 (town = b)}, y of a family at η and others. */
  private static List<Row> rows(Family family, double... others) {
    var random = RandomStream.of(12);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double x = random.nextGaussian();
      boolean b = random.nextDouble() < 0.4;
      double[] eta = new double[1 + others.length];
      eta[0] = 0.5 + 0.4 * x - 0.3 * x * x + (b ? 0.6 : 0);
      System.arraycopy(others, 0, eta, 1, others.length);
      rows.add(RowFactory.create(x, b ? "b" : "a", family.at(eta).draw(random)));
    }
    return rows;
  }

  private static Table table(List<Row> rows) {
    return Table.of(
        "rows",
        List.of(
            Column.Numeric.of("x", rows.stream().mapToDouble(r -> r.getDouble(0)).toArray()),
            Column.Text.of("town", rows.stream().map(r -> r.getString(1)).toArray(String[]::new)),
            Column.Numeric.of("y", rows.stream().mapToDouble(r -> r.getDouble(2)).toArray())));
  }

  private static SparkFit fit(Dataset<Row> rows, String formula, String family) {
    return SparkFit.of(rows, DesignSpec.formula(formula))
        .family(family)
        .options(Options.standard().draws(250).seed(3))
        .collectBelow(0);
  }

  /** 5 sds of each parameter: once in 100,000 seeds for the five of them. */
  @Test
  void a_formula_of_gamma_responses_is_fitted_where_they_lie(@TempDir Path folder) {
    List<Row> made = rows(Families.named("gamma"), Math.log(3));
    Dataset<Row> frame = spark.createDataFrame(made, SCHEMA).repartition(3);
    var far = fit(frame, "y ~ x + I(x^2) + town", "gamma").run();
    assertThat(far.draws().names())
        .containsExactly("(Intercept)", "x", "I(x^2)", "town[b]", "shape");
    double[] truth = {0.5, 0.4, -0.3, 0.6, 3};
    List<Summary.Row> rows = far.summary().rows();
    for (int k = 0; k < truth.length; k++) {
      assertThat(rows.get(k).mean()).isCloseTo(truth[k], within(5 * rows.get(k).sd()));
    }
    var near =
        Regression.of(table(made)).formula("y ~ x + I(x^2) + town").family("gamma").seed(3).fit();
    for (int k = 0; k < truth.length; k++) {
      // two runs of some 1,000 effective draws: means within 4 · √(2/1000) sds
      double sd = rows.get(k).sd();
      assertThat(near.summary().rows().get(k).mean())
          .isCloseTo(rows.get(k).mean(), within(0.2 * sd));
      assertThat(near.prepared().priors().get(k)).isEqualTo(far.fit().prepared().priors().get(k));
    }

    far.save(folder.resolve("gamma"));
    List<PredictedRow> saved =
        SavedFit.open(folder.resolve("gamma")).predict(table(made.subList(0, 50))).rows();
    List<Row> there =
        far.predict(spark.createDataFrame(made.subList(0, 50), SCHEMA)).collectAsList();
    assertThat(there).hasSize(50);
    for (int i = 0; i < 50; i++) {
      assertThat(there.get(i).getDouble(3)).isCloseTo(saved.get(i).mean(), within(1e-6));
      assertThat(there.get(i).getDouble(6)).isCloseTo(saved.get(i).high(), within(1e-6));
      assertThat(there.get(i).isNullAt(7)).isTrue();
    }
  }

  @Test
  void a_row_that_cannot_be_predicted_says_why() {
    List<Row> made = rows(Families.named("poisson"));
    var far = fit(spark.createDataFrame(made, SCHEMA), "y ~ x + town", "poisson").run();
    List<Row> odd = List.of(RowFactory.create(null, "a", 1.0), RowFactory.create(1.0, "c", 1.0));
    List<Row> there = far.predict(spark.createDataFrame(odd, SCHEMA)).collectAsList();
    assertThat(there.get(0).getString(7)).isEqualTo("\"x\" is missing");
    assertThat(there.get(1).getString(7)).contains("new level \"c\"");
    assertThat(there.get(1).isNullAt(3)).isTrue();
  }

  /** Three predictors: collected, and fitted on the driver. */
  @Test
  void families_of_several_predictors_are_fitted_on_the_driver() {
    List<Row> made = rows(Families.named("zero-inflated-poisson"), -1).subList(0, 4000);
    var far =
        fit(spark.createDataFrame(made, SCHEMA), "y ~ x + I(x^2) + town", "zero-inflated-poisson")
            .run();
    Summary.Row town = far.summary().rows().get(3);
    assertThat(town.mean()).isCloseTo(0.6, within(5 * town.sd()));
    assertThat(far.inner().account().sampler()).isNotEmpty();
  }

  @Test
  void what_is_not_fitted_here_is_refused_in_one_line() {
    Dataset<Row> frame =
        spark.createDataFrame(rows(Families.named("poisson")).subList(0, 100), SCHEMA);
    assertThatThrownBy(() -> fit(frame, "y ~ x + (1 | town)", "poisson").run())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("use C(town)");
    assertThatThrownBy(() -> fit(frame, "y ~ poly(x, 2)", "poisson").run())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("I(x^2)");
    assertThatThrownBy(() -> fit(frame, "y ~ x", "Mine.java"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("as a service");
  }
}
