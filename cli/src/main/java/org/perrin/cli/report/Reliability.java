package org.perrin.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.perrin.diagnostics.AscendingOrder;
import org.perrin.math.Parallel;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;

/**
 * Does what was predicted happen? Rows in groups by their expected target, or by the quantile
 * predicted of it, the mean that was seen in each, and where 90 % of such means lie if targets are
 * drawn from the model: a band that knows how many rows there are.
 *
 * <p>Probabilities are those of single draws of the posterior: of a right model the target is drawn
 * from them (see {@link ResidualCheck}). Rows ordered by means over the posterior would not be
 * calibrated where levels of groups are pooled: those of the lowest means have more than that.
 *
 * @param groups from the least expected to the most, means over draws
 * @param distance of shares: {@code Σ (|O − E| − ½)₊² / V} over the groups, O and E the rows seen
 *     and expected, by their weights, and V the variance of O (Hosmer and Lemeshow, 1980, with
 *     Yates's correction), the median over draws; below a chi-square variable with a degree of
 *     freedom for each group if the model is right
 */
record Reliability(List<Group> groups, double distance) {
  private static final int GROUPS = 10;
  private static final int REPLICATES = 200;

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

  /** Replicated targets of a draw, rows in their order. */
  @FunctionalInterface
  private interface Redrawn {
    IntToDoubleFunction replicate(int draw, int replicate);
  }

  /**
   * The groups under one draw.
   *
   * @param off what replicated means are above those predicted: an array for each group
   */
  private record Grouping(
      double[] at,
      double[] predicted,
      double[] observed,
      double[][] off,
      int[] rows,
      double distance) {}

  static Reliability of(InSamplePredictions p) {
    return p.regression().binary()
        ? shares(p.y(), p.some(), p.weight(), p.seed())
        : of(p, Replicates.drawn(p));
  }

  /** Of shares: of rows by what is expected, and by what their columns alone add to that. */
  static List<Reliability> all(InSamplePredictions p, Reliability expected) {
    if (p.fixed() == null) {
      return List.of(expected);
    }
    double[][] some = p.some();
    double[][] by = new double[some.length][];
    Arrays.fill(by, p.fixed());
    return List.of(expected, shares(p.y(), some, by, p.weight(), p.seed()));
  }

  /** With replicated targets, an array for each draw. */
  static Reliability of(InSamplePredictions p, double[][] drawn) {
    double[][] mean = {p.mean()};
    return of(
        p.y(), mean, mean, p.weight(), p.seed(), false, drawn.length, (_, r) -> j -> drawn[r][j]);
  }

  /** Of the shares of targets up to the quantile that a family is about. */
  static Reliability below(InSamplePredictions p, double probability) {
    double[] below = new double[p.rows()];
    double[] expected = new double[p.rows()];
    Arrays.setAll(below, j -> p.y()[j] <= p.mean()[j] ? 1 : 0);
    Arrays.fill(expected, probability);
    return shares(
        below, new double[][] {expected}, new double[][] {p.mean()}, p.weight(), p.seed());
  }

  /** Of targets that are 0 or 1 and their probabilities: an array over rows for each draw. */
  static Reliability shares(double[] y, double[][] mean, double[] weight, long seed) {
    return shares(y, mean, mean, weight, seed);
  }

  private static Reliability shares(
      double[] y, double[][] mean, double[][] by, double[] weight, long seed) {
    int each = Math.max(1, REPLICATES / mean.length);
    return of(
        y,
        mean,
        by,
        weight,
        seed,
        true,
        each,
        (t, r) -> {
          var random = RandomStream.of(seed + 1, t * each + r);
          return j -> random.nextDouble() < mean[t][j] ? 1 : 0;
        });
  }

  /** Of targets, what was expected of them, what orders them, and how often they count. */
  private static Reliability of(
      double[] y,
      double[][] mean,
      double[][] by,
      double[] weight,
      long seed,
      boolean shares,
      int replicates,
      Redrawn redrawn) {
    int[] shuffled = shuffled(y.length, seed);
    Grouping[] all = new Grouping[mean.length];
    Parallel.run(
        all.length,
        t ->
            all[t] =
                grouping(
                    y,
                    mean[t],
                    by[t],
                    weight,
                    groupOf(by[t], shuffled),
                    shares,
                    replicates,
                    r -> redrawn.replicate(t, r)));
    List<Group> groups = new ArrayList<>();
    for (int g = 0; g < all[0].rows().length; g++) {
      groups.add(group(all, g));
    }
    double[] distances = Arrays.stream(all).mapToDouble(Grouping::distance).sorted().toArray();
    return new Reliability(List.copyOf(groups), distances[distances.length / 2]);
  }

  /** Rows in an order of chance, so that a table sorted by its target has no say in ties. */
  private static int[] shuffled(int rows, long seed) {
    var random = RandomStream.of(seed + 4);
    int[] order = new int[rows];
    for (int j = 0; j < rows; j++) {
      int k = (int) (random.nextDouble() * (j + 1));
      order[j] = order[k];
      order[k] = j;
    }
    return order;
  }

  /** The group of each row: tenths by what orders them. */
  private static int[] groupOf(double[] by, int... shuffled) {
    double[] values = new double[by.length];
    Arrays.setAll(values, k -> by[shuffled[k]]);
    int[] order = AscendingOrder.of(values);
    int count = Math.min(GROUPS, order.length);
    int[] groupOf = new int[by.length];
    for (int g = 0; g < count; g++) {
      for (int k = g * order.length / count; k < (g + 1) * order.length / count; k++) {
        groupOf[shuffled[order[k]]] = g;
      }
    }
    return groupOf;
  }

  private static Grouping grouping(
      double[] y,
      double[] mean,
      double[] by,
      double[] weight,
      int[] groupOf,
      boolean shares,
      int replicates,
      IntFunction<IntToDoubleFunction> redrawn) {
    int count = Math.min(GROUPS, y.length);
    int[] rows = new int[count];
    double[] weights = new double[count];
    double[] at = new double[count];
    double[] predicted = new double[count];
    double[] observed = new double[count];
    double[] variance = new double[count];
    for (int j = 0; j < y.length; j++) {
      int g = groupOf[j];
      rows[g]++;
      weights[g] += weight[j];
      at[g] += weight[j] * by[j];
      predicted[g] += weight[j] * mean[j];
      observed[g] += weight[j] * y[j];
      variance[g] += weight[j] * weight[j] * mean[j] * (1 - mean[j]);
    }
    double[][] off = new double[count][replicates];
    for (int r = 0; r < replicates; r++) {
      IntToDoubleFunction replicate = redrawn.apply(r);
      for (int j = 0; j < y.length; j++) {
        off[groupOf[j]][r] += weight[j] * (replicate.applyAsDouble(j) - mean[j]);
      }
    }
    double distance = 0;
    for (int g = 0; g < count; g++) {
      double gap = Math.abs(observed[g] - predicted[g]) - 0.5 * weights[g] / rows[g];
      distance += shares && gap > 0 ? gap * gap / variance[g] : 0;
      at[g] /= weights[g];
      predicted[g] /= weights[g];
      observed[g] /= weights[g];
      for (int r = 0; r < replicates; r++) {
        off[g][r] /= weights[g];
      }
    }
    return new Grouping(at, predicted, observed, off, rows, distance);
  }

  /** Means over draws. */
  private static Group group(Grouping[] all, int g) {
    double predicted = mean(all, one -> one.predicted()[g]);
    double observed = mean(all, one -> one.observed()[g]);
    double[] off = Arrays.stream(all).flatMapToDouble(o -> Arrays.stream(o.off()[g])).toArray();
    double centre = Arrays.stream(off).average().orElse(Double.NaN);
    double square = Arrays.stream(off).map(m -> (m - centre) * (m - centre)).sum();
    double sd = Math.sqrt(square / Math.max(1, off.length - 1));
    Arrays.sort(off);
    return new Group(
        mean(all, one -> one.at()[g]),
        predicted,
        observed,
        predicted + off[(int) Math.round(0.05 * (off.length - 1))],
        predicted + off[(int) Math.round(0.95 * (off.length - 1))],
        all[0].rows()[g],
        sd > 0 ? (observed - predicted) / sd : 0);
  }

  private static double mean(Grouping[] all, ToDoubleFunction<Grouping> of) {
    return Arrays.stream(all).mapToDouble(of).average().orElse(Double.NaN);
  }

  /** The largest difference from what was predicted, in standard errors. */
  double errors() {
    return groups.stream().mapToDouble(g -> Math.abs(g.errors())).max().orElse(0);
  }

  /**
   * Whether shares may differ so by chance, but in 1 of 100 fits of a right model at most, for one
   * of {@code tests} such tables: each draw is beyond in 1 of 200, and the median over draws in
   * twice as many at most. The quantile of chi-square is Wilson and Hilferty's (1931).
   */
  boolean byChance(int tests) {
    double k = groups.size();
    double root =
        1 - 2 / (9 * k) + Special.normalQuantile(1 - 0.005 / tests) * Math.sqrt(2 / (9 * k));
    return distance <= k * root * root * root;
  }

  /** The largest distance between what was predicted and what was seen. */
  double gap() {
    return groups.stream().mapToDouble(g -> Math.abs(g.observed() - g.predicted())).max().orElse(0);
  }
}
