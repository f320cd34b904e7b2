package org.perrin.spark;

import java.util.List;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.perrin.io.InputException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.posterior.Options;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.prior.PriorChoice;

/**
 * {@link SparkFit} as a stage of Spark ML's pipelines:
 *
 * <pre>{@code
 * PerrinRegression regression = new PerrinRegression().setFormula("bought ~ age + C(town)");
 * Dataset<Row> predicted = regression.fit(people).transform(others);
 * }</pre>
 *
 * <p>Of a parameter that is not set the command's default holds. Columns that {@code transform}
 * adds are those of {@link PerrinRegressionModel}.
 */
public final class PerrinRegression extends Estimator<PerrinRegressionModel> implements MLWritable {
  private static final long serialVersionUID = 1L;
  private static final Options STANDARD = Options.standard();

  private final String uid;
  private final Param<String> formula;
  private final StringArrayParam furtherFormulas;
  private final Param<String> labelCol;
  private final Param<String> weightCol;
  private final Param<String> offsetCol;
  private final Param<String> keyCol;
  private final Param<String> family;
  private final StringArrayParam priors;
  private final Param<String> sampler;
  private final IntParam chains;
  private final IntParam draws;
  private final LongParam seed;
  private final DoubleParam tolerance;
  private final Param<String> missing;
  private final Param<String> predictionCol;
  private final LongParam collectBelow;

  /** Under a name of its own. */
  public PerrinRegression() {
    this(Identifiable$.MODULE$.randomUID("perrin"));
  }

  /** Under this name, as pipelines that are read need it. */
  public PerrinRegression(String uid) {
    this.uid = uid;
    formula = new Param<>(this, "formula", "terms in the manner of R, as in y ~ x + C(kind)");
    furtherFormulas =
        new StringArrayParam(this, "furtherFormulas", "those of other parameters: sigma ~ x");
    labelCol = new Param<>(this, "labelCol", "the target, explained by all columns");
    weightCol = new Param<>(this, "weightCol", "how often a row counts");
    offsetCol = new Param<>(this, "offsetCol", "a column or expression, as in log(exposure)");
    keyCol = new Param<>(this, "keyCol", "whole numbers that order rows; their contents if unset");
    family = new Param<>(this, "family", "by its name; guessed from the target if unset");
    priors = new StringArrayParam(this, "priors", "for all coefficients, or name=prior for one");
    sampler = new Param<>(this, "sampler", "auto, natural or exact; others on the driver");
    chains = new IntParam(this, "chains", "how many");
    draws = new IntParam(this, "draws", "of each chain");
    seed = new LongParam(this, "seed", "that fixes every draw");
    tolerance = new DoubleParam(this, "tolerance", "by how much noise may widen an sd");
    missing = new Param<>(this, "missing", "error, or drop for rows that lack values");
    predictionCol = new Param<>(this, "predictionCol", "what columns of predictions begin with");
    collectBelow = new LongParam(this, "collectBelow", "numbers in a table for the driver");
    setDefault(furtherFormulas, new String[0]);
    setDefault(priors, new String[0]);
    setDefault(sampler, STANDARD.sampler().orElse(Options.AUTO));
    setDefault(chains, STANDARD.chains());
    setDefault(draws, STANDARD.draws());
    setDefault(seed, STANDARD.seed());
    setDefault(tolerance, STANDARD.tolerance());
    setDefault(missing, "error");
    setDefault(predictionCol, PerrinRegressionModel.PREDICTION);
    setDefault(collectBelow, SparkFit.SMALL);
  }

  @Override
  public String uid() {
    return uid;
  }

  private <T> T orNull(Param<T> param) {
    return isDefined(param) ? getOrDefault(param) : null;
  }

  private DesignSpec spec() {
    if (isDefined(formula) == isDefined(labelCol)) {
      throw new InputException("set formula or labelCol: what is explained by what");
    }
    return new DesignSpec(
        orNull(labelCol),
        null,
        null,
        orNull(weightCol),
        orNull(offsetCol),
        null,
        null,
        orNull(formula),
        List.of(getOrDefault(furtherFormulas)),
        true,
        policy());
  }

  private MissingPolicy policy() {
    return switch (getOrDefault(missing)) {
      case "error" -> MissingPolicy.ERROR;
      case "drop" -> MissingPolicy.DROP;
      default -> throw new InputException("missing is error or drop");
    };
  }

  private Options options() {
    return STANDARD
        .sampler(getOrDefault(sampler))
        .chains((Integer) getOrDefault(chains))
        .draws((Integer) getOrDefault(draws))
        .seed((Long) getOrDefault(seed))
        .tolerance((Double) getOrDefault(tolerance));
  }

  @Override
  public PerrinRegressionModel fit(Dataset<?> rows) {
    SparkPosterior posterior =
        SparkFit.of(rows.toDF(), spec())
            .family(orNull(family))
            .priors(new PriorChoice(List.of(getOrDefault(priors)), null, null, List.of()))
            .key(orNull(keyCol))
            .options(options())
            .collectBelow((Long) getOrDefault(collectBelow))
            .run();
    return new PerrinRegressionModel(uid, SparkFittedModel.of(posterior.fit()))
        .setPredictionCol(getOrDefault(predictionCol))
        .setParent(this);
  }

  /** With columns of classes only if the family is set, for rows are not looked at here. */
  @Override
  public StructType transformSchema(StructType schema) {
    UsedColumns.of("rows", schema, spec(), orNull(keyCol));
    ModelChoice choice = ModelChoice.find(orNull(family));
    return PredictionColumns.of(getOrDefault(predictionCol), choice != null && choice.classes())
        .behind(schema);
  }

  @Override
  public PerrinRegression copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public MLWriter write() {
    return new DefaultParamsWriter(this);
  }

  /** Reads what {@link #write} wrote. */
  public static MLReader<PerrinRegression> read() {
    return new DefaultParamsReader<>();
  }

  /** Reads what {@code save} wrote. */
  public static PerrinRegression load(String path) {
    return read().load(path);
  }

  // Spark finds parameters by methods that return them.

  /** Terms in the manner of R. */
  public Param<String> formula() {
    return formula;
  }

  /** Explains what stands left of the tilde by what stands right of it. */
  public PerrinRegression setFormula(String text) {
    return (PerrinRegression) set(formula, text);
  }

  /** Formulas of other parameters. */
  public StringArrayParam furtherFormulas() {
    return furtherFormulas;
  }

  /** With formulas of other parameters, {@code sigma ~ x} for example. */
  public PerrinRegression setFurtherFormulas(String... texts) {
    return (PerrinRegression) set(furtherFormulas, texts);
  }

  /** The target. */
  public Param<String> labelCol() {
    return labelCol;
  }

  /** Explains a column by all others, in place of a formula. */
  public PerrinRegression setLabelCol(String column) {
    return (PerrinRegression) set(labelCol, column);
  }

  /** Weights. */
  public Param<String> weightCol() {
    return weightCol;
  }

  /** With a column that says how often a row counts. */
  public PerrinRegression setWeightCol(String column) {
    return (PerrinRegression) set(weightCol, column);
  }

  /** The offset. */
  public Param<String> offsetCol() {
    return offsetCol;
  }

  /** With a column or expression that is added to the predictor. */
  public PerrinRegression setOffsetCol(String expression) {
    return (PerrinRegression) set(offsetCol, expression);
  }

  /** The column that orders rows. */
  public Param<String> keyCol() {
    return keyCol;
  }

  /** With a column of whole numbers that orders rows. */
  public PerrinRegression setKeyCol(String column) {
    return (PerrinRegression) set(keyCol, column);
  }

  /** The family of responses. */
  public Param<String> family() {
    return family;
  }

  /** Of the family of that name. */
  public PerrinRegression setFamily(String name) {
    return (PerrinRegression) set(family, name);
  }

  /** Priors. */
  public StringArrayParam priors() {
    return priors;
  }

  /** With priors as on the command line. */
  public PerrinRegression setPriors(String... texts) {
    return (PerrinRegression) set(priors, texts);
  }

  /** The sampler. */
  public Param<String> sampler() {
    return sampler;
  }

  /** By the sampler of that name. */
  public PerrinRegression setSampler(String name) {
    return (PerrinRegression) set(sampler, name);
  }

  /** How many chains. */
  public IntParam chains() {
    return chains;
  }

  /** With so many chains. */
  public PerrinRegression setChains(int count) {
    return (PerrinRegression) set((Param<Object>) chains, count);
  }

  /** How many draws. */
  public IntParam draws() {
    return draws;
  }

  /** With so many draws of each chain. */
  public PerrinRegression setDraws(int count) {
    return (PerrinRegression) set((Param<Object>) draws, count);
  }

  /** What fixes every draw. */
  public LongParam seed() {
    return seed;
  }

  /** With every draw fixed by this number. */
  public PerrinRegression setSeed(long number) {
    return (PerrinRegression) set((Param<Object>) seed, number);
  }

  /** How exact draws are. */
  public DoubleParam tolerance() {
    return tolerance;
  }

  /** With this bound on how much gradient noise may widen a standard deviation. */
  public PerrinRegression setTolerance(double share) {
    return (PerrinRegression) set((Param<Object>) tolerance, share);
  }

  /** What happens to rows that lack values. */
  public Param<String> missing() {
    return missing;
  }

  /** {@code error}, or {@code drop} to leave rows out that lack values. */
  public PerrinRegression setMissing(String policy) {
    return (PerrinRegression) set(missing, policy);
  }

  /** What columns of predictions begin with. */
  public Param<String> predictionCol() {
    return predictionCol;
  }

  /** With columns of predictions that begin with this name. */
  public PerrinRegression setPredictionCol(String name) {
    return (PerrinRegression) set(predictionCol, name);
  }

  /** What tables the driver fits. */
  public LongParam collectBelow() {
    return collectBelow;
  }

  /** Leaves tables of more numbers on the executors. */
  public PerrinRegression setCollectBelow(long numbers) {
    return (PerrinRegression) set((Param<Object>) collectBelow, numbers);
  }
}
