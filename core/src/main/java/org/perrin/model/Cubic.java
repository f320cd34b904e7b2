package org.perrin.model;

import org.perrin.math.Kernels;

/**
 * A cubic form {@code T[u,u,u]/6}, T symmetric. Evaluated as a product of a matrix, d × d(d+1)/2,
 * and the vector of all products {@code uⱼuₖ}: O(d³/2), and most of it in long inner products.
 *
 * <p>Sums of {@code c zzz} over rows are made in groups of eight first indices, each with the outer
 * products of the columns from there on: a third of the work of all of T.
 */
public final class Cubic implements CubicForm {
  private static final int LANES = Kernels.LANES;

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
    int size = 0;
    for (int width = Kernels.pad(d); width > 0; width -= LANES) {
      size += LANES * width * width;
    }
    return size;
  }

  /**
   * {@code sum += Σⱼ c[j] zⱼzⱼzⱼ} over {@code count} rows of {@code stride} elements at the
   * beginning of {@code z}.
   */
  static void add(double[] z, int stride, int count, double[] c, double[] sum) {
    double[] scaled = new double[count];
    double[] narrow = z;
    double[] outer = new double[stride * stride];
    int at = 0;
    for (int first = 0; first < stride; first += LANES) {
      int width = stride - first;
      narrow = first == 0 ? z : narrowed(narrow, width + LANES, count);
      for (int i = 0; i < LANES; i++) {
        for (int j = 0; j < count; j++) {
          scaled[j] = c[j] * narrow[j * width + i];
        }
        System.arraycopy(sum, at, outer, 0, width * width);
        Kernels.best().addOuter(narrow, width, 0, count, scaled, outer);
        System.arraycopy(outer, 0, sum, at, width * width);
        at += width * width;
      }
    }
  }

  /** The rows without their first eight columns. */
  private static double[] narrowed(double[] z, int stride, int count) {
    double[] out = new double[count * (stride - LANES)];
    for (int j = 0; j < count; j++) {
      System.arraycopy(z, j * stride + LANES, out, j * (stride - LANES), stride - LANES);
    }
    return out;
  }

  /** The form of a sum. */
  public static Cubic of(double[] sum, int d) {
    int pairs = Kernels.pad(d * (d + 1) / 2);
    double[] matrix = new double[d * pairs];
    for (int i = 0; i < d; i++) {
      int pair = 0;
      for (int j = 0; j < d; j++) {
        for (int k = j; k < d; k++, pair++) {
          matrix[i * pairs + pair] = (j == k ? 1 : 2) * element(sum, d, i, j, k);
        }
      }
    }
    return new Cubic(d, matrix);
  }

  /** {@code T_ijk} of a sum, {@code j ≤ k}. */
  private static double element(double[] sum, int d, int i, int j, int k) {
    int least = Math.min(i, j);
    int most = Math.max(i, k);
    int middle = i + j + k - least - most;
    int at = 0;
    int width = Kernels.pad(d);
    for (int group = least / LANES; group > 0; group--, width -= LANES) {
      at += LANES * width * width;
    }
    int first = least & -LANES;
    at += (least - first) * width * width;
    return sum[at + (middle - first) * width + most - first];
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
