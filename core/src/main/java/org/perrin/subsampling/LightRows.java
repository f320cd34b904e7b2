package org.perrin.subsampling;

import java.util.List;
import org.perrin.data.Doubles;
import org.perrin.data.Storage;
import org.perrin.random.RandomStream;

/**
 * Rows by how far they can be from what stands for them, {@code p ∝ λᵢ}: a Poisson process over
 * rows of rate {@code κΛpᵢ ≥ κλᵢ} each.
 */
public interface LightRows {
  /** The rows with λ > 0; the bounds are overwritten where they are too small. */
  static LightRows of(Doubles lambda, Storage storage) {
    return RowsByBound.of(lambda, storage);
  }

  /** Λ; 0 if no row can be off at all. */
  double total();

  /** The least bound that a row is drawn by, {@code Λpᵢ}. */
  double bound(int row);

  /** Writes {@code n} rows, and {@code 1/(Λpᵢ)} of each. */
  void draw(int n, RandomStream random, int[] rows, double[] inverse);

  /**
   * Called before chains move: each will make {@code steps} steps, and probably {@code after} more,
   * drawing with one of {@code streams}, which are copies.
   */
  default void ahead(List<RandomStream> streams, int steps, int after) {}
}
