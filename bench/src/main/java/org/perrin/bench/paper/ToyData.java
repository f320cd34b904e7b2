package org.perrin.bench.paper;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;

/**
 * The paper's synthetic data as its authors made them: NumPy's normals through the singular value
 * decomposition of a covariance, and scikit-learn's {@code make_classification} (after Guyon, 2003)
 * followed by {@code train_test_split}. The same seeds give the same rows, to rounding.
 */
final class ToyData {
  private static final int FEATURES = 4;
  private static final int SPLIT_SEED = 42;

  /** Σₓ of Appendix C: what the Gaussian data are drawn with. */
  private static final double[] COVARIANCE = {1e5, 6e4, 6e4, 2e5};

  private ToyData() {}

  /** Σₓ. */
  static double[] covariance() {
    return COVARIANCE.clone();
  }

  /** {@code xᵢ ~ N((0, 1), Σₓ)}. */
  static DenseRows gaussian(int seed, int rows) {
    var random = new MersenneTwister(seed);
    // Σₓ = V diag(s) Vᵀ, the larger value first, the sign of its vector as LAPACK has it
    double half = (COVARIANCE[3] - COVARIANCE[0]) / 2;
    double gap = Math.hypot(half, COVARIANCE[1]);
    double middle = (COVARIANCE[0] + COVARIANCE[3]) / 2;
    double angle = Math.atan2(COVARIANCE[1], half) / 2;
    double s = Math.sin(angle);
    double c = Math.cos(angle);
    double large = Math.sqrt(middle + gap);
    double small = Math.sqrt(middle - gap);
    double[][] x = new double[rows][];
    for (int i = 0; i < rows; i++) {
      double first = large * random.normal();
      double second = small * random.normal();
      x[i] = new double[] {first * s + second * c, 1 + first * c - second * s};
    }
    return DenseRows.of(x);
  }

  /** Half balanced classes with 30 % of the labels drawn again: Figs. 1(b) and 3. */
  static Dataset balanced(int seed, int rows) {
    return training(seed, rows, 0.5, 0.3);
  }

  /** 99 % of class 1 and 1 % of the labels drawn again: Fig. 1(c). */
  static Dataset imbalanced(int seed, int rows) {
    return training(seed, rows, 0.01, 0.01);
  }

  /** Two thirds of a table of {@code 1.5 · rows}, with an intercept. */
  private static Dataset training(int seed, int rows, double zeros, double flip) {
    int all = rows + rows / 2;
    Dataset table = classification(new MersenneTwister(seed), all, zeros, flip);
    int[] order = new MersenneTwister(SPLIT_SEED).permutation(all);
    return table.select(Arrays.copyOfRange(order, all - rows, all));
  }

  private static Dataset classification(
      MersenneTwister random, int rows, double zeros, double flip) {
    int[] count = {(int) (rows * zeros), (int) (rows * (1 - zeros))};
    for (int i = 0; count[0] + count[1] < rows; i = 1 - i) {
      count[i]++;
    }
    int[] corners = Arrays.copyOf(random.permutation(1 << FEATURES), 2);
    double[][] z = new double[rows][FEATURES];
    for (double[] row : z) {
      Arrays.setAll(row, k -> random.normal());
    }
    double[] y = new double[rows];
    Arrays.fill(y, count[0], rows, 1);
    for (int label = 0; label < 2; label++) {
      double[][] cluster = Arrays.copyOfRange(z, label * count[0], label == 0 ? count[0] : rows);
      shear(random, cluster, corners[label]);
    }
    relabel(random, y, flip);
    return arranged(z, y, random.permutation(rows), random.permutation(FEATURES));
  }

  /** Rows times a matrix uniform on [−1, 1], moved to a corner of the hypercube of side 2. */
  private static void shear(MersenneTwister random, double[][] cluster, int corner) {
    double[] a = new double[FEATURES * FEATURES];
    Arrays.setAll(a, k -> 2 * random.uniform() - 1);
    for (double[] row : cluster) {
      double[] from = row.clone();
      for (int k = 0; k < FEATURES; k++) {
        row[k] = 0;
        for (int l = 0; l < FEATURES; l++) {
          row[k] += from[l] * a[l * FEATURES + k];
        }
        row[k] += (corner >> FEATURES - 1 - k & 1) == 1 ? 1 : -1;
      }
    }
  }

  private static void relabel(MersenneTwister random, double[] y, double flip) {
    boolean[] flipped = new boolean[y.length];
    for (int i = 0; i < y.length; i++) {
      flipped[i] = random.uniform() < flip;
    }
    for (int i = 0; i < y.length; i++) {
      y[i] = flipped[i] ? random.upTo(1) : y[i];
    }
  }

  private static Dataset arranged(double[][] z, double[] y, int[] rows, int[] columns) {
    double[][] x = new double[rows.length][FEATURES + 1];
    double[] labels = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      x[i][0] = 1;
      for (int k = 0; k < FEATURES; k++) {
        x[i][k + 1] = z[rows[i]][columns[k]];
      }
      labels[i] = y[rows[i]];
    }
    return Dataset.of(x, labels).named(List.of("(Intercept)", "x1", "x2", "x3", "x4"));
  }
}
