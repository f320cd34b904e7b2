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
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.Say;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.model.Density;
import org.perrin.model.Prior;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.posterior.Watcher;

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
  private Kind kind;
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

  /** The kind of regression, instead of the one that suits the target. */
  public SparkFit kind(Kind which) {
    kind = which;
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
    DesignSpec asked = kind == null ? spec : spec.outcome(kind.outcome());
    Design design = Witness.design(source, layout, digests, asked);
    notes.addAll(design.notes());
    kind = Kind.of(design.encoding().response().outcome());
    Recipe recipe = recipe(design, digests);
    ColumnDigest target = digests.get(spec.target());
    Prior prior =
        density == null
            ? recipe.standard().prior(kind, target)
            : recipe.standard().prior(kind, target, density);
    List<long[]> keys = parts.stream().map(part -> part.keys).toList();
    Splits splits = Splits.of(keys, kind.dimension(recipe.width()), key);
    var spark = JavaSparkContext.fromSparkContext(rows.sparkSession().sparkContext());
    var blocks = BlockRows.of(spark, pieces, recipe, splits, work);
    try {
      var model =
          new SparkModel(
              blocks, recipe, prior, () -> BlockRows.sample(pieces, recipe, splits.sample(), work));
      return result(sample(model, pieces), recipe, design);
    } finally {
      blocks.forget();
    }
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
              .formatted(first, Say.count(incomplete, "row")));
    }
    if (incomplete > 0) {
      notes.add(
          "%s of %s left out for missing values"
              .formatted(Say.count(incomplete), Say.count(incomplete + complete, "row")));
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

  private Recipe recipe(Design design, Map<String, ColumnDigest> digests) {
    var encoding = design.encoding();
    Standard standard =
        density == null
            ? Standard.of(encoding, digests)
            : Standard.none(encoding.intercept(), encoding.names().size());
    return new Recipe(
        source,
        kind,
        encoding.names(),
        encoding.toJson(),
        standard,
        encoding.offset() != null,
        encoding.weights() != null);
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
              .formatted(Say.quoted(options.sampler())));
    }
    var pace = new Pace(watcher, options.chains(), model, () -> pieces.unpersist(false));
    Posterior posterior = Perrin.sample(model, options, pace);
    model.release();
    return posterior;
  }

  private SparkPosterior result(Posterior inner, Recipe recipe, Design design) {
    Draws mapped = inner.draws().map(recipe.standard()::toUser);
    List<String> names = new ArrayList<>(recipe.names());
    if (kind.scaled()) {
      names.add("sigma");
    }
    notes.addAll(inner.account().remarks());
    return new SparkPosterior(
        new Draws(names, mapped.chains()),
        inner,
        kind,
        design.encoding(),
        work,
        List.copyOf(notes));
  }
}
