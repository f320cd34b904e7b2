package org.perrin.regression;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.perrin.Perrin;
import org.perrin.data.Scratch;
import org.perrin.data.Storage;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.io.table.Table;
import org.perrin.model.DrawablePrior;
import org.perrin.model.Model;
import org.perrin.posterior.Account;
import org.perrin.posterior.Check;
import org.perrin.posterior.LogDensities;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.posterior.PriorSampling;
import org.perrin.posterior.Watcher;
import org.perrin.regression.effects.Effect;
import org.perrin.regression.effects.Effects;
import org.perrin.regression.judge.Loo;
import org.perrin.regression.parameters.GroupParameters;
import org.perrin.regression.predict.FittedRows;
import org.perrin.regression.predict.Predictions;
import org.perrin.regression.predict.TablePredictor;

/**
 * A posterior in the user's terms.
 *
 * @param prepared what was sampled
 * @param request what was asked for
 * @param inner the sampler's own draws
 * @param draws of the user's parameters
 * @param laplaceMean centre of the Gaussian approximation, or null if there is none
 * @param laplaceSd its standard deviations, or null
 * @param summary of the draws
 * @param complete false if the run was cut short
 * @param seconds by stage
 */
public record Fit(
    PreparedFit prepared,
    Request request,
    Posterior inner,
    Draws draws,
    double @Nullable [] laplaceMean,
    double @Nullable [] laplaceSd,
    Summary summary,
    boolean complete,
    Map<String, Double> seconds) {
  /** Bytes a draw of one parameter takes while it is summarised: itself, sorted and ranked. */
  private static final double SUMMARY_BYTES = 32;

  /** Bytes that the sizes of the steps from one draw to the next take, as a rule. */
  private static final double STEPS_BYTES = 64;

  /** Bytes of a parameter in a chain while it runs, and in what is known of all chains. */
  private static final double EFFECT_BYTES = 200;

  /** The share of Java's memory that draws may take. */
  private static final double IN_MEMORY = 0.25;

  /** Samples. */
  public static Fit of(PreparedFit prepared, Request request, Watcher watcher) {
    Posterior posterior =
        request.priorOnly()
            ? PriorSampling.sample(drawable(prepared), request.options(), watcher)
            : Perrin.sample(prepared.model(), request.options(), watcher);
    return of(prepared, request, posterior, watcher);
  }

  /** The model, whose prior can be drawn from. */
  private static Model drawable(PreparedFit prepared) {
    if (prepared.own() != null || !(prepared.model().prior() instanceof DrawablePrior prior)) {
      throw new UsageException(
          "--prior-only is for the models of perrin models: %s says only how prior and rows are judged together"
              .formatted(prepared.word()));
    }
    OptionalInt flat = prior.improper();
    if (flat.isPresent()) {
      throw new UsageException(
          "--prior-only: the prior of %s is flat, and has no draws: give it another, as in normal(0, 1)"
              .formatted(MessageText.quoted(prepared.names().get(flat.getAsInt()))));
    }
    return prepared.model();
  }

  /** Whether draws are those of the prior. */
  public boolean priorOnly() {
    return request.priorOnly();
  }

  /** What was sampled already. */
  public static Fit of(
      PreparedFit prepared, Request request, Posterior posterior, Watcher watcher) {
    Options options = request.options();
    var watch = new Stopwatch();
    Draws draws =
        LogDensities.beside(posterior.draws(), prepared.model())
            .map(prepared.names(), watcher.storage(), prepared::toUser);
    boolean complete = draws.chains().stream().allMatch(c -> whole(c, options));
    if (draws.count() == 0) {
      throw new IllegalArgumentException(noDraws(draws));
    }
    int common = prepared.names().size() - prepared.encoding().effects();
    Summary summary = Summary.of(draws, common);
    watch.lap("summary");
    Map<String, Double> seconds = new LinkedHashMap<>(prepared.seconds());
    posterior.account().seconds().forEach((k, v) -> seconds.merge(k, v, Double::sum));
    seconds.put("summary", watch.laps().get("summary"));
    double[] mean = null;
    double[] sd = null;
    if (posterior.mode() != null && !(prepared.parameters() instanceof GroupParameters)) {
      mean = new double[prepared.names().size()];
      prepared.toUser(posterior.mode().theta(), mean);
      sd = prepared.parameters().sd(posterior.mode().theta(), posterior.mode().covariance());
    }
    return new Fit(prepared, request, posterior, draws, mean, sd, summary, complete, seconds);
  }

  /**
   * Where draws are kept while they are made: in memory, or in {@code folder} if they would take
   * much of it. Refuses those that do not fit even so: summaries look at all draws of a parameter
   * at once.
   */
  public static Storage storage(PreparedFit prepared, Options options, Path folder) {
    double draws = (double) options.chains() * options.draws();
    MemoryCheck.check(
        "the summary of %s × %s draws"
            .formatted(MessageText.count(options.chains()), MessageText.count(options.draws())),
        SUMMARY_BYTES * draws,
        "ask for fewer --draws or --chains");
    MemoryCheck.check(
        "a fit of %s".formatted(MessageText.count(prepared.names().size(), "parameter")),
        EFFECT_BYTES * options.chains() * prepared.names().size(),
        "let fewer columns vary, or by a factor of fewer levels");
    double all = draws * (16.0 * prepared.names().size() + STEPS_BYTES);
    return all < IN_MEMORY * MemoryCheck.most() ? Storage.heap() : new Scratch(folder);
  }

  private static boolean whole(Draws.Chain chain, Options options) {
    return chain.divergence() != null || chain.count() >= options.draws();
  }

  private static String noDraws(Draws draws) {
    return draws.chains().stream()
        .map(Draws.Chain::divergence)
        .filter(d -> d != null)
        .findFirst()
        .orElse("stopped before the first draw: nothing was written");
  }

  /** What was asked of the sampler. */
  public Options options() {
    return request.options();
  }

  /** How many parameters come before the effects of groups. */
  public int common() {
    return prepared.names().size() - prepared.encoding().effects();
  }

  /** The summary of all parameters but the effects of groups. */
  public Summary commonSummary() {
    return new Summary(summary.rows().subList(0, common()), summary.notes());
  }

  /** Draws of all parameters but the effects of groups. */
  public Draws commonDraws() {
    int common = common();
    return common == draws.dimension()
        ? draws
        : draws.map(
            draws.names().subList(0, common),
            (all, out) -> System.arraycopy(all, 0, out, 0, common));
  }

  /** Predicts the rows of a table, and scores the predictions where it has the target. */
  public Predictions predict(Table table) {
    return predictor(TablePredictor.DRAWS, TablePredictor.INTERVAL).predict(table);
  }

  /** By at most {@code most} draws, with intervals of that probability. */
  public TablePredictor predictor(int most, double interval) {
    return TablePredictor.of(prepared.regression(), prepared.encoding(), draws, most, interval);
  }

  /** Beside the rows it was fitted to. */
  public FittedRows rows() {
    return prepared.fitted(draws);
  }

  /**
   * What columns do, averaged over the rows it was fitted to; of many rows over some thousand of
   * them.
   */
  public Effects effects() {
    if (prepared.sample() == null) {
      throw new IllegalStateException("the rows are elsewhere: use effects(table)");
    }
    return effects(prepared.sample());
  }

  /** What columns do, averaged over the rows of a table. */
  public Effects effects(Table table) {
    return Effects.of(prepared.regression(), prepared.encoding(), draws, table);
  }

  /** What a column does: its slope or comparisons of its levels, and predictions. */
  public List<Effect> effects(String column) {
    return effects().of(column);
  }

  /** How well it predicts rows that it has not seen, by leave-one-out cross-validation. */
  public Loo loo() {
    return Loo.of(rows());
  }

  /** Whether the draws are those of the posterior: R-hat cannot see a bias that chains share. */
  public Check check() {
    return Check.of(inner, Check.GRADIENTS, prepared.combinations());
  }

  /** Writes a folder that the command and {@link SavedFit} read, in place of one that is there. */
  public void save(Path folder) {
    try (var work = FitFolder.open(folder.toAbsolutePath().normalize())) {
      FitFiles.write(work.stage(), this, ResumeRecord.of(request, null));
      work.publish();
      work.discard();
    }
  }

  /** How it came about. */
  public Account account() {
    return inner.account();
  }

  /** Everything a user should know, most important first. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (priorOnly()) {
      notes.add(
          "draws from the prior alone: of the rows only the scales of default priors are used");
    }
    if (!complete) {
      notes.add("incomplete: the run was stopped before its end");
    }
    for (Draws.Chain chain : draws.chains()) {
      if (chain.divergence() != null) {
        notes.add(chain.divergence());
      }
    }
    notes.addAll(summary.notes());
    notes.addAll(account().remarks());
    notes.addAll(prepared.notes());
    return notes;
  }
}
