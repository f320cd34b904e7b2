package org.perrin.model;

/**
 * A correlation matrix {@code R = LLᵀ} by canonical partial correlations {@code tanh w}: with T =
 * tanh and S = sech,
 *
 * <pre>
 *   L_ij = T(w_ij) Π_{l&lt;j} S(w_il)  for j &lt; i,      L_ii = Π_{l&lt;i} S(w_il).
 * </pre>
 *
 * Under the LKJ prior of shape η (Lewandowski, Kurowicka and Joe, 2009) the w are independent, with
 * {@code p(w_ij) ∝ sech(w_ij)^{2α_j}}, {@code α_j = η + (k − 2 − j)/2}: {@link
 * Density.PartialCorrelation}. Row i of L depends on the w of row i only.
 */
public final class Correlation {
  private Correlation() {}

  /** The place of {@code w_ij}, j &lt; i, among all. */
  static int place(int i, int j) {
    return i * (i - 1) / 2 + j;
  }

  /** The prior of {@code w_ij} for k columns. */
  static Density prior(int k, int j, double lkj) {
    return new Density.PartialCorrelation(lkj + (k - 2 - j) / 2.0);
  }

  /** The LKJ prior of two columns, as one of w. */
  public static Density lkj(double shape) {
    if (!(shape > 0) || shape == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "the shape of lkj must be positive and finite, not " + shape);
    }
    return prior(2, 0, shape);
  }

  /** L of a term, or the identity where it has no correlations; k × k. */
  static void factor(Varying term, double[] w, int at, double[] out) {
    int k = term.width();
    if (!term.correlated()) {
      java.util.Arrays.fill(out, 0, k * k, 0);
      for (int c = 0; c < k; c++) {
        out[c * k + c] = 1;
      }
    } else {
      factor(k, w, at, out);
    }
  }

  /** L from w, whose first element is at {@code at}; k × k, row-major. */
  public static void factor(int k, double[] w, int at, double[] out) {
    java.util.Arrays.fill(out, 0, k * k, 0);
    for (int i = 0; i < k; i++) {
      double left = 1;
      for (int j = 0; j < i; j++) {
        double own = w[at + place(i, j)];
        out[i * k + j] = Math.tanh(own) * left;
        left *= sech(own);
      }
      out[i * k + i] = left;
    }
  }

  /** {@code ∂L_ij/∂w_im}, or with a second m, n the second derivative; n &lt; 0 for the first. */
  static double derivative(double[] w, int at, int i, int j, int m, int n) {
    double product = 1;
    for (int l = 0; l <= Math.min(j, i - 1); l++) {
      double own = w[at + place(i, l)];
      int order = (l == m ? 1 : 0) + (l == n ? 1 : 0);
      product *= l < j ? sech(own, order) : tanh(own, order);
    }
    return m > Math.min(j, i - 1) || n > Math.min(j, i - 1) ? 0 : product;
  }

  private static double sech(double w) {
    return 1 / Math.cosh(w);
  }

  private static double sech(double w, int order) {
    double s = sech(w);
    double t = Math.tanh(w);
    return switch (order) {
      case 0 -> s;
      case 1 -> -s * t;
      default -> s * (t * t - s * s);
    };
  }

  private static double tanh(double w, int order) {
    double t = Math.tanh(w);
    double s2 = 1 - t * t;
    return switch (order) {
      case 0 -> t;
      case 1 -> s2;
      default -> -2 * t * s2;
    };
  }

  /** Correlations R of k columns; k × k. */
  public static double[] matrix(int k, double[] w, int at) {
    double[] factor = new double[k * k];
    factor(k, w, at, factor);
    double[] r = new double[k * k];
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < k; j++) {
        for (int l = 0; l <= Math.min(i, j); l++) {
          r[i * k + j] += factor[i * k + l] * factor[j * k + l];
        }
      }
    }
    return r;
  }
}
