package org.perrin.model;

import org.perrin.math.Kernels;
import org.perrin.math.Triples;

/**
 * A cubic form {@code T[u,u,u]/6}, T symmetric. Evaluated as a product of a matrix, d × d(d+1)/2,
 * and the vector of all products {@code uⱼuₖ}: O(d³/2), and most of it in long inner products. Sums
 * of {@code c zzz} over rows are {@link Triples}.
 */
public final class Cubic implements CubicForm {
  private final int d;
  private final int pairs;
  private final double[] matrix;

  private Cubic(int d, double[] matrix) {
    this.d = d;
    this.pairs = Kernels.pad(d * (d + 1) / 2);
    this.matrix = matrix;
  }

  /** Numbers that a sum over rows takes in d dimensions. */
  public static int size(int d) {
    return new Triples(d).size();
  }

  /**
   * {@code sum += Σⱼ c[j] zⱼzⱼzⱼ} over {@code count} rows at the beginning of {@code z}, padded.
   */
  static void add(double[] z, int d, int count, double[] c, double[] sum) {
    Kernels.best().addTriples(new Triples(d), z, count, c, sum);
  }

  /** The form of a sum. */
  public static Cubic of(double[] sum, int d) {
    int pairs = Kernels.pad(d * (d + 1) / 2);
    double[] matrix = new double[d * pairs];
    var triples = new Triples(d);
    for (int i = 0; i < d; i++) {
      int pair = 0;
      for (int j = 0; j < d; j++) {
        for (int k = j; k < d; k++, pair++) {
          matrix[i * pairs + pair] = (j == k ? 1 : 2) * element(sum, triples, i, j, k);
        }
      }
    }
    return new Cubic(d, matrix);
  }

  /** {@code T_ijk} of a sum, {@code j ≤ k}. */
  private static double element(double[] sum, Triples triples, int i, int j, int k) {
    int least = Math.min(i, j);
    int most = Math.max(i, k);
    return sum[triples.place(least, i + j + k - least - most, most)];
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  public double addGradient(double[] u, double[] out) {
    double[] products = new double[pairs];
    int pair = 0;
    for (int j = 0; j < d; j++) {
      for (int k = j; k < d; k++) {
        products[pair++] = u[j] * u[k];
      }
    }
    double[] along = new double[d];
    Kernels.best().dots(matrix, pairs, 0, d, products, along);
    double value = 0;
    for (int i = 0; i < d; i++) {
      out[i] += along[i] / 2;
      value = Math.fma(u[i], along[i], value);
    }
    return value / 6;
  }
}
