package org.perrin.subsampling;

import org.perrin.data.Batch;
import org.perrin.random.RandomStream;

/**
 * One row from each of n strata of equal probability: rows lie in an order that puts like beside
 * like (by {@link Clusters}), the line {@code Σp} is cut into n equal pieces, and a point is drawn
 * in each. Row i comes {@code n pᵢ} times on average, so weights {@code 1/(n pᵢ)} are unbiased, and
 * what rows of a stratum have in common adds no variance (Zhao and Zhang, 2014; Fu and Zhang, 2017,
 * cluster likewise and draw uniformly inside). A row with {@code n pᵢ ≤ 1} comes at most twice.
 *
 * <p>O(1) a draw by a guide table (Chen and Asau, 1974); 20 bytes a row. Even strata lie in the
 * first half of a batch and odd ones in the second, so that noise measured from the two is that of
 * neighbours: at least what it is, and close to it.
 */
public final class Stratified implements Subsampling {
  private final int[] order;
  private final double[] ends;
  private final int[] guide;
  private final double[] probability;

  private Stratified(double[] probability, int[] order) {
    int n = order.length;
    this.order = order;
    this.probability = probability;
    this.ends = new double[n];
    this.guide = new int[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += probability[order[i]];
      ends[i] = sum;
    }
    int place = 0;
    for (int k = 0; k < n; k++) {
      while (place < n - 1 && ends[place] * n <= k) {
        place++;
      }
      guide[k] = place;
    }
  }

  /** The scheme of scores ≥ 0 and clusters, one a row, and a mixture α. */
  public static Stratified of(double[] scores, int[] clusters, double mixture) {
    double[] p = Preferential.probabilities(scores, mixture);
    return new Stratified(p, Clusters.order(clusters));
  }

  @Override
  public int rows() {
    return order.length;
  }

  @Override
  public void draw(int n, double[] theta, RandomStream random, Batch batch) {
    batch.resize(n);
    int odd = 0;
    int even = n / 2;
    for (int j = 0; j < n; j++) {
      int place = j % 2 == 0 ? even++ : odd++;
      int row = order[find((j + random.nextDouble()) / n)];
      batch.rows()[place] = row;
      batch.weights()[place] = 1 / (n * probability[row]);
    }
  }

  private int find(double u) {
    int n = order.length;
    int place = guide[Math.min(n - 1, (int) (u * n))];
    while (place < n - 1 && ends[place] <= u) {
      place++;
    }
    return place;
  }

  @Override
  public double probability(int row) {
    return probability[row];
  }
}
