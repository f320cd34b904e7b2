package org.perrin.subsampling;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Batch;
import org.perrin.data.Memory;
import org.perrin.random.RandomStream;

/**
 * A way to choose rows: {@code draw} fills a batch with n rows and weights {@code wⱼ = 1/(n pⱼ)}
 * such that {@code E Σⱼ wⱼ a(rowⱼ) = Σᵢ aᵢ} for any function of the rows. Schemes are read-only and
 * shared by all chains; one that learns keeps what it learned in the chain's {@link Memory}.
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

  /** What a chain that begins keeps for this scheme, in {@link Batch#memory}; null if nothing. */
  default @Nullable Memory memory() {
    return null;
  }

  /** Whether the scheme needs the norm of every term that it chose. */
  default boolean learns() {
    return false;
  }

  /** Passes the norm of the term at a place of the batch, {@code ‖aⱼ‖} without its weight. */
  default void observe(Batch batch, int place, double norm) {}

  /** This scheme with a subsample size. */
  default Batches size(int n) {
    return new Batches(this, new SubsampleSize.Fixed(n));
  }

  /** This scheme with a rule for the subsample size. */
  default Batches size(SubsampleSize size) {
    return new Batches(this, size);
  }
}
