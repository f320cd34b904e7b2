package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;

/** The rows {@code zᵢ} that see u, whether they are stored or not. */
interface RowImages {
  /** {@code out[j] = ‖zᵢ‖²}, {@code i = from + j}, {@code 0 ≤ j < count}. */
  void squaredNorms(int from, int count, double[] out);

  /** What stored rows meet, padded, so that the product is {@code zᵢᵀu}. */
  double[] point(double[] u);

  /** Rows that are read as they are seen. */
  static RowImages of(Rows z) {
    return of(z, z::squaredNorms);
  }

  /** The same where their squared norms are known. */
  static RowImages of(Rows z, Doubles norms) {
    return of(z, (from, count, out) -> norms.copy(from, count, out, 0));
  }

  /** As {@link RowImages#squaredNorms}. */
  @FunctionalInterface
  interface SquaredNorms {
    /** Writes them. */
    void of(int from, int count, double[] out);
  }

  private static RowImages of(Rows z, SquaredNorms norms) {
    return new RowImages() {
      @Override
      public void squaredNorms(int from, int count, double[] out) {
        norms.of(from, count, out);
      }

      @Override
      public double[] point(double[] u) {
        return Arrays.copyOf(u, z.stride());
      }
    };
  }
}
