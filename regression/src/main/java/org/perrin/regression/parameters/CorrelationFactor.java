package org.perrin.regression.parameters;

/**
 * L of correlations {@code R = LLᵀ} as users see them: those of column 1 with 0, of 2 with 0 and 1,
 * and so on. What rounding makes of a correlation of 1 is taken as 1.
 */
public final class CorrelationFactor {
  private CorrelationFactor() {}

  /** L, k × k, of the correlations from {@code at} on. */
  public static double[] of(int k, double[] correlations, int at) {
    double[] factor = new double[k * k];
    int from = at;
    for (int i = 0; i < k; i++) {
      double left = 1;
      for (int j = 0; j < i; j++) {
        double sum = correlations[from++];
        for (int l = 0; l < j; l++) {
          sum -= factor[i * k + l] * factor[j * k + l];
        }
        double own = factor[j * k + j];
        double most = Math.sqrt(Math.max(0, left));
        factor[i * k + j] = own > 0 ? Math.clamp(sum / own, -most, most) : 0;
        left -= factor[i * k + j] * factor[i * k + j];
      }
      factor[i * k + i] = Math.sqrt(Math.max(0, left));
    }
    return factor;
  }

  /** The identity. */
  public static double[] none(int k) {
    double[] factor = new double[k * k];
    for (int i = 0; i < k; i++) {
      factor[i * k + i] = 1;
    }
    return factor;
  }
}
