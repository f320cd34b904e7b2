package org.perrin.subsampling;

import org.perrin.data.Batch;
import org.perrin.random.RandomStream;

/** All rows alike, with replacement: {@code p = 1/N}. O(n). */
public record Uniform(int rows) implements Subsampling {
  /** Checks N. */
  public Uniform {
    if (rows < 1) {
      throw new IllegalArgumentException("there must be at least one row, not " + rows);
    }
  }

  @Override
  public void draw(int n, double[] theta, RandomStream random, Batch batch) {
    batch.resize(n);
    int[] chosen = batch.rows();
    for (int from = 0; from < n; from += RandomStream.BLOCK) {
      int count = Math.min(n - from, RandomStream.BLOCK);
      long[] words = random.words(count);
      for (int j = 0; j < count; j++) {
        chosen[from + j] = RandomStream.index(words[j], rows);
      }
    }
    java.util.Arrays.fill(batch.weights(), 0, n, (double) rows / n);
  }

  @Override
  public double probability(int row) {
    return 1.0 / rows;
  }
}
