package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

/**
 * Awkward partitions, and rows and schemas that do not fit: the right answer, or one clear line.
 */
class SparkEdgeTest {
  private static final StructType SCHEMA =
      new StructType()
          .add("x", DataTypes.DoubleType)
          .add("soil", DataTypes.StringType)
          .add("wet", DataTypes.BooleanType)
          .add("y", DataTypes.StringType);
  private static final String[] SOILS = {"clay", "loam", "sand"};

  private final SparkSession spark = TestSessions.local();

  @BeforeAll
  static void plainNumbers() {
    Locale.setDefault(Locale.ROOT);
  }

  private static Row row(RandomStream random, double scale) {
    double x = scale * random.nextGaussian();
    int soil = random.nextIndex(3);
    boolean wet = random.nextDouble() < 0.3;
    double eta = x + (soil == 1 ? 1 : 0) - (wet ? 1 : 0);
    boolean yes = random.nextDouble() < 1 / (1 + Math.exp(-eta));
    return RowFactory.create(x, SOILS[soil], wet, yes ? "yes" : "no");
  }

  private static List<Row> rows(int count) {
    var random = RandomStream.of(11);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // a few rows far out hold most of the weight
      rows.add(row(random, i % 500 == 0 ? 30 : 1));
    }
    return rows;
  }

  /** Partitions of these sizes, rows in their order. */
  private Dataset<Row> parts(List<Row> rows, int... sizes) {
    int[] ends = sizes.clone();
    Arrays.parallelPrefix(ends, Integer::sum);
    var context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    List<Integer> numbers = new ArrayList<>();
    for (int p = 0; p < sizes.length; p++) {
      numbers.add(p);
    }
    var all = context.broadcast(new ArrayList<>(rows));
    return spark.createDataFrame(
        context
            .parallelize(numbers, sizes.length)
            .flatMap(p -> all.value().subList(ends[p] - sizes[p], ends[p]).iterator()),
        SCHEMA);
  }

  private static SparkFit fit(Dataset<Row> rows) {
    return SparkFit.of(rows, DesignSpec.target("y").positive("yes"))
        .options(Options.standard().draws(30).seed(5))
        .collectBelow(0);
  }

  private static double[] values(Draws draws) {
    return draws.chains().stream().flatMapToDouble(c -> Arrays.stream(c.values())).toArray();
  }

  @Test
  void skewed_and_empty_partitions_give_the_same_draws() {
    List<Row> rows = rows(12_000);
    var even = fit(parts(rows, 3000, 3000, 3000, 3000)).run();
    // all rows that carry weight come first, and lie in one partition
    rows.sort((a, b) -> Double.compare(Math.abs(b.getDouble(0)), Math.abs(a.getDouble(0))));
    var skewed = fit(parts(rows, 0, 11_990, 0, 10, 0)).run();
    assertThat(values(skewed.draws())).isEqualTo(values(even.draws()));
    assertThat(even.draws().names())
        .containsExactly("(Intercept)", "x", "soil[loam]", "soil[sand]", "wet");
    // 1, 1 and −1 made the data; the posterior is within five of its standard deviations of them
    Summary summary = even.summary();
    double[] truth = {0, 1, 1, 0, -1};
    for (int k = 0; k < truth.length; k++) {
      var line = summary.rows().get(k);
      assertThat(line.mean()).isBetween(truth[k] - 5 * line.sd(), truth[k] + 5 * line.sd());
    }
  }

  @Test
  void equal_rows_may_be_cut_anywhere() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 9000; i++) {
      rows.add(
          RowFactory.create(i % 4 < 2 ? 1.0 : 0.0, "clay", i % 3 == 0, i % 2 == 0 ? "yes" : "no"));
    }
    double[] one = values(fit(parts(rows, 9000)).run().draws());
    assertThat(values(fit(parts(rows, 1, 4499, 4500)).run().draws())).isEqualTo(one);
  }

  @Test
  void a_null_is_reported_with_its_place() {
    List<Row> rows = rows(80);
    rows.set(7 * 10 + 2, RowFactory.create(null, "clay", true, "yes"));
    int[] sizes = new int[8];
    Arrays.fill(sizes, 10);
    assertThatThrownBy(() -> fit(parts(rows, sizes)).source("people").run())
        .isInstanceOf(InputException.class)
        .hasMessage(
            "people, partition 7, row 3, column \"x\": has no value (1 row in all): fill it in, or"
                + " leave such rows out by --missing drop");
  }

  @Test
  void incomplete_rows_are_left_out_if_asked() {
    List<Row> rows = rows(4000);
    double[] without = values(fit(parts(rows, 4000)).run().draws());
    rows.add(17, RowFactory.create(1.0, null, true, "yes"));
    rows.add(90, RowFactory.create(Double.NaN, "clay", true, "no"));
    var spec = DesignSpec.target("y").positive("yes").missing(MissingPolicy.DROP);
    var fit = SparkFit.of(parts(rows, 2001, 2001), spec).collectBelow(0);
    var posterior = fit.options(Options.standard().draws(30).seed(5)).run();
    assertThat(values(posterior.draws())).isEqualTo(without);
    assertThat(posterior.notes()).contains("2 of 4,002 rows left out for missing values");
  }

  @Test
  void a_schema_that_does_not_match_is_refused_before_any_job() {
    Dataset<Row> rows = parts(rows(100), 100);
    assertThatThrownBy(() -> SparkFit.of(rows, DesignSpec.target("yy")).run())
        .hasMessageStartingWith("rows: there is no column \"yy\"");
    assertThatThrownBy(
            () -> fit(rows.withColumn("when", org.apache.spark.sql.functions.current_date())).run())
        .hasMessageStartingWith("rows: column \"when\" holds date, which a regression cannot use");
    assertThatThrownBy(() -> fit(rows).key("soil").run())
        .hasMessageStartingWith("rows: column \"soil\" is no number");
    assertThatThrownBy(() -> fit(rows.limit(0)).run()).hasMessage("rows: there are no rows");
    assertThatThrownBy(() -> SparkFit.of(rows, DesignSpec.target("y").weights("soil")).run())
        .hasMessageContaining("holds text such as");
  }

  @Test
  void few_rows_are_fitted_on_the_driver() {
    var posterior =
        SparkFit.of(parts(rows(600), 100, 500), DesignSpec.target("y"))
            .options(Options.standard().draws(50))
            .run();
    assertThat(posterior.inner().account().sampler()).isEqualTo("nuts");
  }
}
