package org.perrin.bench.paper;

import java.util.Arrays;
import org.perrin.diagnostics.KernelStein;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;

/**
 * The kernel Stein discrepancy as the figures need it: {@code log₁₀ KSD} of the first K draws for
 * each K of a list. The authors feed it the sampler's own stochastic gradients, with the sign of ∇f
 * where the formula wants that of ∇log π, and take one root over all coordinates; ours has the
 * gradient of all rows and the right sign, and both the one root and the paper's sum of roots.
 */
final class Discrepancy {
  private static final KernelStein AUTHORS = KernelStein.imq(1, -0.5).withReversedScores();
  private static final KernelStein OURS = KernelStein.imq(1, -0.5).withCoordinates();

  private Discrepancy() {}

  /** As the authors: each draw beside the gradient of the step that led to it. */
  static double[] asAuthors(Draws.Chain chain, int thin, int[] counts) {
    return asAuthors(chain.values(), chain.gradients(), chain.dimension(), thin, counts);
  }

  /** As the authors for SGLD in Fig. 4(b): each draw beside the gradient at it. */
  static double[] aligned(Draws.Chain chain, int thin, int[] counts) {
    int d = chain.dimension();
    int last = chain.values().length - d;
    double[] values = Arrays.copyOf(chain.values(), last);
    double[] gradients = Arrays.copyOfRange(chain.gradients(), d, last + d);
    return asAuthors(values, gradients, d, thin, counts);
  }

  private static double[] asAuthors(
      double[] values, double[] gradients, int d, int thin, int[] counts) {
    double[] kept = every(values, d, thin);
    double[] beside = every(gradients, d, thin);
    return logs(AUTHORS.of(kept, beside, d).joint(), counts, thin);
  }

  /** Every {@code thin}-th draw. */
  private static double[] every(double[] values, int d, int thin) {
    if (thin == 1) {
      return values;
    }
    double[] out = new double[values.length / d / thin * d];
    for (int j = 0; j < out.length / d; j++) {
      System.arraycopy(values, ((j + 1) * thin - 1) * d, out, j * d, d);
    }
    return out;
  }

  /** The two conventions with exact gradients. */
  record Exact(double[] joint, double[] byCoordinate) {}

  /** From every {@code thin}-th draw, with the gradient of all rows at each. */
  static Exact exact(Draws.Chain chain, ExactGradient gradient, int thin, int[] counts) {
    int d = chain.dimension();
    int count = chain.count() / thin;
    double[] values = new double[count * d];
    double[] gradients = new double[count * d];
    Parallel.run(
        count,
        j -> {
          double[] theta = chain.draw((j + 1) * thin - 1);
          System.arraycopy(theta, 0, values, j * d, d);
          System.arraycopy(gradient.at(theta), 0, gradients, j * d, d);
        });
    KernelStein.Curve curve = OURS.of(values, gradients, d);
    return new Exact(logs(curve.joint(), counts, thin), logs(curve.byCoordinate(), counts, thin));
  }

  private static double[] logs(double[] curve, int[] counts, int thin) {
    double[] out = new double[counts.length];
    for (int j = 0; j < counts.length; j++) {
      int k = Math.clamp(counts[j] / thin, 1, curve.length);
      out[j] = Math.log10(curve[k - 1]);
    }
    return out;
  }
}
