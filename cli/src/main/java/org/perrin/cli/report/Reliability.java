package org.perrin.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.diagnostics.AscendingOrder;
import org.perrin.math.Parallel;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;

/**
 * Does what was predicted happen? Rows in groups by their expected target, or by the quantile
 * predicted of it, the mean that was seen in each, and where 90 % of such means lie if targets are
 * drawn from the model: a band that knows how many rows there are.
 *
 * @param groups from the least expected to the most
 * @param distance of shares: {@code Σ (|O − E| − ½)₊² / V} over the groups, O and E the rows seen
 *     and expected, by their weights, and V the variance of O (Hosmer and Lemeshow, 1980, with
 *     Yates's correction); below a chi-square variable with a degree of freedom for each group if
 *     the model is right
 */
record Reliability(List<Group> groups, double distance) {
  private static final int GROUPS = 10;
  private static final int DRAWS = 200;

  /** A difference of so many standard errors is worth a word, however small it is. */
  static final double MANY_ERRORS = 5;

  /**
   * One group of rows.
   *
   * @param at the mean of what rows are ordered by: what is expected of them, or their quantile
   * @param low the 5 % quantile of means under the model
   * @param high the 95 % quantile
   * @param errors by how many of their standard deviations the mean seen is above the one predicted
   */
  record Group(
      double at,
      double predicted,
      double observed,
      double low,
      double high,
      int rows,
      double errors) {}

  /** Replicated targets. */
  @FunctionalInterface
  interface Redrawn {
    double at(int draw, int row);
  }

  static Reliability of(InSamplePredictions p) {
    return p.regression().binary()
        ? shares(p.y(), p.mean(), p.weight(), p.seed())
        : of(p, Replicates.drawn(p));
  }

  /** With replicated targets, an array for each draw. */
  static Reliability of(InSamplePredictions p, double[][] drawn) {
    return of(p.y(), p.mean(), p.mean(), p.weight(), false, drawn.length, (t, j) -> drawn[t][j]);
  }

  /** Of the shares of targets up to the quantile that a family is about. */
  static Reliability below(InSamplePredictions p, double probability) {
    double[] below = new double[p.rows()];
    double[] expected = new double[p.rows()];
    Arrays.setAll(below, j -> p.y()[j] <= p.mean()[j] ? 1 : 0);
    Arrays.fill(expected, probability);
    return shares(below, expected, p.mean(), p.weight(), p.seed());
  }

  /** Of targets that are 0 or 1 and their probabilities. */
  static Reliability shares(double[] y, double[] mean, double[] weight, long seed) {
    return shares(y, mean, mean, weight, seed);
  }

  private static Reliability shares(
      double[] y, double[] mean, double[] by, double[] weight, long seed) {
    double[][] drawn = new double[DRAWS][y.length];
    Parallel.run(
        DRAWS,
        t -> {
          var random = RandomStream.of(seed + 1, t);
          Arrays.setAll(drawn[t], j -> random.nextDouble() < mean[j] ? 1 : 0);
        });
    return of(y, mean, by, weight, true, DRAWS, (t, j) -> drawn[t][j]);
  }

  /** Of targets, what was expected of them, what orders them, and how often they count. */
  private static Reliability of(
      double[] y,
      double[] mean,
      double[] by,
      double[] weight,
      boolean shares,
      int draws,
      Redrawn redrawn) {
    int[] order = AscendingOrder.of(by);
    int count = Math.min(GROUPS, order.length);
    List<Group> groups = new ArrayList<>();
    double distance = 0;
    for (int g = 0; g < count; g++) {
      int from = g * order.length / count;
      int[] rows = Arrays.copyOfRange(order, from, (g + 1) * order.length / count);
      groups.add(group(y, mean, by, weight, rows, draws, redrawn));
      distance += shares ? distance(y, mean, weight, rows) : 0;
    }
    return new Reliability(List.copyOf(groups), distance);
  }

  private static double distance(double[] y, double[] mean, double[] weight, int[] rows) {
    double gap = 0;
    double variance = 0;
    double total = 0;
    for (int j : rows) {
      total += weight[j];
      gap += weight[j] * (y[j] - mean[j]);
      variance += weight[j] * weight[j] * mean[j] * (1 - mean[j]);
    }
    double off = Math.max(0, Math.abs(gap) - 0.5 * total / rows.length);
    return off == 0 ? 0 : off * off / variance;
  }

  private static Group group(
      double[] y,
      double[] expected,
      double[] by,
      double[] weight,
      int[] rows,
      int draws,
      Redrawn redrawn) {
    double weights = 0;
    double at = 0;
    double predicted = 0;
    double seen = 0;
    for (int j : rows) {
      weights += weight[j];
      at += weight[j] * by[j];
      predicted += weight[j] * expected[j];
      seen += weight[j] * y[j];
    }
    double[] means = new double[draws];
    for (int t = 0; t < draws; t++) {
      for (int j : rows) {
        means[t] += weight[j] * redrawn.at(t, j) / weights;
      }
    }
    double centre = Arrays.stream(means).average().orElse(Double.NaN);
    double square = Arrays.stream(means).map(m -> (m - centre) * (m - centre)).sum();
    double sd = Math.sqrt(square / Math.max(1, draws - 1));
    double off = seen / weights - predicted / weights;
    Arrays.sort(means);
    return new Group(
        at / weights,
        predicted / weights,
        seen / weights,
        means[(int) Math.round(0.05 * (draws - 1))],
        means[(int) Math.round(0.95 * (draws - 1))],
        rows.length,
        sd > 0 ? off / sd : 0);
  }

  /** The largest difference from what was predicted, in standard errors. */
  double errors() {
    return groups.stream().mapToDouble(g -> Math.abs(g.errors())).max().orElse(0);
  }

  /**
   * Whether shares may differ so by chance, but in 1 of 100 fits of a right model, for one of
   * {@code tests} such tables: the quantile of chi-square is Wilson and Hilferty's (1931).
   */
  boolean byChance(int tests) {
    double k = groups.size();
    double root =
        1 - 2 / (9 * k) + Special.normalQuantile(1 - 0.01 / tests) * Math.sqrt(2 / (9 * k));
    return distance <= k * root * root * root;
  }

  /** The largest distance between what was predicted and what was seen. */
  double gap() {
    return groups.stream().mapToDouble(g -> Math.abs(g.observed() - g.predicted())).max().orElse(0);
  }
}
