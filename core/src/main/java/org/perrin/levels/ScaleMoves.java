package org.perrin.levels;

import org.perrin.math.SmallMatrices;
import org.perrin.random.RandomStream;

/**
 * Scales and correlations of a term, (t, w), given its levels: once with the effects b held fixed
 * and once with z (ancillarity–sufficiency interweaving; Yu and Meng, 2011). Where data say much of
 * a level the first moves far, where they say little the second. Each coordinate by a slice. With
 * {@code B = Σ bⱼbⱼᵀ},
 *
 * <pre>
 *   −log p(t, w | b) = J log det A + ½ tr(Ω B) + prior.
 * </pre>
 */
final class ScaleMoves {
  private static final double WIDTH = 1;
  private static final double UP = 1;
  private static final double ASIDE = 2;

  private ScaleMoves() {}

  /** What the rows say of the factor A of a term while its z are fixed, up to a constant. */
  @FunctionalInterface
  interface Likelihood {
    /** Minus the logarithm. */
    double potential(double[] factor);
  }

  /** Given b. */
  static void centred(LevelState state, int g, RandomStream random) {
    int k = state.term(g).width();
    int levels = state.term(g).levels();
    double[] sums = new double[k * k];
    double[] b = state.b[g];
    for (int at = 0; at < b.length; at += k) {
      for (int i = 0; i < k; i++) {
        for (int j = 0; j <= i; j++) {
          sums[i * k + j] = Math.fma(b[at + i], b[at + j], sums[i * k + j]);
        }
      }
    }
    double[] precision = new double[k * k];
    slices(
        state,
        g,
        factor -> {
          SmallMatrices.precision(factor, precision, k);
          double sum = 0;
          for (int i = 0; i < k; i++) {
            sum += levels * Math.log(factor[i * k + i]);
            for (int j = 0; j <= i; j++) {
              sum += (i == j ? 0.5 : 1) * precision[i * k + j] * sums[i * k + j];
            }
          }
          return sum;
        },
        random);
  }

  /** Given z: b moves with the factor. */
  static void free(LevelState state, int g, Likelihood rows, RandomStream random) {
    double[] z = standardised(state, g);
    slices(state, g, rows, random);
    apply(state.factor[g], z, state.b[g], state.term(g).width());
  }

  /**
   * Given z, for a target that rows have yet to confirm: there and back over the coordinates, so
   * that the whole is reversible, and only within {@link #UP} above and {@link #ASIDE} beside a
   * fixed point, as cubic targets are not bounded below.
   */
  static void freeNear(
      LevelState state, int g, Likelihood rows, double[] centre, RandomStream random) {
    int t = state.layout.scales(g);
    int k = state.term(g).width();
    int last = t + k + state.term(g).correlations() - 1;
    double[] factor = state.factor[g].clone();
    Likelihood near =
        a -> {
          for (int c = t; c <= last; c++) {
            double gap = state.head[c] - centre[c];
            if (gap > (c < t + k ? UP : ASIDE) || c >= t + k && gap < -ASIDE) {
              return Double.POSITIVE_INFINITY;
            }
          }
          return rows.potential(a);
        };
    for (int c = t; c <= last; c++) {
      slice(state, g, c, near, factor, random);
    }
    for (int c = last; c >= t; c--) {
      slice(state, g, c, near, factor, random);
    }
    state.refresh(g);
  }

  /** z of a term: {@code A⁻¹b}. */
  static double[] standardised(LevelState state, int g) {
    int k = state.term(g).width();
    double[] z = state.b[g].clone();
    for (int at = 0; at < z.length; at += k) {
      SmallMatrices.forward(state.factor[g], 0, z, at, k);
    }
    return z;
  }

  /** {@code bⱼ = A zⱼ}. */
  static void apply(double[] factor, double[] z, double[] b, int k) {
    for (int at = 0; at < z.length; at += k) {
      for (int i = 0; i < k; i++) {
        double sum = 0;
        for (int j = 0; j <= i; j++) {
          sum = Math.fma(factor[i * k + j], z[at + j], sum);
        }
        b[at + i] = sum;
      }
    }
  }

  /** By slices of a target in the factor A; b stays. */
  static void slices(LevelState state, int g, Likelihood target, RandomStream random) {
    int from = state.layout.scales(g);
    int count = state.term(g).width() + state.term(g).correlations();
    double[] factor = state.factor[g].clone();
    for (int c = from; c < from + count; c++) {
      slice(state, g, c, target, factor, random);
    }
    state.refresh(g);
  }

  private static void slice(
      LevelState state, int g, int at, Likelihood target, double[] factor, RandomStream random) {
    double now = state.head[at];
    state.head[at] =
        LineSlice.move(
            x -> {
              state.head[at] = x;
              state.layout.factor(state.head, g, factor);
              return target.potential(factor) + state.priors.get(at).value(x);
            },
            now,
            WIDTH,
            random);
  }
}
