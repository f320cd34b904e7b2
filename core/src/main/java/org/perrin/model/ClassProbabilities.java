package org.perrin.model;

import static org.perrin.model.LinearPredictors.BLOCK;

import java.util.Arrays;
import org.perrin.data.Batch;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.math.Scalars;

/**
 * Probabilities of classes 1 … K at θ for a block of rows, with their losses, and sums of rows for
 * each class. One serves one thread.
 */
final class ClassProbabilities {
  private final Dataset data;
  private final Rows x;
  private final int classes;
  private final double[][] point;

  /** Where rows are added up, padded, for every class. */
  final double[][] sum;

  /** {@code p[k][j]}: of class k + 1 and the j-th row. */
  final double[][] p;

  /** {@code log Σ exp η − η_y} of the j-th row. */
  final double[] loss = new double[BLOCK];

  /** Room for the rows' coefficients in a sum. */
  final double[] c = new double[BLOCK];

  /** The rows' numbers. */
  final int[] rows = new int[BLOCK];

  /** For {@code classes} classes but that of reference. */
  ClassProbabilities(Dataset data, int classes) {
    this.data = data;
    this.x = data.x();
    this.classes = classes;
    this.point = new double[classes][x.stride()];
    this.sum = new double[classes][x.stride()];
    this.p = new double[classes][BLOCK];
  }

  /** Moves to θ; sums begin again. */
  ClassProbabilities at(double[] theta) {
    for (int k = 0; k < classes; k++) {
      System.arraycopy(theta, k * x.width(), point[k], 0, x.width());
      Arrays.fill(sum[k], 0);
    }
    return this;
  }

  /** Takes in places of a batch. */
  void gather(Batch batch, int from, int count) {
    System.arraycopy(batch.rows(), from, rows, 0, count);
    for (int k = 0; k < classes; k++) {
      x.dots(rows, 0, count, point[k], p[k]);
    }
    normalise(count);
  }

  /** Takes in rows that lie together. */
  void load(int first, int count) {
    for (int j = 0; j < count; j++) {
      rows[j] = first + j;
    }
    for (int k = 0; k < classes; k++) {
      x.dots(first, count, point[k], p[k]);
    }
    normalise(count);
  }

  /** From predictors to probabilities. */
  private void normalise(int count) {
    for (int j = 0; j < count; j++) {
      double offset = data.offset(rows[j]);
      int y = (int) data.responses().get(rows[j]);
      for (int k = 0; k < classes; k++) {
        p[k][j] += offset;
      }
      double own = y == 0 ? 0 : p[y - 1][j];
      loss[j] = Scalars.softmax(p, j) - own;
    }
  }

  /** Something done with a block of rows that was loaded. */
  @FunctionalInterface
  interface Block {
    /** Rows {@code first … first + count}. */
    void accept(int first, int count);
  }

  /** Hands out rows {@code from ≤ i < to}. */
  void overBlocks(int from, int to, Block body) {
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      load(first, count);
      body.accept(first, count);
    }
  }

  /** {@code S_kl} of the j-th row. */
  double curvature(int k, int l, int j) {
    return p[k][j] * ((k == l ? 1 : 0) - p[l][j]);
  }

  /** Adds the sums of all classes to a gradient. */
  void addSumsTo(double[] out) {
    for (int k = 0; k < classes; k++) {
      for (int i = 0; i < x.width(); i++) {
        out[k * x.width() + i] += sum[k][i];
      }
    }
  }
}
