package org.perrin.regression.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.design.CheckedDesign;
import org.perrin.io.design.Design;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.design.Response;
import org.perrin.io.table.Table;
import org.perrin.random.RandomStream;
import org.perrin.regression.model.ModelChoice;

/** Predicts tables by a fit, some thousand rows at a time. */
public final class TablePredictor {
  /** Draws to predict by, unless others are asked for. */
  public static final int DRAWS = 500;

  /** The probability of intervals, unless another is asked for. */
  public static final double INTERVAL = 0.9;

  private static final int ROWS_A_BLOCK = 1 << 15;
  private static final int ROWS_A_SAMPLE = 1 << 12;

  private final ModelChoice model;
  private final Encoding encoding;
  private final DrawPredictor predictive;
  private final PredictionType type;
  private final double interval;

  private TablePredictor(
      ModelChoice model,
      Encoding encoding,
      DrawPredictor predictive,
      PredictionType type,
      double interval) {
    this.model = model;
    this.encoding = encoding;
    this.predictive = predictive;
    this.type = type;
    this.interval = interval;
  }

  /** By at most {@code most} draws, with intervals of that probability. */
  public static TablePredictor of(
      ModelChoice model, Encoding encoding, Draws draws, int most, double interval) {
    return of(model, encoding, draws, most, PredictionType.RESPONSE, DrawPredictor.ends(interval));
  }

  /** The same of another type, with these quantiles, from the least to the largest. */
  public static TablePredictor of(
      ModelChoice model,
      Encoding encoding,
      Draws draws,
      int most,
      PredictionType type,
      double... probabilities) {
    if (model.own()) {
      throw new IllegalArgumentException(
          "a model of your own that is no family is predicted from its draws: see docs/models.md");
    }
    if (!type.suits(model)) {
      throw new IllegalArgumentException(model.word() + " has no classes to predict");
    }
    var predictive = DrawPredictor.of(model, encoding, draws, most, probabilities);
    double interval = probabilities[probabilities.length - 1] - probabilities[0];
    return new TablePredictor(model, encoding, predictive, type, interval);
  }

  /**
   * The design of a table's rows that can be predicted. Weights are of use only beside a target, so
   * new rows need none; without trials, probabilities are predicted in place of successes.
   *
   * @param strict whether a row that cannot be predicted is an error
   */
  public CheckedDesign judge(Table table, boolean strict) {
    if (strict) {
      return new CheckedDesign(used(table).apply(table, MissingPolicy.ERROR), null);
    }
    CheckedDesign judged = judgeEach(table);
    if (judged.design() == null) {
      throw InputException.of(
          table.source(), "no row can be predicted: in the first, " + judged.problem(0));
    }
    return judged;
  }

  /** The same for some rows of a table, none of which need be one that can be predicted. */
  public CheckedDesign judgeEach(Table table) {
    return used(table).applyWhereKnown(table);
  }

  private Encoding used(Table table) {
    boolean weighed = encoding.weighing().stream().allMatch(name -> table.find(name).isPresent());
    return weighed ? encoding : encoding.unweighted();
  }

  /** All rows of a table. */
  public Predictions predict(Table table) {
    List<PredictedRow> rows = new ArrayList<>();
    Scorecard scores = each(judge(table, false), rows::add);
    return new Predictions(rows, scores);
  }

  /** Whether lines name a class: that of the row, or each in turn. */
  public boolean labelled() {
    return type == PredictionType.CLASS || !levels().isEmpty();
  }

  /** The classes, of which each has a line; none if a row has one line. */
  private List<String> levels() {
    List<String> all =
        encoding.response() instanceof Response.Classes classes ? classes.levels() : List.of();
    return switch (type) {
      case RESPONSE, QUANTILE, CLASS -> all;
      case LINK -> model.several() ? all.subList(1, all.size()) : List.of();
    };
  }

  /** Hands over every row in order; the scores if targets are known, else null. */
  public @Nullable Scorecard each(CheckedDesign judged, Consumer<PredictedRow> sink) {
    if (judged.design() == null) {
      problems(judged, 0, judged.problems().length, sink);
      return null;
    }
    Design design = judged.design();
    Dataset rows = design.data();
    var targets = new Targets(model, rows);
    var card = new Scorecard.Builder(model, interval, rows.count());
    boolean scored = rows.responses() != null && type != PredictionType.LINK;
    int next = 0;
    for (int from = 0; from < rows.count(); from += ROWS_A_BLOCK) {
      int to = Math.min(rows.count(), from + ROWS_A_BLOCK);
      List<PredictiveDistributions> block =
          type == PredictionType.LINK
              ? predictive.link(rows, design.groups(), from, to)
              : predictive.predict(rows, design.groups(), from, to);
      for (int i = from; i < to; i++) {
        int place = design.rows() == null ? i : design.rows()[i];
        problems(judged, next, place + 1, sink);
        next = place + 1;
        if (judged.problem(place) == null) {
          row(block, i - from, place, sink);
          if (scored) {
            card.add(block, i - from, targets.of(i), targets.weight(i));
          }
        }
      }
    }
    problems(judged, next, judged.problems() == null ? 0 : judged.problems().length, sink);
    return scored && !model.censored() ? card.build() : null;
  }

  /** How many targets {@link #sample} draws for a row: one for each draw that predicts. */
  public int draws() {
    return predictive.draws();
  }

  /**
   * Hands over, for every row of a table in order, targets from the predictive distribution, one
   * for each draw, or its linear predictors; the same for the same seed. Classes are their places
   * among the levels. A row that cannot be predicted has NaN.
   *
   * @param count rows of the table
   */
  public void sample(CheckedDesign judged, int count, long seed, Consumer<double[]> sink) {
    if (type == PredictionType.LINK && model.several()) {
      throw new IllegalArgumentException("a row of several classes has several linear predictors");
    }
    Design design = judged.design();
    double[] none = new double[draws()];
    Arrays.fill(none, Double.NaN);
    int next = 0;
    for (int from = 0; from < design.data().count(); from += ROWS_A_SAMPLE) {
      int to = Math.min(design.data().count(), from + ROWS_A_SAMPLE);
      double[][] block = new double[to - from][];
      int first = from;
      predictive.each(
          design.data(),
          design.groups(),
          from,
          to,
          (i, eta, given) -> {
            var random = RandomStream.of(seed, i);
            block[i - first] =
                type == PredictionType.LINK
                    ? eta[0].clone()
                    : Arrays.stream(given).mapToDouble(d -> d.draw(random)).toArray();
          });
      for (int i = from; i < to; i++) {
        int place = design.rows() == null ? i : design.rows()[i];
        for (; next < place; next++) {
          sink.accept(none);
        }
        sink.accept(judged.problem(place) == null ? block[i - from] : none);
        next = place + 1;
      }
    }
    for (; next < count; next++) {
      sink.accept(none);
    }
  }

  private void row(
      List<PredictiveDistributions> block, int j, int place, Consumer<PredictedRow> sink) {
    if (type == PredictionType.CLASS) {
      sink.accept(likeliest(block, j, place));
      return;
    }
    List<String> levels = levels();
    for (int c = 0; c < block.size(); c++) {
      PredictiveDistributions one = block.get(c);
      String level = levels.isEmpty() ? null : levels.get(c);
      sink.accept(
          new PredictedRow(place, level, one.mean()[j], one.sd()[j], one.quantiles(j), null));
    }
  }

  /** The class that has most of the predictive distribution, and how probable it is. */
  private PredictedRow likeliest(List<PredictiveDistributions> block, int j, int place) {
    int best = 0;
    for (int c = 1; c < block.size(); c++) {
      best = block.get(c).mean()[j] > block.get(best).mean()[j] ? c : best;
    }
    PredictiveDistributions one = block.get(best);
    double mean = one.mean()[j];
    double[] quantiles = one.quantiles(j);
    String level =
        switch (encoding.response()) {
          case Response.Classes classes -> classes.levels().get(best);
          case Response.Binary binary when mean >= 0.5 -> binary.positive();
          case Response.Binary binary when binary.negative().size() == 1 ->
              binary.negative().getFirst();
          case Response.Binary binary -> "not " + binary.positive();
          default -> mean >= 0.5 ? "1" : "0";
        };
    boolean turned = block.size() == 1 && mean < 0.5;
    return new PredictedRow(
        place,
        level,
        turned ? 1 - mean : mean,
        one.sd()[j],
        turned ? complements(quantiles) : quantiles,
        null);
  }

  /** Of what is left of 1, from the least to the largest. */
  private static double[] complements(double[] quantiles) {
    double[] rest = new double[quantiles.length];
    Arrays.setAll(rest, q -> 1 - quantiles[quantiles.length - 1 - q]);
    return rest;
  }

  /** Rows {@code from ≤ place < to} that cannot be predicted. */
  private static void problems(
      CheckedDesign judged, int from, int to, Consumer<PredictedRow> sink) {
    for (int place = from; place < to; place++) {
      if (judged.problem(place) != null) {
        sink.accept(PredictedRow.problem(place, judged.problem(place)));
      }
    }
  }
}
