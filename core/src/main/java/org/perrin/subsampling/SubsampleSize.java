package org.perrin.subsampling;

import org.perrin.math.Parallel;
import org.perrin.model.Smooth;

/** How many rows a step looks at. */
public sealed interface SubsampleSize {
  /** n at {@code theta}. */
  int at(double[] theta);

  /** Always the same. */
  record Fixed(int n) implements SubsampleSize {
    /** Checks the size. */
    public Fixed {
      if (n < 1) {
        throw new IllegalArgumentException("a subsample needs at least one row, not " + n);
      }
    }

    @Override
    public int at(double[] theta) {
      return n;
    }
  }

  /**
   * The paper's rule, Eq. (19): {@code n(θ) = clamp(⌈κ ‖θ − θ̂‖²⌉, least, most)}, with {@code κ =
   * Σᵢ Lᵢ²/pᵢ / V₀} it keeps the pseudo-variance below V₀ (Lemma 3.3).
   *
   * @param centre θ̂
   * @param factor κ
   * @param least the smallest size
   * @param most the largest size
   */
  record Adaptive(double[] centre, double factor, int least, int most) implements SubsampleSize {
    /** Checks the numbers. */
    public Adaptive {
      if (!(factor > 0) || factor == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "the factor of an adaptive size must be positive and finite, not " + factor);
      }
      if (least < 1 || most < least) {
        throw new IllegalArgumentException(
            "sizes from %d to %d make no sense".formatted(least, most));
      }
    }

    @Override
    public int at(double[] theta) {
      double square = 0;
      for (int k = 0; k < centre.length; k++) {
        double gap = theta[k] - centre[k];
        square += gap * gap;
      }
      return (int) Math.clamp(Math.ceil(factor * square), least, most);
    }
  }

  /** The paper's rule for a threshold V₀. */
  static Adaptive threshold(Smooth model, double[] centre, Subsampling scheme, double v0) {
    if (!(v0 > 0)) {
      throw new IllegalArgumentException("the threshold V₀ must be positive, not " + v0);
    }
    return new Adaptive(centre.clone(), lipschitzSum(model, scheme) / v0, 1, model.rows());
  }

  /** {@code Σᵢ Lᵢ²/pᵢ}, one pass. */
  static double lipschitzSum(Smooth model, Subsampling scheme) {
    double[] sum =
        Parallel.sum(
            model.rows(),
            1,
            (s, from, to) -> {
              double[] constants = new double[to - from];
              model.lipschitz(from, to, constants);
              for (int i = from; i < to; i++) {
                double l = constants[i - from];
                s[0] += l * l / scheme.probability(i);
              }
            });
    return sum[0];
  }
}
