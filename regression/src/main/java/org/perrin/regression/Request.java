package org.perrin.regression;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.io.InputException;
import org.perrin.io.RecordJson;
import org.perrin.io.UsageException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.table.ReadOptions;
import org.perrin.posterior.Options;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.prior.PriorChoice;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was asked of a fit: all that is needed to do it again. A folder holds it as JSON.
 *
 * @param data where rows come from
 * @param design the roles of columns
 * @param model a family's name, or a file of Java; guessed from the target if null
 * @param priors of its parameters
 * @param precision of rows in memory; as they are if null
 * @param options of the sampler
 * @param threads at most, all cores if null; draws do not depend on it
 * @param effects of how many draws the effects of groups are kept
 * @param priorOnly whether draws are those of the prior, and rows say nothing
 */
public record Request(
    Origin data,
    @Nullable DesignSpec design,
    @Nullable String model,
    PriorChoice priors,
    @Nullable Precision precision,
    Options options,
    @Nullable Integer threads,
    @Nullable EffectDraws effects,
    @Nullable Boolean priorOnly) {
  /** Everything but the model, the precision and threads is there; a design may come later. */
  public Request {
    Objects.requireNonNull(data);
    Objects.requireNonNull(priors);
    Objects.requireNonNull(options);
    effects = effects == null ? EffectDraws.SOME : effects;
    priorOnly = Boolean.TRUE.equals(priorOnly);
  }

  /** With the effects of groups of some draws. */
  public Request(
      Origin data,
      @Nullable DesignSpec design,
      @Nullable String model,
      PriorChoice priors,
      @Nullable Precision precision,
      Options options,
      @Nullable Integer threads) {
    this(data, design, model, priors, precision, options, threads, EffectDraws.SOME, false);
  }

  /**
   * Where rows come from: one of a file, a query, a synthetic table; none of them for a table in
   * memory.
   *
   * @param file as the user gave it
   * @param sql a query
   * @param synthetic a made table
   * @param reading how a file is read
   */
  public record Origin(
      @Nullable String file,
      @Nullable String sql,
      @Nullable SyntheticSpec synthetic,
      ReadOptions reading) {
    /** Files are found out about unless it is said how to read them. */
    public Origin {
      reading = reading == null ? ReadOptions.detect() : reading;
    }

    /** A table in memory. */
    public static Origin memory() {
      return new Origin(null, null, null, ReadOptions.detect());
    }

    /** Whether rows cannot be had again. */
    public boolean gone() {
      return file == null && sql == null && synthetic == null;
    }

    /** As something to read, paths taken from {@code base}. */
    public DataSource at(Path base) {
      Path given = file == null ? null : Path.of(file);
      return new DataSource(given == null ? null : base.resolve(given), given, sql, reading);
    }
  }

  /** A table of {@link SyntheticTable}. */
  public record SyntheticSpec(SyntheticTable kind, int rows, long seed) {
    /** Checks them. */
    public SyntheticSpec {
      Objects.requireNonNull(kind);
    }

    /** Makes it. */
    public EncodedTable reading(PreparedFit.Listener listener) {
      listener.stage("making the table");
      var watch = new Stopwatch();
      Dataset made = kind.make(seed, rows, 0);
      watch.lap("making");
      return kind.reading(made, watch.laps());
    }
  }

  /** As JSON. */
  public ObjectNode toJson() {
    return RecordJson.write(this);
  }

  /** From JSON. */
  public static Request of(JsonNode json) {
    try {
      Request request = RecordJson.read(Request.class, json);
      Objects.requireNonNull(request.design);
      return request;
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new InputException("the request is damaged: fit again", e);
    }
  }

  /** Whether the model is a file of the user's. */
  public boolean ownModel() {
    return ModelChoice.OWN.equals(ModelChoice.find(model));
  }

  /**
   * The same with the file of the user's own model where it is now. A file is code, and must not
   * run because a folder says so.
   */
  public Request modelNow(@Nullable Path own) {
    boolean needed = ownModel();
    if (needed && own == null) {
      throw new UsageException(
          "the fit is of your own model, which would be compiled and run: name it again by --model %s"
              .formatted(model));
    }
    if (!needed && own != null) {
      throw new UsageException("--model is for fits of your own model: leave it out");
    }
    return needed ? model(own.toAbsolutePath().toString()) : this;
  }

  /** The same of another model. */
  public Request model(String other) {
    return new Request(
        data, design, other, priors, precision, options, threads, effects, priorOnly);
  }

  /** The same with other roles of columns. */
  public Request design(DesignSpec other) {
    return new Request(data, other, model, priors, precision, options, threads, effects, priorOnly);
  }

  /** The same with other priors. */
  public Request priors(PriorChoice other) {
    return new Request(data, design, model, other, precision, options, threads, effects, priorOnly);
  }

  /** The same with other options. */
  public Request options(Options other) {
    return new Request(data, design, model, priors, precision, other, threads, effects, priorOnly);
  }

  /** The same with the effects of groups of so many draws. */
  public Request effects(EffectDraws other) {
    return new Request(data, design, model, priors, precision, options, threads, other, priorOnly);
  }

  /** The same, or its opposite, with draws of the prior. */
  public Request priorOnly(boolean other) {
    return new Request(data, design, model, priors, precision, options, threads, effects, other);
  }

  /** The same of other rows. */
  public Request data(Origin other) {
    return new Request(
        other, design, model, priors, precision, options, threads, effects, priorOnly);
  }

  /** Whether another would give the same draws. */
  public boolean same(Request other) {
    return threads(null).equals(other.threads(null));
  }

  private Request threads(@Nullable Integer most) {
    return new Request(data, design, model, priors, precision, options, most, effects, priorOnly);
  }
}
