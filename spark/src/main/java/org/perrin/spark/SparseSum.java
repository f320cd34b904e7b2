package org.perrin.spark;

import java.io.Serializable;
import java.util.stream.IntStream;

/** A long vector of which most is 0, on its way. */
record SparseSum(int[] at, double[] values) implements Serializable {
  static SparseSum of(double[] sum) {
    int[] at = IntStream.range(0, sum.length).filter(k -> sum[k] != 0).toArray();
    return new SparseSum(at, IntStream.of(at).mapToDouble(k -> sum[k]).toArray());
  }

  void addTo(double[] total) {
    for (int j = 0; j < at.length; j++) {
      total[at[j]] += values[j];
    }
  }
}
