package org.perrin.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.math.Parallel;
import org.perrin.math.Scalars;
import org.perrin.random.RandomStream;

/**
 * Linear data with the difficulties of CASP: an intercept and nine correlated, heavy-tailed,
 * standardised features, and one row with {@code ‖x‖² ≈ 2,600}, which uniform subsampling seldom
 * sees and does not survive when it does. That row is not part of the standardisation. The response
 * has a variance near 1.
 */
final class CaspLike {
  private static final int FEATURES = 9;
  private static final double CORRELATION = 0.7;
  private static final double SIGMA = 0.8;
  private static final double FAR = 2600;

  private CaspLike() {}

  static Dataset dataset(long seed, int rows) {
    if (rows < 2) {
      throw new IllegalArgumentException("standardised features need two rows, not " + rows);
    }
    var random = RandomStream.of(seed);
    double[] beta = slopes(random);
    int far = random.nextIndex(rows);
    DenseRows raw = Synthetic.rows(seed, rows, FEATURES + 1, CaspLike::rawRow);
    double[] mean = sums(raw, new double[FEATURES], 1);
    double[] variance = sums(raw, mean, 2);
    double[] y = new double[rows];
    var x =
        DenseRows.fill(
            rows,
            FEATURES + 1,
            (row, to, at) -> {
              to[at] = 1;
              double norm = 0;
              for (int k = 0; k < FEATURES; k++) {
                double z = (raw.get(row, k) - mean[k]) / Math.sqrt(variance[k]);
                to[at + 1 + k] = z;
                norm += z * z;
              }
              double stretch = row == far ? Math.sqrt(FAR / norm) : 1;
              y[row] = SIGMA * raw.get(row, FEATURES);
              for (int k = 0; k < FEATURES; k++) {
                to[at + 1 + k] *= stretch;
                y[row] += beta[k] * to[at + 1 + k];
              }
            });
    return new Dataset(x, y, null, null, names());
  }

  /** Random slopes such that {@code xᵀβ} has the variance {@code 1 − σ²}. */
  private static double[] slopes(RandomStream random) {
    double[] beta = new double[FEATURES];
    random.fillGaussian(beta, FEATURES);
    double own = 0;
    double shared = 0;
    for (int k = 0; k < FEATURES; k++) {
      own += beta[k] * beta[k];
      shared += sign(k) * beta[k];
    }
    double variance = (1 - CORRELATION) * own + CORRELATION * shared * shared;
    double scale = Math.sqrt((1 - SIGMA * SIGMA) / variance);
    return Arrays.stream(beta).map(b -> scale * b).toArray();
  }

  /** Every third feature goes against the others. */
  private static int sign(int k) {
    return k % 3 == 2 ? -1 : 1;
  }

  /** Features with a common factor and a common log-normal scale; the noise of y comes last. */
  private static void rawRow(RandomStream random, int row, double[] z, double[] x, int at) {
    random.fillGaussian(z, FEATURES + 3);
    double scale = Scalars.exp(0.35 * z[FEATURES + 1]);
    for (int k = 0; k < FEATURES; k++) {
      double own = Math.sqrt(1 - CORRELATION) * z[k];
      double shared = Math.sqrt(CORRELATION) * z[FEATURES];
      x[at + k] = scale * (own + sign(k) * shared);
    }
    x[at + FEATURES] = z[FEATURES + 2];
  }

  /** {@code Σ (x − centre)^power / N} by column. */
  private static double[] sums(DenseRows raw, double[] centre, int power) {
    int n = raw.count();
    return Parallel.sum(
        n,
        FEATURES,
        (sum, from, to) -> {
          for (int i = from; i < to; i++) {
            for (int k = 0; k < FEATURES; k++) {
              double z = raw.get(i, k) - centre[k];
              sum[k] += (power == 1 ? z : z * z) / n;
            }
          }
        });
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(List.of(Synthetic.INTERCEPT));
    for (int k = 1; k <= FEATURES; k++) {
      names.add("x" + k);
    }
    return names;
  }
}
