package org.perrin.model;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.metric.Metric;

/**
 * How much each row of a multinomial model matters: {@code ‖HᵢL‖² = ‖xᵢ‖² tr(SSM)} and {@code
 * ‖LᵀHᵢL‖² = tr(SMSM)} with {@code M_kl = xᵢᵀΣ̂_kl xᵢ}, {@code Σ̂_kl} the block of LLᵀ of classes k
 * and l. O(K²d²) a row of d columns.
 */
final class MultinomialScores {
  private final Dataset data;
  private final Rows x;
  private final int classes;
  private volatile @Nullable Blocks last;

  MultinomialScores(Dataset data, int classes) {
    this.data = data;
    this.x = data.x();
    this.classes = classes;
  }

  /** Σ̂ in blocks of classes, kept because scores are asked for a few rows at a time. */
  private record Blocks(Object of, double[][][] sigma) {}

  /** For a factor L, or the identity if null. */
  Rowwise of(double @Nullable [] factor) {
    return new Rowwise(factor == null ? null : blocks(factor, () -> factor));
  }

  /** For the factor of a metric. */
  Rowwise of(Metric metric) {
    return new Rowwise(blocks(metric, metric::matrix));
  }

  private double[][][] blocks(Object of, Supplier<double[]> factor) {
    Blocks known = last;
    if (known == null || known.of != of) {
      known = new Blocks(of, blocks(factor.get()));
      last = known;
    }
    return known.sigma;
  }

  /** Blocks k ≤ l of LLᵀ, row by row of the block, each padded. */
  private double[][][] blocks(double[] factor) {
    int width = x.width();
    int d = classes * width;
    double[] covariance = Matrices.gram(Matrices.transpose(factor, d), d);
    double[][][] all = new double[classes][classes][];
    for (int k = 0; k < classes; k++) {
      for (int l = k; l < classes; l++) {
        all[k][l] = new double[width * x.stride()];
        for (int i = 0; i < width; i++) {
          int from = (k * width + i) * d + l * width;
          System.arraycopy(covariance, from, all[k][l], i * x.stride(), width);
        }
      }
    }
    return all;
  }

  /** A square for the j-th of the rows whose probabilities are there; its ‖x‖² is {@code norm}. */
  @FunctionalInterface
  private interface Square {
    double of(int j, double norm);
  }

  /** Scores of rows, one after the other. */
  final class Rowwise {
    /** Of Σ̂; null for the identity. */
    private final double @Nullable [][][] blocks;

    private final double[] row = new double[x.stride()];
    private final double[] m = new double[classes * classes];
    private final double[] s = new double[classes * classes];

    private Rowwise(double @Nullable [][][] blocks) {
      this.blocks = blocks;
    }

    /** {@code ‖HᵢL‖} of rows {@code from ≤ i < to}, or {@code ‖LᵀHᵢL‖} if {@code whole}. */
    void curvatures(ClassProbabilities at, int from, int to, boolean whole, double[] out) {
      each(
          at,
          from,
          to,
          out,
          (j, norm) -> {
            for (int k = 0; k < classes; k++) {
              for (int l = 0; l < classes; l++) {
                s[k * classes + l] = at.curvature(k, l, j);
              }
            }
            return whole ? trace(m) : norm * trace(null);
          });
    }

    /** {@code √E[ΔpᵀGΔp]}, G the Gram matrix M or ‖xᵢ‖² times the identity. */
    void expected(
        ClassProbabilities at, double widen, int from, int to, boolean whole, double[] out) {
      var change = new SoftmaxChange(classes);
      double @Nullable [] g = whole ? m : null;
      each(at, from, to, out, (j, norm) -> change.square(at.p, j, m, widen, g, norm));
    }

    /** The root of what {@code square} says of every row, of which M is known, times its weight. */
    private void each(ClassProbabilities at, int from, int to, double[] out, Square square) {
      at.overBlocks(
          from,
          to,
          (first, count) -> {
            for (int j = 0; j < count; j++) {
              x.copy(first + j, row);
              double norm = Kernels.best().dot(row, 0, row, 0, x.stride());
              gram(norm);
              out[first + j - from] =
                  data.weight(first + j) * Math.sqrt(Math.max(0, square.of(j, norm)));
            }
          });
    }

    private void gram(double norm) {
      for (int k = 0; k < classes; k++) {
        for (int l = k; l < classes; l++) {
          double form = 0;
          if (blocks == null) {
            form = k == l ? norm : 0;
          } else {
            for (int i = 0; i < x.width(); i++) {
              double along = Kernels.best().dot(blocks[k][l], i * x.stride(), row, 0, x.stride());
              form = Math.fma(row[i], along, form);
            }
          }
          m[k * classes + l] = form;
          m[l * classes + k] = form;
        }
      }
    }

    /** {@code tr(S G S M)}, G the identity if null. */
    private double trace(double @Nullable [] g) {
      double trace = 0;
      for (int a = 0; a < classes; a++) {
        for (int b = 0; b < classes; b++) {
          trace += times(s, g, a, b) * times(s, m, b, a);
        }
      }
      return trace;
    }

    private double times(double[] a, double @Nullable [] b, int r, int c) {
      if (b == null) {
        return a[r * classes + c];
      }
      double sum = 0;
      for (int t = 0; t < classes; t++) {
        sum = Math.fma(a[r * classes + t], b[t * classes + c], sum);
      }
      return sum;
    }
  }
}
