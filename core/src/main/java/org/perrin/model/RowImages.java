package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Rows;

/** The rows {@code zᵢ} that see u, whether they are stored or not. */
interface RowImages {
  /** {@code out[j] = ‖zᵢ‖²}, {@code i = from + j}, {@code 0 ≤ j < count}. */
  void squaredNorms(int from, int count, double[] out);

  /** What stored rows meet, padded, so that the product is {@code zᵢᵀu}. */
  double[] point(double[] u);

  /** Rows that are stored as they are seen. */
  static RowImages of(Rows z) {
    return new RowImages() {
      @Override
      public void squaredNorms(int from, int count, double[] out) {
        z.squaredNorms(from, count, out);
      }

      @Override
      public double[] point(double[] u) {
        return Arrays.copyOf(u, z.stride());
      }
    };
  }
}
