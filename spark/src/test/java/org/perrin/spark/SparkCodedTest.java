package org.perrin.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.Perrin;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Doubles;
import org.perrin.draws.Draws;
import org.perrin.family.Families;
import org.perrin.io.design.CodeLayout;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.model.FamilyModels;
import org.perrin.posterior.ExactReport;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.regression.standard.ColumnStatistics;
import org.perrin.regression.standard.Scaling;

/** Factors of many levels are coded on Spark as in memory, and give its draws to the bit. */
class SparkCodedTest {
  private static final Options OPTIONS = Options.standard().draws(40).seed(7);
  private static final String FORMULA = "y ~ x + z + g + h + k + x:h";

  private final SparkSession spark = TestSessions.local();

  private SparkPosterior far(FactorRows rows, DesignSpec spec, String family, Options options) {
    return SparkFit.of(rows.frame(spark, 5), spec)
        .family(family)
        .options(options)
        .key("id")
        .collectBelow(0)
        .run();
  }

  /** The model of Spark's fit, columns centred and scaled as it has them, of rows in memory. */
  private static Posterior memory(
      FactorRows rows, DesignSpec spec, String family, SparkPosterior far, Options options) {
    Dataset data = Design.of(rows.table(), spec).data();
    RowLayout layout = layout(far);
    assertThat(layout.coded()).isTrue();
    var scaling = Scaling.of(data.names(), ColumnStatistics.of(data));
    assertThat(layout.centre()).containsExactly(scaling.centre(), within(1e-9));
    assertThat(layout.scale()).containsExactly(scaling.scale(), within(1e-9));
    var x = (CodedRows) data.x().standardised(layout.centre(), layout.scale(), false);
    var model = FamilyModels.of(Families.named(family), data.with(x), far.inner().model().prior());
    return Perrin.sample(model, options);
  }

  private static RowLayout layout(SparkPosterior far) {
    return ((SparkModel) far.inner().model()).encoder().layout();
  }

  private static void assertSame(Posterior there, Posterior here) {
    assertThat(there.mode().theta()).isEqualTo(here.mode().theta());
    assertSame(there.draws(), here.draws());
    assertThat(there.account().exactly()).isEqualTo(here.account().exactly());
  }

  private static void assertSame(Draws there, Draws here) {
    for (int c = 0; c < here.chains().size(); c++) {
      int other = Arrays.mismatch(there.chains().get(c).values(), here.chains().get(c).values());
      assertThat(other).as("first other number").isEqualTo(-1);
    }
  }

  @Test
  void natural_gives_the_draws_of_memory() {
    FactorRows rows = FactorRows.of(40_000, false, 60, 9, 4);
    DesignSpec spec = DesignSpec.formula(FORMULA);
    Options options = OPTIONS.sampler("natural");
    SparkPosterior far = far(rows, spec, "logistic", options);
    assertSame(far.inner(), memory(rows, spec, "logistic", far, options));
    assertThat(far.inner().account().subsample()).isLessThan(20_000);
  }

  /**
   * Natural takes control variates of second order; Hessians of the larger table are added up in
   * slices on executors.
   */
  @ParameterizedTest
  @CsvSource({"40000, 290", "70000, 360"})
  void many_columns_give_the_draws_of_memory(int count, int levels) {
    FactorRows rows = FactorRows.of(count, false, levels, 9, 4);
    DesignSpec spec = DesignSpec.formula(FORMULA);
    Options options = OPTIONS.sampler("natural").tolerance(0.1).chains(2).draws(20);
    SparkPosterior far = far(rows, spec, "logistic", options);
    assertSame(far.inner(), memory(rows, spec, "logistic", far, options));
    assertThat(far.work().jobs()).extracting(JobLog.Job::what).contains("scores");
  }

  /** Sums of third powers are cut otherwise than blocks are. */
  @Test
  void exact_gives_the_draws_of_memory() {
    FactorRows rows = FactorRows.of(60_000, false, 60, 9, 4);
    DesignSpec spec = DesignSpec.formula(FORMULA);
    Options options = OPTIONS.sampler("exact").draws(200);
    SparkPosterior far = far(rows, spec, "logistic", options);
    Posterior memory = memory(rows, spec, "logistic", far, options);
    assertSame(far.inner(), memory);
    ExactReport report = memory.account().exactly();
    assertThat(report.order()).isEqualTo(3);
    assertThat(report.heavyRows()).isPositive();
    assertThat(report.lightRows()).isPositive();
  }

  @Test
  void counts_with_offsets_and_weights_give_the_draws_of_memory() {
    FactorRows rows = FactorRows.of(30_000, true, 40, 5, 3);
    DesignSpec spec = DesignSpec.formula("y ~ x + z + g + h + k").offset("o").weights("w");
    for (String sampler : new String[] {"natural", "exact"}) {
      Options options = OPTIONS.sampler(sampler);
      SparkPosterior far = far(rows, spec, "poisson", options);
      assertSame(far.inner(), memory(rows, spec, "poisson", far, options));
    }
  }

  @Test
  void partitions_do_not_show() {
    FactorRows rows = FactorRows.of(20_000, false, 60, 9, 4);
    var fit =
        (IntFunction<Draws>)
            parts ->
                SparkFit.of(rows.frame(spark, parts), DesignSpec.formula(FORMULA))
                    .options(OPTIONS.sampler("exact"))
                    .collectBelow(0)
                    .run()
                    .draws();
    assertSame(fit.apply(2), fit.apply(11));
  }

  @Test
  void a_block_and_a_packet_take_a_fraction_of_dense_ones() {
    FactorRows rows = FactorRows.of(10_000, false, 60, 9, 4);
    SparkPosterior far =
        far(rows, DesignSpec.formula(FORMULA), "logistic", OPTIONS.sampler("exact"));
    RowLayout layout = layout(far);
    assertThat(8 * layout.bytes()).isLessThan(8 * layout.width());
    Dataset data = Design.of(rows.table(), DesignSpec.formula(FORMULA)).data();
    var coded = new RowBlock(0, layout, data, null);
    int[] some = {3, 17, 4000};
    int bytes = coded.pick(some).bytes().length;
    var dense = RowLayout.dense(layout.width());
    assertThat(6 * bytes).isLessThan(new RowBlock(0, dense, data, null).pick(some).bytes().length);
  }

  @Test
  void a_block_travels_with_what_it_keeps_in_a_metric() throws Exception {
    FactorRows rows = FactorRows.of(500, false, 60, 9, 4);
    Design design = Design.of(rows.table(), DesignSpec.formula(FORMULA));
    var layout = RowLayout.of(design.data().x().width(), CodeLayout.of(design.encoding()));
    var kept = new RowBlock.Pulled(Doubles.of(column(1)), Doubles.of(column(2)));
    var block = new RowBlock(3, layout, design.data(), kept);
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(block);
    }
    RowBlock back;
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      back = (RowBlock) in.readObject();
    }
    assertThat(back.data().x()).isInstanceOf(CodedRows.class);
    int[] some = {3, 4, 250, 502};
    assertThat(back.pick(some).bytes()).isEqualTo(block.pick(some).bytes());
    assertThat(back.pulled().lengths().get(7)).isEqualTo(9);
  }

  private static double[] column(int from) {
    return IntStream.range(from, from + 500).mapToDouble(i -> i).toArray();
  }

  @Test
  void the_property_leaves_rows_dense() {
    FactorRows rows = FactorRows.of(10_000, false, 60, 9, 4);
    System.setProperty("perrin.rows", "dense");
    try {
      SparkPosterior far =
          far(rows, DesignSpec.formula(FORMULA), "logistic", OPTIONS.sampler("exact"));
      assertThat(layout(far).coded()).isFalse();
      Dataset data = Design.of(rows.table(), DesignSpec.formula(FORMULA)).data();
      assertThat(data.x()).isInstanceOf(DenseRows.class);
    } finally {
      System.clearProperty("perrin.rows");
    }
  }
}
