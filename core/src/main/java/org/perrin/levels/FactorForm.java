package org.perrin.levels;

/**
 * What normal rows say of a term's factor A while its z are fixed: with {@code Gⱼ = ZⱼᵀWZⱼ} and
 * {@code hⱼ = ZⱼᵀW(y − all else)},
 *
 * <pre>
 *   −log p(A) = τ [ ½ Σⱼ zⱼᵀAᵀGⱼA zⱼ − Σⱼ hⱼᵀA zⱼ ],
 * </pre>
 *
 * a form in the k² numbers of A whose coefficients are summed once: O(J k⁴), then O(k⁴) a value.
 */
final class FactorForm implements ScaleMoves.Likelihood {
  private final int k;
  private final double tau;
  private final double[] linear;
  private final double[] square;

  FactorForm(int k, double tau) {
    this.k = k;
    this.tau = tau;
    this.linear = new double[k * k];
    this.square = new double[k * k * k * k];
  }

  /** Adds a level: its G from {@code atG} on with {@code stride} numbers a row, its h and z. */
  void add(double[] g, int atG, int stride, double[] h, double[] z, int at) {
    for (int c = 0; c < k; c++) {
      for (int l = 0; l < k; l++) {
        linear[c * k + l] = Math.fma(h[at + c], z[at + l], linear[c * k + l]);
        for (int d = 0; d < k; d++) {
          double both = g[atG + c * stride + d] * z[at + l];
          for (int m = 0; m < k; m++) {
            int place = ((c * k + l) * k + d) * k + m;
            square[place] = Math.fma(both, z[at + m], square[place]);
          }
        }
      }
    }
  }

  @Override
  public double potential(double[] a) {
    double sum = 0;
    for (int i = 0; i < k * k; i++) {
      double inner = 0;
      for (int j = 0; j < k * k; j++) {
        inner = Math.fma(square[i * k * k + j], a[j], inner);
      }
      sum += a[i] * (inner / 2 - linear[i]);
    }
    return tau * sum;
  }
}
