package org.perrin.subsampling;

import org.perrin.data.Batch;
import org.perrin.random.RandomStream;

/**
 * A way to choose rows: {@code draw} fills a batch with n rows and weights {@code wⱼ = 1/(n pⱼ)}
 * such that {@code E Σⱼ wⱼ a(rowⱼ) = Σᵢ aᵢ} for any function of the rows. Schemes are read-only and
 * shared by all chains.
 */
public interface Subsampling {
  /** N. */
  int rows();

  /** Fills {@code batch} with {@code n} rows for a chain that stands at {@code theta}. */
  void draw(int n, double[] theta, RandomStream random, Batch batch);

  /** The largest n that makes sense. */
  default int largest() {
    return rows();
  }

  /** {@code pᵢ}: the probability of row i in one place of the batch. */
  double probability(int row);

  /** This scheme with a subsample size. */
  default Batches size(int n) {
    return new Batches(this, new SubsampleSize.Fixed(n));
  }

  /** This scheme with a rule for the subsample size. */
  default Batches size(SubsampleSize size) {
    return new Batches(this, size);
  }
}
