package org.perrin.subsampling;

/**
 * Weights of 0 … N−1 that may change: a complete binary tree of sums. A draw and a change cost
 * O(log N); a sum is always made again from its two parts, so rounding does not pile up.
 */
final class SumTree {
  private final int size;
  private final int leaves;
  private final double[] sums;

  SumTree(int size, double weight) {
    this.size = size;
    this.leaves = Math.max(2, Integer.highestOneBit(Math.max(1, size - 1)) << 1);
    this.sums = new double[2 * leaves];
    setAll(i -> weight);
  }

  /** The weight of {@code i}. */
  double get(int i) {
    return sums[leaves + i];
  }

  double total() {
    return sums[1];
  }

  void set(int i, double weight) {
    int node = leaves + i;
    sums[node] = weight;
    for (node >>= 1; node >= 1; node >>= 1) {
      sums[node] = sums[2 * node] + sums[2 * node + 1];
    }
  }

  /** Sets all weights, O(N). */
  void setAll(java.util.function.IntToDoubleFunction weight) {
    for (int i = 0; i < size; i++) {
      sums[leaves + i] = weight.applyAsDouble(i);
    }
    for (int node = leaves - 1; node >= 1; node--) {
      sums[node] = sums[2 * node] + sums[2 * node + 1];
    }
  }

  /** Where the share {@code u} in [0, 1) of the total lies. */
  int find(double u) {
    double rest = u * sums[1];
    int node = 1;
    while (node < leaves) {
      node <<= 1;
      if (rest >= sums[node] && sums[node + 1] > 0) {
        rest -= sums[node];
        node++;
      }
    }
    return node - leaves;
  }
}
