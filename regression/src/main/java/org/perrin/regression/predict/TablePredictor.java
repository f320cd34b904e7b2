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
  private final double interval;

  private TablePredictor(
      ModelChoice model, Encoding encoding, DrawPredictor predictive, double interval) {
    this.model = model;
    this.encoding = encoding;
    this.predictive = predictive;
    this.interval = interval;
  }

  /** By at most {@code most} draws, with intervals of that probability. */
  public static TablePredictor of(
      ModelChoice model, Encoding encoding, Draws draws, int most, double interval) {
    if (model.own()) {
      throw new IllegalArgumentException(
          "a model of your own that is no family is predicted from its draws: see docs/models.md");
    }
    var predictive = DrawPredictor.of(model, encoding, draws, most, interval);
    return new TablePredictor(model, encoding, predictive, interval);
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

  /** The classes, of which each has a line; none if a row has one. */
  public List<String> levels() {
    return encoding.response() instanceof Response.Classes classes ? classes.levels() : List.of();
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
    int next = 0;
    for (int from = 0; from < rows.count(); from += ROWS_A_BLOCK) {
      int to = Math.min(rows.count(), from + ROWS_A_BLOCK);
      List<PredictiveDistributions> block = predictive.predict(rows, design.groups(), from, to);
      for (int i = from; i < to; i++) {
        int place = design.rows() == null ? i : design.rows()[i];
        problems(judged, next, place + 1, sink);
        next = place + 1;
        if (judged.problem(place) == null) {
          row(block, i - from, place, sink);
          if (rows.responses() != null) {
            card.add(block, i - from, targets.of(i), targets.weight(i));
          }
        }
      }
    }
    problems(judged, next, judged.problems() == null ? 0 : judged.problems().length, sink);
    return rows.responses() == null || model.censored() ? null : card.build();
  }

  /** How many targets {@link #sample} draws for a row: one for each draw that predicts. */
  public int draws() {
    return predictive.draws();
  }

  /**
   * Hands over, for every row of a table in order, targets from the predictive distribution, one
   * for each draw; the same for the same seed. Classes are their places in {@link #levels}. A row
   * that cannot be predicted has NaN.
   *
   * @param count rows of the table
   */
  public void sample(CheckedDesign judged, int count, long seed, Consumer<double[]> sink) {
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
          (i, _, given) -> {
            var random = RandomStream.of(seed, i);
            block[i - first] = Arrays.stream(given).mapToDouble(d -> d.draw(random)).toArray();
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
    List<String> levels = levels();
    for (int c = 0; c < block.size(); c++) {
      PredictiveDistributions one = block.get(c);
      String level = levels.isEmpty() ? null : levels.get(c);
      sink.accept(
          new PredictedRow(
              place, level, one.mean()[j], one.sd()[j], one.low()[j], one.high()[j], null));
    }
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
