package org.perrin.math;

/**
 * Gauss–Hermite quadrature for a standard normal variable: {@code E g(t) ≈ Σ wₖ g(tₖ)}, exact for
 * polynomials of degree {@code 2m−1}. Nodes are the eigenvalues of the Jacobi matrix of the
 * probabilists' Hermite polynomials, weights the squared first components of its eigenvectors
 * (Golub and Welsch, 1969).
 */
public record GaussHermite(double[] nodes, double[] weights) {
  /** The rule with {@code m} nodes. */
  public static GaussHermite of(int m) {
    double[] jacobi = new double[m * m];
    for (int k = 1; k < m; k++) {
      jacobi[k * m + k - 1] = Math.sqrt(k);
      jacobi[(k - 1) * m + k] = Math.sqrt(k);
    }
    var eigen = Matrices.eigen(jacobi, m);
    double[] weights = new double[m];
    for (int k = 0; k < m; k++) {
      double first = eigen.vectors()[k][0];
      weights[k] = first * first;
    }
    return new GaussHermite(eigen.values(), weights);
  }
}
