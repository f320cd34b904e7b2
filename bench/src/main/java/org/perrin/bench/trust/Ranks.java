package org.perrin.bench.trust;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Ranks of a truth among draws, one of {@code places} for every replication and quantity: the
 * parameters, f, and an observation to come.
 *
 * @param parameters their names
 * @param places how many ranks there are
 * @param values {@code values[r][q]}
 */
record Ranks(List<String> parameters, int places, int[][] values) {
  /** Replications. */
  int count() {
    return values.length;
  }

  /** Names of all quantities. */
  List<String> names() {
    return Stream.concat(parameters.stream(), Stream.of("f", "prediction")).toList();
  }

  /** How often a quantity's rank fell into each of {@code bins} equal parts. */
  int[] histogram(int quantity, int bins) {
    int[] counts = new int[bins];
    for (int[] replication : values) {
      counts[replication[quantity] * bins / places]++;
    }
    return counts;
  }

  /**
   * Pearson's chi-square against uniformity, brought to a standard normal by the cube root of
   * Wilson and Hilferty (1931): large where the ranks are not uniform.
   */
  double unevenness(int quantity, int bins) {
    double expected = (double) count() / bins;
    double chi = 0;
    for (int seen : histogram(quantity, bins)) {
      chi += (seen - expected) * (seen - expected) / expected;
    }
    double spread = 2.0 / (9 * (bins - 1));
    return (Math.cbrt(chi / (bins - 1)) - 1 + spread) / Math.sqrt(spread);
  }

  /** Share of replications with the truth inside the central interval of that probability. */
  double coverage(int quantity, double level) {
    int tail = (int) Math.round(places * (1 - level) / 2);
    long inside =
        IntStream.range(0, count())
            .map(r -> values[r][quantity])
            .filter(rank -> rank >= tail && rank < places - tail)
            .count();
    return (double) inside / count();
  }

  /** {@link #coverage}, averaged over the parameters. */
  double coverage(double level) {
    return IntStream.range(0, parameters.size())
        .mapToDouble(q -> coverage(q, level))
        .average()
        .orElseThrow();
  }

  /** Standard error of a coverage, and a bound on that of an average over parameters. */
  double error(double level) {
    return Math.sqrt(level * (1 - level) / count());
  }
}
