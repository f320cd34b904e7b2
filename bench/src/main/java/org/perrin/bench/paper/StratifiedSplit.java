package org.perrin.bench.paper;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * scikit-learn's {@code StratifiedShuffleSplit} for two classes, as the authors split covertype: a
 * quarter of the rows to test on, both classes in the proportion that they have in all. The same
 * seed gives the same rows in the same order.
 */
final class StratifiedSplit {
  private static final double TEST = 0.25;

  private StratifiedSplit() {}

  /** The rows to train on, then those to test on. */
  static int[] order(double[] labels, int seed) {
    int n = labels.length;
    int test = (int) Math.ceil(TEST * n);
    int train = (int) Math.floor((1 - TEST) * n);
    int[][] classes = {of(labels, 0), of(labels, 1)};
    int[] counts = {classes[0].length, classes[1].length};
    var random = new MersenneTwister(seed);
    int[] toTrain = shares(counts, train, random);
    int[] left = {counts[0] - toTrain[0], counts[1] - toTrain[1]};
    int[] toTest = shares(left, test, random);
    int[] trained = new int[train];
    int[] tested = new int[test];
    for (int c = 0; c < 2; c++) {
      int[] order = random.permutation(counts[c]);
      for (int j = 0; j < toTrain[c]; j++) {
        trained[c * toTrain[0] + j] = classes[c][order[j]];
      }
      for (int j = 0; j < toTest[c]; j++) {
        tested[c * toTest[0] + j] = classes[c][order[toTrain[c] + j]];
      }
    }
    return IntStream.concat(shuffled(trained, random), shuffled(tested, random)).toArray();
  }

  private static int[] of(double[] labels, int label) {
    return IntStream.range(0, labels.length).filter(i -> labels[i] == label).toArray();
  }

  /**
   * {@code total} in proportion to the counts; what rounding down leaves goes where it was most.
   */
  private static int[] shares(int[] counts, int total, MersenneTwister random) {
    double all = counts[0] + counts[1];
    double[] exact = {counts[0] / all * total, counts[1] / all * total};
    int[] shares = {(int) exact[0], (int) exact[1]};
    double[] rest = {exact[0] - shares[0], exact[1] - shares[1]};
    if (shares[0] + shares[1] < total) {
      int first = rest[0] == rest[1] ? random.permutation(2)[0] : rest[0] > rest[1] ? 0 : 1;
      shares[first]++;
    }
    return shares;
  }

  private static IntStream shuffled(int[] rows, MersenneTwister random) {
    return Arrays.stream(random.permutation(rows.length)).map(j -> rows[j]);
  }
}
