package org.perrin.bench.trust;

import org.perrin.data.Dataset;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;

/**
 * A dense linear regression of any width whose posterior needs no matrix. The columns are {@code
 * x_k = h_k + ρ h_{k−1}}, h the columns of a Hadamard matrix (±1, orthogonal), so {@code XᵀX} has
 * three diagonals: {@code N(1 + ρ²)} and {@code Nρ} on both sides. With unit noise and coefficients
 * N(0, 1) the precision is {@code P = XᵀX + I}, the mean {@code P⁻¹Xᵀy}, and both come from a
 * tridiagonal Cholesky factor: O(Nd) in all.
 */
final class Dense {
  private static final double BESIDE = 0.5;

  private final int rows;
  private final int d;
  private final double[][] x;
  private final double[] y;
  private final double[] diagonal;
  private final double[] lower;

  private Dense(int log2Rows, int d) {
    this.rows = 1 << log2Rows;
    this.d = d;
    this.x = new double[rows][d];
    this.y = new double[rows];
    var random = RandomStream.of(71);
    double[] beta = new double[d];
    random.fillGaussian(beta, d);
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < d; k++) {
        x[i][k] = sign(i, k + 1) + (k == 0 ? 0 : BESIDE * sign(i, k));
        y[i] += x[i][k] * beta[k];
      }
      y[i] += random.nextGaussian();
    }
    this.diagonal = new double[d];
    this.lower = new double[d];
    factor();
  }

  /** {@code 2^log2Rows} rows of d &lt; 2^log2Rows columns. */
  static KnownPosterior of(int log2Rows, int d) {
    var dense = new Dense(log2Rows, d);
    var model = Glm.linear(Dataset.of(dense.x, dense.y), 1, Priors.normal(0, 1));
    return KnownPosterior.of(
        "%,d × %,d".formatted(dense.rows, d), "conjugate", model, dense.mean(), dense.sd());
  }

  /** Row i of Hadamard's column k. */
  private static double sign(int i, int k) {
    return Integer.bitCount(i & k) % 2 == 0 ? 1 : -1;
  }

  /** {@code P = LLᵀ}: L has {@code diagonal}, and {@code lower[k]} to the left of it. */
  private void factor() {
    for (int k = 0; k < d; k++) {
      double own = rows * (k == 0 ? 1 : 1 + BESIDE * BESIDE) + 1;
      lower[k] = k == 0 ? 0 : rows * BESIDE / diagonal[k - 1];
      diagonal[k] = Math.sqrt(own - lower[k] * lower[k]);
    }
  }

  private double[] mean() {
    double[] b = new double[d];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < d; k++) {
        b[k] += x[i][k] * y[i];
      }
    }
    for (int k = 0; k < d; k++) {
      b[k] = (b[k] - (k == 0 ? 0 : lower[k] * b[k - 1])) / diagonal[k];
    }
    for (int k = d - 1; k >= 0; k--) {
      b[k] = (b[k] - (k == d - 1 ? 0 : lower[k + 1] * b[k + 1])) / diagonal[k];
    }
    return b;
  }

  /** {@code (P⁻¹)_kk = (1 + lower_{k+1}² (P⁻¹)_{k+1,k+1}) / diagonal_k²}, from the last on. */
  private double[] sd() {
    double[] sd = new double[d];
    double below = 0;
    for (int k = d - 1; k >= 0; k--) {
      double left = k == d - 1 ? 0 : lower[k + 1];
      below = (1 + left * left * below) / (diagonal[k] * diagonal[k]);
      sd[k] = Math.sqrt(below);
    }
    return sd;
  }
}
