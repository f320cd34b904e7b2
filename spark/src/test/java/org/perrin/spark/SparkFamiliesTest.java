package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.io.InputException;
import org.perrin.io.design.DesignSpec;
import org.perrin.posterior.Check;
import org.perrin.posterior.Options;
import org.perrin.regression.Fit;
import org.perrin.regression.Regression;
import org.perrin.regression.SavedFit;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.predict.PredictedRow;
import org.perrin.regression.prior.PriorChoice;

/** Families and formulas on Spark: as in memory, and folders that the command reads. */
class SparkFamiliesTest {
  private static final Options OPTIONS = Options.standard().draws(250).seed(3);

  private static final Options FEW = OPTIONS.chains(2).draws(100);

  private final SparkSession spark = TestSessions.local();

  private SparkFit fit(SimulatedRows rows, String formula, String family) {
    return SparkFit.of(rows.frame(spark), DesignSpec.formula(formula))
        .family(family)
        .options(OPTIONS)
        .collectBelow(0);
  }

  /** Every family of ours that executors work on, and one that only this test knows. */
  static Stream<String> onExecutors() {
    return Families.all().stream()
        .filter(family -> DriverOnly.family(new ModelChoice(family)) == null)
        .filter(family -> !(family instanceof NarrowErrors))
        .map(Family::name);
  }

  /**
   * The centre that Newton's steps come to, which depends on statistics, priors and likelihood. It
   * ends within 0.1 sd of the mode.
   */
  @ParameterizedTest
  @MethodSource("onExecutors")
  void every_family_has_the_mode_that_it_has_in_memory(String name) {
    Family family = Families.named(name);
    double[] others = new double[family.parameters().size() - 1];
    java.util.Arrays.fill(others, 2);
    SimulatedRows rows = SimulatedRows.of(family, 3000, others);
    String formula = SimulatedRows.formula(family);
    Options few = OPTIONS.sampler("natural").chains(1).draws(10);
    Fit far = fit(rows, formula, name).options(few).run().fit();
    Fit near = Regression.of(rows.table()).formula(formula).family(name).options(few).fit();
    assertThat(far.prepared().data()).isNull();
    assertThat(far.draws().names()).isEqualTo(near.draws().names());
    assertThat(far.prepared().priors()).isEqualTo(near.prepared().priors());
    for (int k = 0; k < far.laplaceSd().length; k++) {
      double sd = near.laplaceSd()[k];
      assertThat(far.laplaceMean()[k]).isCloseTo(near.laplaceMean()[k], within(0.1 * sd));
      assertThat(far.laplaceSd()[k]).isCloseTo(sd, within(0.05 * sd));
    }
  }

  /** 5 sds of each coefficient: once in 400,000 seeds for the four of them. */
  private static void assertNearTruth(Fit fit) {
    List<Summary.Row> found = fit.summary().rows();
    for (int k = 0; k < SimulatedRows.TRUTH.length; k++) {
      assertThat(found.get(k).mean())
          .isCloseTo(SimulatedRows.TRUTH[k], within(5 * found.get(k).sd()));
    }
  }

  /** One of ours, and one that only this test knows. */
  @ParameterizedTest
  @ValueSource(strings = {"gamma", "logistic-errors"})
  void a_fit_of_executors_is_saved_predicts_and_is_checked(String name, @TempDir Path folder) {
    Family family = Families.named(name);
    double[] others = new double[family.parameters().size() - 1];
    java.util.Arrays.fill(others, Math.log(3));
    SimulatedRows rows = SimulatedRows.of(family, 6000, others);
    var far = fit(rows, "y ~ x + I(x^2) + town", name).run();
    assertThat(far.draws().names()).startsWith("(Intercept)", "x", "I(x^2)", "town[b]");
    assertThat(far.draws().names()).hasSize(4 + others.length);
    assertNearTruth(far.fit());
    var combinations = far.fit().prepared().combinations();
    Check check = Check.of(far.inner(), Check.LEAST, combinations);
    assertThat(check.verdicts()).noneMatch(v -> v.finding() == Check.Bias.BIASED);

    far.save(folder.resolve(name));
    SavedFit saved = SavedFit.open(folder.resolve(name));
    assertThat(saved.regression().word()).isEqualTo(name);
    assertThatThrownBy(() -> saved.prepare(null, null, null))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("was fitted on Spark");
    SimulatedRows some = rows.first(50);
    List<PredictedRow> here = saved.predict(some.table()).rows();
    List<Row> there = far.predict(some.frame(spark).coalesce(1)).sort("x").collectAsList();
    List<Integer> order =
        here.stream()
            .map(PredictedRow::row)
            .sorted((a, b) -> Double.compare(x(some, a), x(some, b)))
            .toList();
    assertThat(there).hasSize(50);
    for (int i = 0; i < 50; i++) {
      Row row = there.get(i);
      PredictedRow same = here.get(order.get(i));
      assertThat(row.<Double>getAs("prediction")).isCloseTo(same.mean(), within(1e-6));
      assertThat(row.<Double>getAs("prediction_high")).isCloseTo(same.high(), within(1e-6));
      assertThat(row.<String>getAs("prediction_problem")).isNull();
    }
  }

  private static double x(SimulatedRows rows, int row) {
    return rows.rows().get(row).getDouble(0);
  }

  @Test
  void a_row_that_cannot_be_predicted_says_why() {
    SimulatedRows rows = SimulatedRows.of(Families.named("poisson"), 3000);
    var far = fit(rows, "y ~ x + town", "poisson").run();
    var odd =
        List.of(RowFactory.create(null, "a", 1.0, 1.0), RowFactory.create(1.0, "c", 1.0, 1.0));
    List<Row> there = far.predict(spark.createDataFrame(odd, SimulatedRows.SCHEMA)).collectAsList();
    assertThat(there.get(0).<String>getAs("prediction_problem")).isEqualTo("\"x\" is missing");
    assertThat(there.get(1).<String>getAs("prediction_problem")).contains("new level \"c\"");
    assertThat(there.get(1).<Double>getAs("prediction")).isNull();
  }

  private static double[] values(Draws draws) {
    return draws.chains().stream()
        .flatMapToDouble(chain -> java.util.Arrays.stream(chain.values()))
        .toArray();
  }

  /** Collected in an order that partitions do not change, then fitted as in memory. */
  @Test
  void varying_intercepts_are_fitted_on_the_driver_whatever_the_partitions() {
    SimulatedRows rows = SimulatedRows.of(Families.named("poisson"), 600);
    SparkFit fit = fit(rows, "y ~ x + I(x^2) + (1 | town)", "poisson");
    var one = fit.options(OPTIONS.draws(40)).run();
    var frame = rows.frame(spark).repartition(7);
    var spec = DesignSpec.formula("y ~ x + I(x^2) + (1 | town)");
    var other = SparkFit.of(frame, spec).family("poisson").options(OPTIONS.draws(40)).run();
    assertThat(values(other.draws())).isEqualTo(values(one.draws()));
    assertThat(one.draws().names()).anyMatch(name -> name.contains("town"));
    Row predicted = one.predict(rows.first(1).frame(spark)).first();
    assertThat(predicted.<String>getAs("prediction_problem")).isNull();
  }

  /** Three predictors, a formula of a second parameter, a basis, a prior of shared scales. */
  @Test
  void what_executors_do_not_do_is_fitted_on_the_driver() {
    SimulatedRows zeros = SimulatedRows.of(Families.named("zero-inflated-poisson"), 800, -1);
    String formula = "y ~ x + I(x^2) + town";
    var inflated = fit(zeros, formula, "zero-inflated-poisson").options(FEW).run();
    assertNearTruth(inflated.fit());

    SimulatedRows noisy = SimulatedRows.of(Families.named("linear"), 400, 0);
    var spec = DesignSpec.formula(formula).further("sigma ~ x");
    var scaled = SparkFit.of(noisy.frame(spark), spec).family("linear").options(FEW).run();
    assertThat(scaled.draws().names()).contains("sigma: x");
    assertNearTruth(scaled.fit());

    var curved = fit(noisy, "y ~ poly(x, 2) + town", "linear").options(FEW).run();
    assertThat(curved.draws().names()).hasSize(5);
    var shrunk =
        fit(noisy, formula, "linear")
            .priors(new PriorChoice(List.of("horseshoe(1)"), null, null, List.of()))
            .options(FEW)
            .run();
    assertThat(shrunk.fit().prepared().priors()).anyMatch(text -> text.contains("horseshoe"));
  }

  /** As a table in memory with the same rows in the same order, to the bit. */
  @Test
  void a_small_table_with_a_key_has_the_draws_of_memory() {
    SimulatedRows rows = SimulatedRows.of(Families.named("linear"), 500, 0);
    var frame =
        spark
            .createDataFrame(rows.rows(), SimulatedRows.SCHEMA)
            .coalesce(1)
            .withColumn("id", org.apache.spark.sql.functions.monotonically_increasing_id());
    List<Row> ordered = frame.collectAsList();
    var far =
        SparkFit.of(frame.repartition(4), DesignSpec.formula("y ~ x + town"))
            .key("id")
            .options(OPTIONS)
            .run();
    Fit near =
        Regression.of(new SimulatedRows(ordered).table())
            .formula("y ~ x + town")
            .options(OPTIONS)
            .fit();
    assertThat(values(far.draws())).isEqualTo(values(near.draws()));
  }

  @Test
  void a_target_that_the_family_refuses_is_reported_in_one_line() {
    SimulatedRows rows = SimulatedRows.of(Families.named("linear"), 3000);
    assertThatThrownBy(() -> fit(rows, "y ~ x + town", "gamma").run())
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("rows: a row has the target -");
  }

  /** Responses some 40 from where the search begins. */
  @Test
  void a_mode_that_newton_does_not_find_is_found_on_the_driver() {
    SimulatedRows rows = SimulatedRows.of(new LogisticErrors(), 2000);
    var away = rows.frame(spark).withColumn("y", org.apache.spark.sql.functions.expr("y + 40"));
    var spec = DesignSpec.formula("y ~ x + town");
    var fit = SparkFit.of(away, spec).family("narrow-errors").options(FEW).collectBelow(0).run();
    assertThat(fit.fit().prepared().data()).isNotNull();
  }

  @Test
  void what_the_driver_has_no_room_for_is_refused_in_one_line() {
    var groups =
        DriverOnly.asked(DesignSpec.formula("y ~ (1 | g)"), null, Optional.empty(), List.of("g"));
    assertThatThrownBy(() -> groups.checkRoom(2_000_000_000, 50))
        .isInstanceOf(InputException.class)
        .hasMessageMatching(
            "what varies by g is fitted on the driver, which for 2,000,000,000 rows needs about .* GB"
                + " of memory, and Java has .* GB: use C\\(g\\), or give it more by"
                + " spark.driver.memory");
    groups.checkRoom(1000, 5);
  }
}
