package org.perrin.model;

import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.math.Kernels;
import org.perrin.metric.Metric;

/**
 * Rows of a multinomial model in a metric: class k's predictor is {@code ηₖ + zₖᵀu}, {@code zₖ =
 * Lₖᵀxᵢ} with {@code Lₖ} the rows of L that are class k's. The class of reference has {@code η₀ =
 * 0, z₀ = 0}. O(K²d²) a row of d columns.
 */
final class ClassRows {
  private final Dataset data;
  private final Rows x;
  private final int classes;
  private final int dimension;
  private final double[] factor;
  private final double[][] centre;
  private final double[][] blocks;

  /** For {@code classes} classes but that of reference. */
  ClassRows(Dataset data, int classes, Metric metric) {
    this.data = data;
    this.x = data.x();
    this.classes = classes;
    this.dimension = classes * x.width();
    this.factor = metric.matrix();
    this.centre = pieces(metric.centre());
    this.blocks = new double[classes][x.stride() * stride()];
    for (int r = 0; r < dimension; r++) {
      int at = r % x.width() * stride();
      System.arraycopy(factor, r * dimension, blocks[r / x.width()], at, dimension);
    }
  }

  /** All classes. */
  int all() {
    return classes + 1;
  }

  /** Elements between vectors z. */
  int dimension() {
    return dimension;
  }

  int stride() {
    return Kernels.pad(dimension);
  }

  double weight(int row) {
    return data.weight(row);
  }

  private double[][] pieces(double[] theta) {
    double[][] pieces = new double[classes][x.stride()];
    for (int k = 0; k < classes; k++) {
      System.arraycopy(theta, k * x.width(), pieces[k], 0, x.width());
    }
    return pieces;
  }

  /** {@code out[1 + k][j] = xᵢᵀ(Lu)ₖ}, {@code i = rows[j]}; all of {@code out[0]} is 0. */
  double[][] changes(double[] u, int[] rows, int n) {
    double[] move = new double[dimension];
    for (int r = 0; r < dimension; r++) {
      move[r] = Kernels.best().dot(factor, r * dimension, u, 0, dimension);
    }
    return dots(pieces(move), rows, n);
  }

  /** Predictors at the centre, laid out alike. */
  double[][] predictors(int[] rows, int n) {
    double[][] out = dots(centre, rows, n);
    for (int j = 0; data.offsets() != null && j < n; j++) {
      for (int k = 1; k <= classes; k++) {
        out[k][j] += data.offsets().get(rows[j]);
      }
    }
    return out;
  }

  private double[][] dots(double[][] pieces, int[] rows, int n) {
    double[][] out = new double[classes + 1][n];
    for (int k = 0; k < classes; k++) {
      x.dots(rows, 0, n, pieces[k], out[k + 1]);
    }
    return out;
  }

  /** Something done with a row: its place, predictors and vectors z of all classes. */
  @FunctionalInterface
  interface Visitor {
    /** Class k's z begins at {@code k · stride}. */
    void visit(int row, double[] eta, double[] z);
  }

  /** Hands out rows {@code from ≤ i < to}. */
  void visit(int from, int to, Visitor visitor) {
    int most = 16;
    int stride = stride();
    double[] block = new double[most * x.stride()];
    double[] row = new double[x.stride()];
    double[][] images = new double[classes][most * stride];
    double[] z = new double[all() * stride];
    double[] eta = new double[all()];
    for (int first = from; first < to; first += most) {
      int count = Math.min(most, to - first);
      int[] rows = new int[count];
      for (int j = 0; j < count; j++) {
        rows[j] = first + j;
        x.copy(first + j, row);
        System.arraycopy(row, 0, block, j * x.stride(), x.width());
      }
      for (int k = 0; k < classes; k++) {
        Kernels.best().multiply(block, x.stride(), 0, count, blocks[k], stride, images[k], 0);
      }
      double[][] predictors = predictors(rows, count);
      for (int j = 0; j < count; j++) {
        for (int k = 0; k < classes; k++) {
          System.arraycopy(images[k], j * stride, z, (k + 1) * stride, stride);
          eta[k + 1] = predictors[k + 1][j];
        }
        visitor.visit(first + j, eta, z);
      }
    }
  }
}
