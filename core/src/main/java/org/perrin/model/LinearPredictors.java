package org.perrin.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.math.Kernels;
import org.perrin.math.SpareArrays;

/**
 * The linear predictors {@code ηᵢ = oᵢ + xᵢᵀθ} of a data set, of one row or of many in blocks:
 * small enough that rows stay in the first-level cache between the product with θ and the sum that
 * a model makes of them.
 */
record LinearPredictors(Dataset data) {
  /** Rows of a block. */
  static final int BLOCK = 64;

  /** Something done with a block of rows: the number of the first, and arrays to work in. */
  @FunctionalInterface
  interface Block {
    /** May overwrite both arrays, and must not keep them. */
    void accept(int first, int count, double[] eta, double[] responses);
  }

  /** Of one row. */
  double at(double[] theta, int row) {
    double eta = data.offset(row);
    for (int k = 0; k < data.x().width(); k++) {
      eta = Math.fma(data.x().get(row, k), theta[k], eta);
    }
    return eta;
  }

  /** Hands out rows {@code from ≤ i < to} in blocks with their predictors and responses. */
  void overBlocks(double[] theta, int from, int to, Block body) {
    overBlocks(theta, from, to, BLOCK, body);
  }

  /** The same in blocks of another size. */
  void overBlocks(double[] theta, int from, int to, int size, Block body) {
    double[] point = Arrays.copyOf(theta, data.x().stride());
    double[] eta = SpareArrays.take(size);
    double[] responses = SpareArrays.take(size);
    for (int first = from; first < to; first += size) {
      int count = Math.min(size, to - first);
      load(first, count, point, eta, responses);
      body.accept(first, count, eta, responses);
    }
    SpareArrays.give(responses);
    SpareArrays.give(eta);
  }

  /** Predictors and responses of rows {@code first ≤ i < first + count}; θ is padded. */
  void load(int first, int count, double[] point, double[] eta, double[] responses) {
    data.x().dots(first, count, point, eta);
    if (data.offsets() != null) {
      // what is to come there lends its room
      data.offsets().copy(first, count, responses, 0);
      for (int j = 0; j < count; j++) {
        eta[j] += responses[j];
      }
    }
    data.responses().copy(first, count, responses, 0);
  }

  /** Multiplies what belongs to rows {@code first ≤ i < first + count} by their weights. */
  void timesWeight(double[] values, int first, int count) {
    if (data.weights() != null) {
      for (int j = 0; j < count; j++) {
        values[j] *= data.weights().get(first + j);
      }
    }
  }

  /** {@code ‖zᵢ‖²} and {@code xᵢᵀLLᵀxᵢ} of a block; {@code factor} is a {@link #padded} L. */
  void norms(
      int first,
      int count,
      RowImages images,
      double @Nullable [] factor,
      double[] norms,
      double[] spread) {
    images.squaredNorms(first, count, norms);
    if (factor == null) {
      System.arraycopy(norms, 0, spread, 0, count);
    } else {
      data.x().squaredNorms(first, count, factor, Kernels.pad(data.x().width()), spread);
    }
  }

  /** L in the layout of the kernels; null for null, which means the identity. */
  double @Nullable [] padded(double @Nullable [] factor) {
    int d = data.x().width();
    return factor == null ? null : DenseRows.padRows(factor, d, d);
  }
}
