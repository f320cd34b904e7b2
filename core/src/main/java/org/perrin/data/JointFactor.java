package org.perrin.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.perrin.math.Kernels;
import org.perrin.math.SpareArrays;

/**
 * Factors that are looked up together: a row has the number of a combination of their levels, of
 * which few occur. Products and sums are made by combination, and taken to levels once for many
 * rows.
 *
 * @param codes of each row the combination
 * @param places of each combination the columns that are not 0
 */
record JointFactor(int[] codes, int[][] places) {
  /** More combinations cost a block of rows more than they save it. */
  private static final int MOST = 256;

  /** Adds a factor, given by a column for each row, to the last of a list if it can join it. */
  static void add(List<JointFactor> factors, int[] columns) {
    var alone = join(new int[columns.length], new int[][] {{}}, columns);
    if (!factors.isEmpty()) {
      JointFactor last = factors.getLast();
      var both = join(last.codes, last.places, columns);
      if (both.places.length <= MOST) {
        factors.set(factors.size() - 1, both);
        return;
      }
    }
    factors.add(alone);
  }

  private static JointFactor join(int[] codes, int[][] places, int[] columns) {
    Map<Long, Integer> known = new HashMap<>();
    var combinations = new ArrayList<int[]>();
    int[] joint = new int[codes.length];
    for (int i = 0; i < codes.length; i++) {
      int code = codes[i];
      int column = columns[i];
      joint[i] =
          known.computeIfAbsent(
              (long) code << 32 | column,
              key -> {
                int[] more = Arrays.copyOf(places[code], places[code].length + 1);
                more[more.length - 1] = column;
                combinations.add(more);
                return combinations.size() - 1;
              });
    }
    return new JointFactor(joint, combinations.toArray(int[][]::new));
  }

  /** Adds what rows have of v to products with it. */
  void addOf(int first, int n, double[] v, double[] out) {
    double[] met = SpareArrays.take(places.length);
    for (int k = 0; k < met.length; k++) {
      double sum = 0;
      for (int place : places[k]) {
        sum += v[place];
      }
      met[k] = sum;
    }
    Kernels.best().addElements(met, codes, first, n, out);
    SpareArrays.give(met);
  }

  /** Adds the weights of rows to the columns that they have. */
  void addTo(int first, int n, double[] c, double[] sum) {
    double[] sums = SpareArrays.zeros(4 * places.length);
    // four neighbours to sums of their own: what is added to twice need not wait
    int j = 0;
    for (; j + 3 < n; j += 4) {
      sums[4 * codes[first + j]] += c[j];
      sums[4 * codes[first + j + 1] + 1] += c[j + 1];
      sums[4 * codes[first + j + 2] + 2] += c[j + 2];
      sums[4 * codes[first + j + 3] + 3] += c[j + 3];
    }
    for (; j < n; j++) {
      sums[4 * codes[first + j]] += c[j];
    }
    for (int k = 0; k < places.length; k++) {
      double all = (sums[4 * k] + sums[4 * k + 1]) + (sums[4 * k + 2] + sums[4 * k + 3]);
      for (int place : places[k]) {
        sum[place] += all;
      }
    }
    SpareArrays.give(sums);
  }
}
