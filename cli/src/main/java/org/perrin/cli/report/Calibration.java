package org.perrin.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.cli.fit.Regression;

/**
 * Does what was foretold happen? Rows in groups by their expected target, and the mean that was
 * seen in each, with a 90 % interval: Wilson's for shares, else a normal one.
 *
 * @param groups from the least expected to the most
 */
record Calibration(List<Group> groups) {
  private static final int GROUPS = 10;
  private static final double Z90 = 1.645;

  /** One group of rows. */
  record Group(double predicted, double observed, double low, double high, int rows) {
    /** By how much the interval misses what was predicted. */
    double miss() {
      return Math.max(0, Math.max(low - predicted, predicted - high));
    }
  }

  static Calibration of(Predictions p) {
    int[] order =
        IntStream.range(0, p.rows())
            .boxed()
            .sorted((a, b) -> Double.compare(p.mean()[a], p.mean()[b]))
            .mapToInt(j -> j)
            .toArray();
    int count = Math.min(GROUPS, order.length);
    List<Group> groups = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      int from = g * order.length / count;
      groups.add(group(p, Arrays.copyOfRange(order, from, (g + 1) * order.length / count)));
    }
    return new Calibration(List.copyOf(groups));
  }

  private static Group group(Predictions p, int[] rows) {
    double weights = 0;
    double predicted = 0;
    double seen = 0;
    double squares = 0;
    for (int j : rows) {
      double w = p.weight()[j];
      weights += w;
      predicted += w * p.mean()[j];
      seen += w * p.y()[j];
      squares += w * p.y()[j] * p.y()[j];
    }
    double mean = seen / weights;
    double variance = Math.max(0, squares / weights - mean * mean);
    double[] interval =
        p.regression() == Regression.LOGISTIC
            ? wilson(mean, rows.length)
            : normal(mean, variance, rows.length);
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

  /** The worst miss of a group. */
  double miss() {
    return groups.stream().mapToDouble(Group::miss).max().orElse(0);
  }

  /** The largest distance between what was predicted and what was seen. */
  double gap() {
    return groups.stream().mapToDouble(g -> Math.abs(g.observed() - g.predicted())).max().orElse(0);
  }
}
