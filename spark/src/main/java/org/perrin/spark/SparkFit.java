package org.perrin.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import org.perrin.Perrin;
import org.perrin.io.InputException;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.Encoding;
import org.perrin.io.table.Table;
import org.perrin.model.Density;
import org.perrin.model.RowReplaceableModel;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.posterior.Watcher;
import org.perrin.regression.Blueprint;
import org.perrin.regression.EncodedTable;
import org.perrin.regression.Fit;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.Request;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.prior.PriorChoice;

/**
 * A regression on a table of Spark's, natural and exact samplers and all, to the bits of the same
 * rows in memory:
 *
 * <pre>{@code
 * SparkPosterior posterior = SparkFit.of(people, DesignSpec.target("bought")).run();
 * }</pre>
 *
 * <p>The same seed gives the same draws however the rows are spread over partitions, on any cluster
 * and whatever executors are lost. Tables of a few million numbers are collected and fitted in
 * memory. The driver needs some 50 bytes a row, and room for the rows of a block of steps.
 */
public final class SparkFit {
  /** Numbers in a table that is small enough to be collected. */
  static final long SMALL = 2_000_000;

  private static final int FEW = 64;

  private final Dataset<Row> rows;
  private final DesignSpec spec;
  private final JobLog work = new JobLog();
  private String source = "rows";
  private @Nullable String model;
  private @Nullable ModelChoice given;
  private PriorChoice priors = PriorChoice.standard();
  private @Nullable Density density;
  private @Nullable String key;
  private Options options = Options.standard();
  private Watcher watcher = Watcher.NONE;
  private long small = SMALL;

  private SparkFit(Dataset<Row> rows, DesignSpec spec) {
    this.rows = rows;
    this.spec = spec;
  }

  /** A fit of rows with roles given to their columns. */
  public static SparkFit of(Dataset<Row> rows, DesignSpec spec) {
    return new SparkFit(rows, spec);
  }

  /** What rows are called in messages. */
  public SparkFit source(String name) {
    source = name;
    return this;
  }

  /** The family of responses by its name, instead of the one that suits the target. */
  public SparkFit family(String name) {
    given = ModelChoice.find(name);
    model = name;
    return this;
  }

  /** Priors as on the command line; scaled by the data if not given. */
  public SparkFit priors(PriorChoice choice) {
    priors = choice;
    return this;
  }

  /** One prior for all coefficients, columns taken as they are; scaled by the data if not given. */
  public SparkFit prior(Density all) {
    density = all;
    priors = new PriorChoice(List.of(all.toString()), all.toString(), null, List.of());
    return this;
  }

  /**
   * A column of whole numbers that identifies rows and orders them; their contents if not given.
   */
  public SparkFit key(String column) {
    key = column;
    return this;
  }

  /** Chains, draws, seed, tolerance. */
  public SparkFit options(Options chosen) {
    options = chosen;
    return this;
  }

  /** What is informed of progress. */
  public SparkFit watcher(Watcher one) {
    watcher = one;
    return this;
  }

  /** Leaves tables above {@code numbers} on the cluster. */
  public SparkFit collectBelow(long numbers) {
    small = numbers;
    return this;
  }

  /**
   * Reads, weighs and samples.
   *
   * @throws InputException in one line, if roles and table do not fit
   */
  public SparkPosterior run() {
    List<String> columns = new ArrayList<>();
    UsedColumns whole = UsedColumns.of(source, rows.schema(), spec, key);
    whole.fields().forEach(field -> columns.add(field.name()));
    if (key != null && !columns.contains(key)) {
      columns.add(key);
    }
    Dataset<Row> selected = rows.select(columns.stream().map(this::column).toArray(Column[]::new));
    UsedColumns used = UsedColumns.of(source, selected.schema(), spec, key);
    String name = source;
    JavaRDD<PartitionChunk> pieces =
        selected
            .toJavaRDD()
            .mapPartitionsWithIndex((p, part) -> new PieceReader(p, part, used, name), true)
            .setName("perrin read")
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      return fit(used, pieces);
    } finally {
      pieces.unpersist(false);
    }
  }

  private Column column(String name) {
    return rows.col("`" + name.replace("`", "``") + "`");
  }

  private SparkPosterior fit(UsedColumns used, JavaRDD<PartitionChunk> pieces) {
    priors.check();
    TableDigest digest = TableDigest.of(source, used, pieces, spec.missing(), work);
    List<String> names = used.fields().stream().map(Field::name).toList();
    DriverOnly asked = DriverOnly.asked(spec, given, options.sampler(), names);
    if (asked != null) {
      return near(asked, used, digest, pieces, names.size());
    }
    DesignSpec wanted = given == null ? spec : given.asked(spec);
    Design design = DesignSketch.design(source, used, digest.columns(), wanted);
    ModelChoice choice = choice(design);
    int width = design.encoding().names().size();
    DriverOnly family = DriverOnly.family(choice);
    if (family != null) {
      return near(family, used, digest, pieces, width);
    }
    RowEncoder plain = RowEncoder.of(source, choice, design.encoding());
    Blueprint plan = plan(choice, design.encoding(), digest, pieces, plain);
    DriverOnly reason = isSmall(digest.rows(), plan) ? DriverOnly.small() : DriverOnly.plan(plan);
    if (reason != null) {
      return near(reason, used, digest, pieces, width);
    }
    try {
      EncodedTable table = encoded(design, choice, digest);
      return far(table, plan, plain.scaled(plan.scaling()), digest, pieces);
    } catch (BlockModel.RowsAreFar e) {
      return near(DriverOnly.rough(), used, digest, pieces, width);
    }
  }

  private ModelChoice choice(Design design) {
    ModelChoice known = given == null ? ModelChoice.named(design.guess().model()) : given;
    return known.of(design.encoding());
  }

  private Blueprint plan(
      ModelChoice choice,
      Encoding encoding,
      TableDigest digest,
      JavaRDD<PartitionChunk> pieces,
      RowEncoder plain) {
    FarStatistics seen = FarStatistics.of(encoding, digest.columns(), pieces, plain, work);
    return density == null
        ? Blueprint.of(encoding, encoding.names(), choice, seen.columns(), seen.response(), priors)
        : Blueprint.plain(encoding.names(), choice, density, seen.response());
  }

  /** Whether executors would be of no use: few numbers, or fewer rows than a sampler looks at. */
  private boolean isSmall(long count, Blueprint plan) {
    long d = plan.densities().size();
    double subsample = d / (14.4 * options.tolerance());
    boolean few = !options.sampler().equals(Optional.of("exact")) && count < FEW * subsample;
    return d * count <= small || few;
  }

  private EncodedTable encoded(Design design, ModelChoice choice, TableDigest digest) {
    List<String> notes = new ArrayList<>(digest.notes());
    notes.addAll(design.notes());
    String guess = given == null ? design.guess().reason() : null;
    return new EncodedTable(
        source, choice, guess, design.encoding(), null, List.of(), notes, Map.of());
  }

  /** Where executors work on rows. */
  private SparkPosterior far(
      EncodedTable table,
      Blueprint plan,
      RowEncoder encoder,
      TableDigest digest,
      JavaRDD<PartitionChunk> pieces) {
    RowReplaceableModel form = SparkModel.form(encoder, plan.prior());
    BlockBounds splits =
        BlockBounds.of(
            digest.keys(),
            digest.sorted(key),
            form.expansionSize(),
            encoder.pulledLayout().bytes());
    var spark = JavaSparkContext.fromSparkContext(rows.sparkSession().sparkContext());
    var blocks = BlockTable.of(spark, pieces, encoder, splits, work);
    var model =
        new SparkModel(
            blocks, encoder, form, () -> BlockTable.sample(pieces, encoder, splits.sample(), work));
    var pace = new BlockPacing(watcher, options.chains(), model, () -> pieces.unpersist(false));
    try {
      Posterior posterior = Perrin.sample(model, options, pace);
      PreparedFit prepared = PreparedFit.elsewhere(table, plan, posterior.model());
      Request request = request(table.regression().word());
      return new SparkPosterior(Fit.of(prepared, request, posterior, watcher), work);
    } finally {
      model.release();
      blocks.forget();
    }
  }

  /** Where the driver fits all rows as it fits a table in memory. */
  private SparkPosterior near(
      DriverOnly reason,
      UsedColumns used,
      TableDigest digest,
      JavaRDD<PartitionChunk> pieces,
      int width) {
    reason.checkRoom(digest.rows(), Math.max(width, used.fields().size()));
    digest.sorted(key);
    List<PartitionChunk> all = work.pass("collect", pieces::collect);
    Table table = CollectedTable.of(source, all, used.fields());
    Request request = request(model);
    PreparedFit prepared =
        PreparedFit.of(
                request.design(DesignSketch.left(spec)),
                Path.of(""),
                table,
                null,
                PreparedFit.Listener.NONE)
            .fromElsewhere(digest.notes());
    return new SparkPosterior(Fit.of(prepared, request.model(prepared.word()), watcher), work);
  }

  private Request request(String name) {
    return new Request(Request.Origin.memory(), spec, name, priors, null, options, null);
  }
}
