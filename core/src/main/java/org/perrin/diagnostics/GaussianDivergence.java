package org.perrin.diagnostics;

import java.util.Arrays;
import org.perrin.draws.Draws;
import org.perrin.math.Matrices;

/**
 * The Kullback–Leibler divergence between normal distributions,
 *
 * <pre>KL(N₀ ‖ N₁) = ½ [tr(S₁⁻¹S₀) + (m₁ − m₀)ᵀ S₁⁻¹ (m₁ − m₀) − d + log det S₁ − log det S₀]</pre>
 *
 * and, by it, the distance of a chain from a posterior that is known to be normal. Cost O(d³); of a
 * chain of K draws O(Kd²) and O(d³) for each length asked for.
 */
public final class GaussianDivergence {
  private GaussianDivergence() {}

  /** {@code KL(N(m₀, S₀) ‖ N(m₁, S₁))}; covariances are d × d, row-major. */
  public static double between(double[] m0, double[] s0, double[] m1, double[] s1) {
    int d = m0.length;
    if (m1.length != d) {
      throw new IllegalArgumentException("means of %d and %d".formatted(d, m1.length));
    }
    return between(m0, Matrices.cholesky(s0, d), m1, Matrices.cholesky(s1, d), d);
  }

  /** With factors {@code S = LLᵀ}: the trace is {@code ‖L₁⁻¹L₀‖²}. */
  private static double between(double[] m0, double[] l0, double[] m1, double[] l1, int d) {
    double[] inverse = Matrices.invertLower(l1, d);
    double[] ratio = Matrices.multiply(inverse, l0, d);
    double[] step = new double[d];
    double[] scaled = new double[d];
    Arrays.setAll(step, k -> m1[k] - m0[k]);
    Matrices.apply(inverse, step, scaled, d);
    double sum = -d;
    for (double r : ratio) {
      sum += r * r;
    }
    for (int k = 0; k < d; k++) {
      sum += scaled[k] * scaled[k];
      sum += 2 * (Math.log(l1[k * d + k]) - Math.log(l0[k * d + k]));
    }
    return sum / 2;
  }

  /**
   * {@code KL(exact ‖ normal fitted to the first K draws)} for each K of {@code counts}, which must
   * rise; the fitted covariance has the divisor K − 1. NaN where K draws do not span the space.
   */
  public static double[] ofChain(
      Draws.Chain chain, double[] mean, double[] covariance, int... counts) {
    int d = mean.length;
    if (chain.dimension() != d) {
      throw new IllegalArgumentException(
          "draws of %d parameters, a mean of %d".formatted(chain.dimension(), d));
    }
    double[] exact = Matrices.cholesky(covariance, d);
    double[] fitted = new double[d];
    double[] scatter = new double[d * d];
    double[] out = new double[counts.length];
    int seen = 0;
    for (int c = 0; c < counts.length; c++) {
      if (counts[c] < Math.max(seen, 1) || counts[c] > chain.count()) {
        throw new IllegalArgumentException(
            "counts must rise from 1 to %d; %d does not fit".formatted(chain.count(), counts[c]));
      }
      for (; seen < counts[c]; seen++) {
        update(chain.draw(seen), seen + 1, fitted, scatter);
      }
      int draws = seen;
      double[] sample = Arrays.stream(scatter).map(s -> s / (draws - 1)).toArray();
      double[] factor = draws > d ? Matrices.choleskyOrNull(sample, d) : null;
      out[c] = factor == null ? Double.NaN : between(mean, exact, fitted, factor, d);
    }
    return out;
  }

  /** Welford's update of mean and scatter with draw number {@code n}. */
  private static void update(double[] draw, int n, double[] mean, double[] scatter) {
    int d = mean.length;
    double[] before = new double[d];
    for (int k = 0; k < d; k++) {
      before[k] = draw[k] - mean[k];
      mean[k] += before[k] / n;
    }
    double share = (n - 1.0) / n;
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        scatter[i * d + k] += share * before[i] * before[k];
      }
    }
  }
}
