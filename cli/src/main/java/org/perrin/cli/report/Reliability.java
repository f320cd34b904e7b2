package org.perrin.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.math.Special;

/**
 * Does what was predicted happen? Rows in groups by their expected target, and the mean that was
 * seen in each, with a 90 % interval: Wilson's for shares, else a normal one.
 *
 * @param groups from the least expected to the most
 * @param distance of shares: {@code Σ (|O − E| − ½)₊² / V} over the groups, O and E the rows seen
 *     and expected, by their weights, and V the variance of O (Hosmer and Lemeshow, 1980, with
 *     Yates's correction); below a chi-square variable with a degree of freedom for each group if
 *     the model is right
 */
record Reliability(List<Group> groups, double distance) {
  private static final int GROUPS = 10;
  private static final double Z90 = 1.645;

  /** One group of rows. */
  record Group(double predicted, double observed, double low, double high, int rows) {}

  static Reliability of(InSamplePredictions p) {
    return of(p.y(), p.mean(), p.weight(), p.regression().binary());
  }

  /** Of targets, what was expected of them, and how often they count. */
  static Reliability of(double[] y, double[] mean, double[] weight, boolean shares) {
    int[] order =
        IntStream.range(0, y.length)
            .boxed()
            .sorted((a, b) -> Double.compare(mean[a], mean[b]))
            .mapToInt(j -> j)
            .toArray();
    int count = Math.min(GROUPS, order.length);
    List<Group> groups = new ArrayList<>();
    double distance = 0;
    for (int g = 0; g < count; g++) {
      int from = g * order.length / count;
      int[] rows = Arrays.copyOfRange(order, from, (g + 1) * order.length / count);
      groups.add(group(y, mean, weight, shares, rows));
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
      double[] y, double[] expected, double[] weight, boolean shares, int[] rows) {
    double weights = 0;
    double predicted = 0;
    double seen = 0;
    double squares = 0;
    for (int j : rows) {
      double w = weight[j];
      weights += w;
      predicted += w * expected[j];
      seen += w * y[j];
      squares += w * y[j] * y[j];
    }
    double mean = seen / weights;
    double variance = Math.max(0, squares / weights - mean * mean);
    double[] interval = shares ? wilson(mean, rows.length) : normal(mean, variance, rows.length);
    return new Group(predicted / weights, mean, interval[0], interval[1], rows.length);
  }

  private static double[] wilson(double share, int n) {
    double z2 = Z90 * Z90;
    double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    double half = Z90 * Math.sqrt(share * (1 - share) / n + z2 / (4.0 * n * n)) / (1 + z2 / n);
    return new double[] {middle - half, middle + half};
  }

  private static double[] normal(double mean, double variance, int n) {
    double half = Z90 * Math.sqrt(variance / n);
    return new double[] {mean - half, mean + half};
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
