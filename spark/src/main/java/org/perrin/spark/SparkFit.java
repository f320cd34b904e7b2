package org.perrin.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.perrin.Perrin;
import org.perrin.io.InputException;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.FittedFactor;
import org.perrin.io.design.GroupTerm;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.design.Response;
import org.perrin.model.Density;
import org.perrin.model.Model;
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
import org.perrin.regression.standard.Scaling;

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
  private static final long SMALL = 2_000_000;

  private static final int FEW = 64;

  private final Dataset<Row> rows;
  private final DesignSpec spec;
  private final Work work = new Work();
  private final List<String> notes = new ArrayList<>();
  private String source = "rows";
  private ModelChoice given;
  private PriorChoice priors = PriorChoice.standard();
  private Density density;
  private String key;
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
    if (given != null && given.own()) {
      throw new InputException(
          "executors do not compile files: provide your family as a service in a jar");
    }
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
    return this;
  }

  /**
   * A column of whole numbers that tells rows apart and orders them; their contents if not given.
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

  /** Somebody looking on. */
  public SparkFit watcher(Watcher onlooker) {
    watcher = onlooker;
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
    Layout whole = Layout.of(source, rows.schema(), spec, key);
    whole.fields().forEach(field -> columns.add(field.name()));
    if (key != null && !columns.contains(key)) {
      columns.add(key);
    }
    Dataset<Row> used = rows.select(columns.stream().map(this::column).toArray(Column[]::new));
    Layout layout = Layout.of(source, used.schema(), spec, key);
    String name = source;
    JavaRDD<Piece> pieces =
        used.toJavaRDD()
            .mapPartitionsWithIndex((p, part) -> new PieceReader(p, part, layout, name), true)
            .setName("perrin read")
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      return fit(layout, pieces);
    } finally {
      pieces.unpersist(false);
    }
  }

  private Column column(String name) {
    return rows.col("`" + name.replace("`", "``") + "`");
  }

  private SparkPosterior fit(Layout layout, JavaRDD<Piece> pieces) {
    int width = layout.fields().size();
    List<PartDigest> parts =
        work.pass(
            "read",
            () ->
                pieces
                    .mapPartitions(part -> List.of(PartDigest.of(part, width)).iterator(), true)
                    .collect());
    checkComplete(parts);
    Map<String, ColumnDigest> digests = merged(layout, parts);
    Design design =
        Witness.design(source, layout, digests, given == null ? spec : given.asked(spec));
    Encoding encoding = design.encoding();
    checkTerms(encoding);
    notes.addAll(design.notes());
    ModelChoice choice =
        (given == null ? ModelChoice.named(design.guess().model()) : given).of(encoding);
    var reading =
        new EncodedTable(
            source,
            choice,
            given == null ? design.guess().reason() : null,
            encoding,
            null,
            List.of(),
            List.copyOf(notes),
            Map.of());
    Recipe plain = recipe(choice, encoding, Scaling.identity(encoding.names().size()));
    FarStatistics seen = FarStatistics.of(encoding, digests, pieces, plain, work);
    Blueprint plan =
        density == null
            ? Blueprint.of(
                encoding, encoding.names(), choice, seen.columns(), seen.response(), priors)
            : Blueprint.plain(encoding.names(), choice, density, seen.response());
    Recipe recipe = recipe(choice, encoding, plan.scaling());
    List<long[]> keys = parts.stream().map(part -> part.keys).toList();
    Splits splits = Splits.of(keys, plan.densities().size(), key);
    var spark = JavaSparkContext.fromSparkContext(rows.sparkSession().sparkContext());
    var blocks = BlockRows.of(spark, pieces, recipe, splits, work);
    try {
      return recipe.family().far()
          ? far(reading, plan, recipe, pieces, splits, blocks)
          : near(reading, plan, recipe, blocks);
    } finally {
      blocks.forget();
    }
  }

  /** Where executors work on rows. */
  private SparkPosterior far(
      EncodedTable reading,
      Blueprint plan,
      Recipe recipe,
      JavaRDD<Piece> pieces,
      Splits splits,
      BlockRows blocks) {
    var model =
        new SparkModel(
            blocks,
            recipe,
            plan.prior(),
            () -> BlockRows.sample(pieces, recipe, splits.sample(), work));
    Posterior posterior = sample(model, pieces);
    return result(reading, plan, posterior.model(), posterior);
  }

  /** Rows of families of several predictors are collected. */
  private SparkPosterior near(
      EncodedTable reading, Blueprint plan, Recipe recipe, BlockRows blocks) {
    MemoryCheck.check(
        "all rows of " + source,
        2.0 * Double.BYTES * blocks.rows() * recipe.width(),
        "give the driver more memory, or choose a family of one or two parameters");
    Model model = plan.model(reading.regression(), SparkModel.all(blocks, recipe), List.of());
    return result(reading, plan, model, Perrin.sample(model, options, watcher));
  }

  private SparkPosterior result(
      EncodedTable reading, Blueprint plan, Model model, Posterior posterior) {
    var request =
        new Request(
            Request.Origin.memory(),
            spec,
            reading.regression().word(),
            priors,
            null,
            options,
            null);
    PreparedFit prepared =
        PreparedFit.of(reading, plan, null, model, "spark-%d".formatted(model.rows()));
    return new SparkPosterior(Fit.of(prepared, request, posterior, watcher), work);
  }

  /** What only all rows together could say. */
  private static void checkTerms(Encoding encoding) {
    if (!encoding.allGroups().isEmpty()) {
      GroupTerm term = encoding.allGroups().getFirst().term();
      throw new InputException(
          "%s is not fitted on Spark: use C(%s), or fit by the command"
              .formatted(term.text(), term.by().text()));
    }
    for (List<FittedFactor> term : encoding.terms()) {
      for (FittedFactor part : term) {
        if (part instanceof FittedFactor.Curved curved) {
          throw new InputException(
              "%s depends on all rows in memory, which Spark has not: use powers such as I(x^2), or fit by the command"
                  .formatted(curved.basis().text()));
        }
      }
    }
  }

  /** A family as executors learn of it. */
  static FamilyName name(ModelChoice choice, Encoding encoding) {
    int classes =
        encoding.response() instanceof Response.Classes several ? several.levels().size() : 0;
    return FamilyName.of(choice.family(), classes);
  }

  private void checkComplete(List<PartDigest> parts) {
    long incomplete = parts.stream().mapToLong(part -> part.incomplete).sum();
    long complete = parts.stream().mapToLong(part -> part.keys.length).sum();
    String first =
        parts.stream().map(part -> part.fault).filter(f -> f != null).findFirst().orElse(null);
    if (complete == 0) {
      throw new InputException(
          first == null ? source + ": there are no rows" : first + ": no row is complete");
    }
    if (incomplete > 0 && spec.missing() == MissingPolicy.ERROR) {
      throw new InputException(
          "%s (%s in all): fill it in, or leave such rows out by --missing drop"
              .formatted(first, MessageText.count(incomplete, "row")));
    }
    if (incomplete > 0) {
      notes.add(
          "%s of %s left out for missing values"
              .formatted(
                  MessageText.count(incomplete), MessageText.count(incomplete + complete, "row")));
    }
  }

  private static Map<String, ColumnDigest> merged(Layout layout, List<PartDigest> parts) {
    Map<String, ColumnDigest> digests = new LinkedHashMap<>();
    for (int k = 0; k < layout.fields().size(); k++) {
      var digest = new ColumnDigest();
      for (PartDigest part : parts) {
        digest.add(part.columns[k]);
      }
      digests.put(layout.fields().get(k).name(), digest);
    }
    return digests;
  }

  private Recipe recipe(ModelChoice choice, Encoding encoding, Scaling scaling) {
    boolean weights = encoding.weights() != null || encoding.response() instanceof Response.Share;
    return new Recipe(
        source,
        name(choice, encoding),
        encoding.names(),
        encoding.toJson(),
        scaling.centre(),
        scaling.scale(),
        encoding.offset() != null,
        weights);
  }

  private Posterior sample(SparkModel model, JavaRDD<Piece> pieces) {
    long d = model.dimension();
    double subsample = d / (14.4 * options.tolerance());
    boolean few = !options.sampler().equals("exact") && model.rows() < FEW * subsample;
    if (d * model.rows() <= small || few) {
      return Perrin.sample(model.collected(), options, watcher);
    }
    if (!List.of("auto", "natural", "exact").contains(options.sampler())) {
      throw new InputException(
          "sampler %s reads all rows at every step or prepares in memory: on Spark use natural or exact"
              .formatted(MessageText.quoted(options.sampler())));
    }
    var pace = new Pace(watcher, options.chains(), model, () -> pieces.unpersist(false));
    Posterior posterior = Perrin.sample(model, options, pace);
    model.release();
    return posterior;
  }
}
