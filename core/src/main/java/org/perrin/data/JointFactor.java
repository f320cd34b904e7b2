package org.perrin.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.perrin.math.Kernels;

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
    double[] met = new double[places.length];
    for (int k = 0; k < met.length; k++) {
      double sum = 0;
      for (int place : places[k]) {
        sum += v[place];
      }
      met[k] = sum;
    }
    Kernels.best().addElements(met, codes, first, n, out);
  }

  /** Adds the weights of rows to the columns that they have. */
  void addTo(int first, int n, double[] c, double[] sum) {
    double[] even = new double[places.length];
    double[] odd = new double[places.length];
    // every other row to a sum of its own: what is added to twice need not wait
    int j = 0;
    for (; j + 1 < n; j += 2) {
      even[codes[first + j]] += c[j];
      odd[codes[first + j + 1]] += c[j + 1];
    }
    if (j < n) {
      even[codes[first + j]] += c[j];
    }
    for (int k = 0; k < even.length; k++) {
      for (int place : places[k]) {
        sum[place] += even[k] + odd[k];
      }
    }
  }
}
