package org.perrin.regression.effects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.design.Encoding;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowPicker;
import org.perrin.io.table.Table;
import org.perrin.regression.model.ModelChoice;

/**
 * What columns do to the response, averaged over the rows of a table, all other columns as they are
 * (or, {@link #conditional}, at their means and commonest values). Every method gives another and
 * leaves this one alone.
 *
 * <pre>{@code
 * fit.effects().of("age").forEach(System.out::println);
 * fit.effects().by("town").at("age", "20", "60");
 * }</pre>
 */
public final class Effects {
  private static final int MOST_LEVELS = 50;
  private static final double[] PLACES = {0.05, 0.25, 0.5, 0.75, 0.95};
  private static final double[] LINES = {0.1, 0.5, 0.9};

  /** A slope is that between two points so many standard deviations apart. */
  private static final double STEP = 1e-3;

  private final FittedModel model;
  private final Table table;
  private final EffectColumns columns;
  private final @Nullable String by;
  private final boolean ratios;
  private final boolean conditional;
  private final @Nullable EffectSketch sketch;

  private Effects(
      FittedModel model,
      Table table,
      EffectColumns columns,
      @Nullable String by,
      boolean ratios,
      boolean conditional,
      @Nullable EffectSketch sketch) {
    this.model = model;
    this.table = table;
    this.columns = columns;
    this.by = by;
    this.ratios = ratios;
    this.conditional = conditional;
    this.sketch = sketch;
  }

  /** Of a fit, over the rows of a table. */
  public static Effects of(ModelChoice regression, Encoding encoding, Draws draws, Table given) {
    if (regression.own()) {
      throw new InputException(
          "effects need a family: this model of your own does not say what it predicts");
    }
    var used = new Draws(draws.names(), draws.usable());
    Table table = given.withAbsent(encoding.inputs());
    return new Effects(
        new FittedModel(regression, encoding, used, false),
        table,
        EffectColumns.of(encoding, table),
        null,
        false,
        false,
        null);
  }

  /** On the scale of the predictor. */
  public Effects link() {
    var other = new FittedModel(model.regression(), model.encoding(), model.draws(), true);
    return new Effects(other, table, columns, by, ratios, conditional, sketch);
  }

  /** For the rows of each level of a column by themselves. */
  public Effects by(String column) {
    return new Effects(model, table, columns, column, ratios, conditional, sketch);
  }

  /** Values are compared by ratios in place of differences. */
  public Effects ratios() {
    return new Effects(model, table, columns, by, true, conditional, sketch);
  }

  /** Of one row that has the mean of each number and the commonest of other values. */
  public Effects conditional() {
    return new Effects(model, table, columns, by, ratios, true, sketch);
  }

  /**
   * All rows by the mean of the draws, and few by all draws: means to second order in the
   * posterior's width, its width from these few rows. For pictures of all rows; errors are not
   * known.
   *
   * @param few rows that all draws look at
   * @param some rows that the mean of the draws looks at, of columns that stand in products or
   *     groups; of others it looks at all
   */
  public Effects sketched(int few, int some) {
    return new Effects(
        model, table, columns, by, ratios, conditional, EffectSketch.of(model, table, few, some));
  }

  /** The columns that have effects. */
  public List<String> columns() {
    return columns.names();
  }

  /** The same, those first that move the predictors of the table's rows most. */
  public List<String> ranked() {
    return ColumnRanking.of(model, table, columns());
  }

  /**
   * Of a column: of a number its slope, and predictions at five quantiles; of levels, and of
   * numbers with two values, predictions and comparisons with the first.
   */
  public List<Effect> of(String column) {
    Column known = columns.look(column);
    if (!columns.line(known)) {
      return compare(column, columns.values(known));
    }
    List<Effect> all = new ArrayList<>(slopes(column));
    all.addAll(predictions(column, ColumnNumbers.quantiles(known, PLACES).toArray(String[]::new)));
    return all;
  }

  /** Predictions at these values of a column, and comparisons with the first. */
  public List<Effect> at(String column, String... values) {
    columns.look(column);
    Arrays.stream(values).forEach(value -> columns.checkLevel(column, value));
    return compare(column, List.of(values));
  }

  /** The average slope in a column of numbers. */
  public List<Effect> slopes(String column) {
    if (!(columns.look(column) instanceof Column.Numeric numeric)) {
      throw new InputException(
          "%s is not a number, and has no slope".formatted(MessageText.quoted(column)));
    }
    return slope(column, ColumnNumbers.spread(ColumnNumbers.sorted(numeric)));
  }

  /** The draws in use. */
  public Draws draws() {
    return model.draws();
  }

  /** Predictions at these values of a column alone. */
  public List<Effect> predictions(String column, String... values) {
    columns.look(column);
    Sink sink =
        (averages, level, out) -> {
          for (int q = 0; q < values.length; q++) {
            predictions(averages, column, values[q], q, level, out);
          }
        };
    if (sketch != null && by == null && !conditional) {
      List<Effect> out = new ArrayList<>();
      sink.take(sketch.averages(column, List.of(values)), "", out);
      return out;
    }
    return each(Arrays.stream(values).map(v -> Scenario.at(column, v)).toList(), sink);
  }

  /** Pairs of columns that stand together in a term, as in {@code a:b}, both with effects. */
  public List<List<String>> interactions() {
    return model.encoding().crossed().stream().filter(Set.copyOf(columns())::containsAll).toList();
  }

  /** How many values {@link #curve} changes a column to, with so many points for a number. */
  public int values(String column, int points) {
    return columns.grid(columns.look(column), points).size();
  }

  /**
   * Predictions along a column: at its levels, or at {@code points} evenly spaced numbers between
   * its 1 % and its 99 % quantile, fewer if it has fewer values.
   */
  public EffectCurve curve(String column, int points) {
    Column known = columns.look(column);
    List<String> at = columns.grid(known, points);
    List<Effect> effects = predictions(column, at.toArray(String[]::new));
    return new EffectCurve(
        column, columns.line(known), at, null, List.of(""), model.outcomes(), effects);
  }

  /** The same at levels of another column, or at its 10 %, 50 % and 90 % quantile. */
  public EffectCurve curve(String column, String other, int points, int levels) {
    Column known = columns.look(column);
    Column second = columns.look(other);
    List<String> at = columns.grid(known, points);
    List<String> all =
        columns.line(second) ? ColumnNumbers.quantiles(second, LINES) : columns.values(second);
    List<String> by = all.subList(0, Math.min(levels, all.size()));
    List<Scenario> scenarios =
        by.stream()
            .flatMap(v -> at.stream().map(u -> Scenario.at(other, v).then(Scenario.at(column, u))))
            .toList();
    List<Effect> effects =
        each(
            scenarios,
            (averages, level, out) -> {
              for (int q = 0; q < scenarios.size(); q++) {
                predictions(averages, column, at.get(q % at.size()), q, level, out);
              }
            });
    return new EffectCurve(column, columns.line(known), at, other, by, model.outcomes(), effects);
  }

  private List<Effect> compare(String column, List<String> values) {
    return each(
        values.stream().map(v -> Scenario.at(column, v)).toList(),
        (averages, level, out) -> {
          for (int q = 0; q < values.size(); q++) {
            predictions(averages, column, values.get(q), q, level, out);
          }
          for (int q = 1; q < values.size(); q++) {
            String name = ratios ? " / " : " - ";
            String pair = values.get(q) + name + values.getFirst();
            comparisons(averages, column, pair, q, level, out);
          }
        });
  }

  private List<Effect> slope(String column, double spread) {
    double h = STEP * spread;
    return each(
        List.of(Scenario.shift(column, -h / 2), Scenario.shift(column, h / 2)),
        (averages, level, out) -> {
          for (int c = 0; c < model.outcomes().size(); c++) {
            double[] low = averages.values()[0][c];
            double[] high = averages.values()[1][c];
            double[] slopes = new double[low.length];
            Arrays.setAll(slopes, s -> (high[s] - low[s]) / h);
            double error = averages.differences()[1][c] / h;
            out.add(effect(column, "slope", "", level, c, slopes, error));
          }
        });
  }

  private void predictions(
      ScenarioAverages averages,
      String column,
      String value,
      int q,
      String level,
      List<Effect> out) {
    for (int c = 0; c < model.outcomes().size(); c++) {
      out.add(
          effect(
              column,
              "prediction",
              value,
              level,
              c,
              averages.values()[q][c],
              averages.errors()[q][c]));
    }
  }

  private void comparisons(
      ScenarioAverages averages,
      String column,
      String pair,
      int q,
      String level,
      List<Effect> out) {
    for (int c = 0; c < model.outcomes().size(); c++) {
      double[] first = averages.values()[0][c];
      double[] other = averages.values()[q][c];
      double[] compared = new double[first.length];
      Arrays.setAll(compared, s -> ratios ? other[s] / first[s] : other[s] - first[s]);
      double error = averages.differences()[q][c];
      double scale = ratios ? Math.abs(first[0]) : 1;
      String what = ratios ? "ratio" : "difference";
      out.add(effect(column, what, pair, level, c, compared, error / scale));
    }
  }

  private Effect effect(
      String column, String what, String at, String level, int c, double[] draws, double error) {
    return new Effect(
        column,
        what,
        at,
        level,
        model.outcomes().get(c),
        draws,
        ScenarioAverages.counts(model.draws()),
        error);
  }

  @FunctionalInterface
  private interface Sink {
    void take(ScenarioAverages averages, String level, List<Effect> out);
  }

  /** Averages scenarios over all rows, or over those of each level. */
  private List<Effect> each(List<Scenario> scenarios, Sink sink) {
    List<Effect> out = new ArrayList<>();
    if (by == null) {
      Table rows = conditional ? TypicalRow.of(columns.sample()) : table;
      int[] all = IntStream.range(0, conditional ? 1 : rows.total()).toArray();
      sink.take(
          sketch == null || conditional
              ? ScenarioAverages.of(model, rows, all, scenarios)
              : sketch.averages(scenarios),
          "",
          out);
      return out;
    }
    for (RowGroups.Group group : RowGroups.of(table, by, MOST_LEVELS)) {
      Table own = conditional ? TypicalRow.of(RowPicker.pick(table, group.rows())) : table;
      int[] rows = conditional ? new int[1] : group.rows();
      sink.take(ScenarioAverages.of(model, own, rows, scenarios), group.level(), out);
    }
    return out;
  }
}
