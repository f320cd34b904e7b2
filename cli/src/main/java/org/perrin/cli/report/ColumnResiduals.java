package org.perrin.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.diagnostics.AscendingOrder;
import org.perrin.draws.Draws;
import org.perrin.family.Distribution;
import org.perrin.io.design.Design;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.predict.DrawPredictor;
import org.perrin.regression.predict.Targets;

/**
 * Randomised quantile residuals (Dunn and Smyth, 1996) against every column of the table, also
 * those that are not in the model: {@code Φ⁻¹(u)}, u the posterior predictive distribution function
 * at the target, drawn between its limits where it jumps, and between it and 1 for a time that is
 * censored. Under the model they are standard normal whatever the family, so that the mean of n
 * rows has the standard error {@code 1/√n}. Of a family of a quantile only {@code (p − 1[y ≤
 * q])/√(p(1 − p))} is taken: positive for a row above the quantile, negative for one below. Their
 * own mean and standard deviation are taken out: a distribution of another shape is no pattern
 * along a column.
 *
 * @param rows that were looked at
 * @param columns those that residuals depend on most first
 */
record ColumnResiduals(int rows, List<Pattern> columns) {
  private static final int DRAWS = 25;
  private static final int BINS = 10;
  private static final int LEAST_ROWS = 5;
  private static final int MOST_LEVELS = 12;
  private static final int MOST_COLUMNS = 60;
  private static final double FAR = 8;

  /** Beyond so many standard errors chance is no explanation, with sixty columns of ten groups. */
  static final double CLEAR = 5;

  /**
   * The residuals along a column.
   *
   * @param name of the column
   * @param number whether groups are ranges of numbers, and not levels
   * @param used whether the model has it
   * @param groups in order
   */
  record Pattern(String name, boolean number, boolean used, List<Group> groups) {
    /** The group that is most standard errors off. */
    Group worst() {
      return groups.stream()
          .max(Comparator.comparingDouble(g -> Math.abs(g.errors())))
          .orElseThrow();
    }
  }

  /** Rows with similar values: the mean of the values, or the level, and that of residuals. */
  record Group(String level, double value, double mean, int rows) {
    /** By how many standard errors the mean is above 0. */
    double errors() {
      return mean * Math.sqrt(rows);
    }
  }

  /** By some of the sampler's own draws; null where rows are elsewhere. */
  static @Nullable ColumnResiduals of(PreparedFit prepared, Draws inner, long seed) {
    Table sample = prepared.sample();
    if (sample == null || sample.total() == 0) {
      return null;
    }
    Design design = prepared.encoding().apply(sample, MissingPolicy.DROP);
    if (design.data().responses() == null) {
      return null;
    }
    double[] residuals = residuals(prepared, design, inner, seed);
    Set<String> response = prepared.encoding().response().columns();
    Set<String> inputs = prepared.encoding().inputs();
    List<Pattern> all = new ArrayList<>();
    for (Column column : sample.columns()) {
      if (!response.contains(column.name())) {
        List<Group> groups = groups(column, design.rows(), residuals);
        if (groups.size() > 1) {
          boolean number = column instanceof Column.Numeric;
          all.add(new Pattern(column.name(), number, inputs.contains(column.name()), groups));
        }
      }
    }
    all.sort(Comparator.comparingDouble(p -> -Math.abs(p.worst().errors())));
    return new ColumnResiduals(
        residuals.length, List.copyOf(all.subList(0, Math.min(MOST_COLUMNS, all.size()))));
  }

  private static double[] residuals(PreparedFit prepared, Design design, Draws inner, long seed) {
    Draws user = InSamplePredictions.user(prepared, inner);
    var by = DrawPredictor.of(prepared.regression(), prepared.encoding(), user, DRAWS, 0.9);
    var targets = new Targets(prepared.regression(), design.data());
    boolean censored = prepared.regression().censored();
    OptionalDouble quantile = prepared.regression().family().quantile();
    double[] residuals = new double[design.data().count()];
    if (quantile.isPresent()) {
      double p = quantile.getAsDouble();
      double sd = Math.sqrt(p * (1 - p));
      by.each(
          design.data(),
          design.groups(),
          0,
          residuals.length,
          (i, _, given) -> {
            double q = Arrays.stream(given).mapToDouble(Distribution::centre).average().orElse(0);
            residuals[i] = (p - (targets.of(i) <= q ? 1 : 0)) / sd;
          });
      return residuals;
    }
    by.each(
        design.data(),
        design.groups(),
        0,
        residuals.length,
        (i, _, given) -> {
          double y = targets.of(i);
          double t = censored ? Math.abs(y) : y;
          double above = Arrays.stream(given).mapToDouble(d -> d.cumulative(t)).average().orElse(0);
          double below =
              given[0].whole()
                  ? Arrays.stream(given).mapToDouble(d -> d.cumulative(t - 1)).average().orElse(0)
                  : above;
          double top = censored && y < 0 ? 1 : above;
          double u = below + (top - below) * RandomStream.of(seed + 31L * i).nextDouble();
          residuals[i] = u <= 0 ? -FAR : u >= 1 ? FAR : Special.normalQuantile(u);
        });
    return standard(residuals);
  }

  private static double[] standard(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double square = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    double sd = square > 0 ? Math.sqrt(square) : 1;
    return Arrays.stream(values).map(v -> (v - mean) / sd).toArray();
  }

  private static List<Group> groups(Column column, int @Nullable [] rows, double[] residuals) {
    return switch (column) {
      case Column.Numeric c -> numbers(c.values().toArray(), rows, residuals);
      case Column.Flags c ->
          levels(List.of("false", "true"), i -> c.values()[place(rows, i)], residuals);
      case Column.Text c -> levels(c.levels(), i -> c.codes()[place(rows, i)], residuals);
      case Column.Other _ -> List.of();
    };
  }

  private static int place(int @Nullable [] rows, int i) {
    return rows == null ? i : rows[i];
  }

  /** Ten groups of about as many rows each; equal numbers stay together. */
  private static List<Group> numbers(double[] values, int @Nullable [] rows, double[] residuals) {
    int count = 0;
    int[] finite = new int[residuals.length];
    double[] numbers = new double[residuals.length];
    for (int i = 0; i < residuals.length; i++) {
      double value = values[place(rows, i)];
      if (Double.isFinite(value)) {
        finite[count] = i;
        numbers[count++] = value;
      }
    }
    int[] order = AscendingOrder.of(Arrays.copyOf(numbers, count));
    List<Group> groups = new ArrayList<>();
    int bins = Math.min(BINS, order.length / LEAST_ROWS);
    int from = 0;
    for (int b = 1; b <= bins && from < order.length; b++) {
      int to = Math.max(from + 1, (int) ((long) b * order.length / bins));
      while (to < order.length && numbers[order[to]] == numbers[order[to - 1]]) {
        to++;
      }
      double value = 0;
      double mean = 0;
      for (int j = from; j < to; j++) {
        value += numbers[order[j]] / (to - from);
        mean += residuals[finite[order[j]]] / (to - from);
      }
      groups.add(new Group("", value, mean, to - from));
      from = to;
    }
    return groups;
  }

  /** Which level a row has; negative for none. */
  @FunctionalInterface
  private interface LevelOf {
    int at(int row);
  }

  /** The levels with most rows. */
  private static List<Group> levels(List<String> names, LevelOf level, double[] residuals) {
    double[] sum = new double[names.size()];
    int[] count = new int[names.size()];
    for (int i = 0; i < residuals.length; i++) {
      int own = level.at(i);
      if (own >= 0) {
        sum[own] += residuals[i];
        count[own]++;
      }
    }
    return IntStream.range(0, count.length)
        .filter(j -> count[j] >= LEAST_ROWS)
        .boxed()
        .sorted(Comparator.comparingInt(j -> -count[j]))
        .limit(MOST_LEVELS)
        .sorted()
        .map(j -> new Group(names.get(j), j, sum[j] / count[j], count[j]))
        .toList();
  }
}
