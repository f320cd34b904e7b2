package org.perrin.bench.paper;

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
  static double[] asAuthors(Draws.Chain chain, int[] counts) {
    return logs(AUTHORS.ofStochastic(chain).joint(), counts, 1);
  }

  /** As the authors for SGLD in Fig. 4(b): each draw beside the gradient at it. */
  static double[] aligned(Draws.Chain chain, int[] counts) {
    int d = chain.dimension();
    int last = chain.values().length - d;
    double[] values = java.util.Arrays.copyOf(chain.values(), last);
    double[] gradients = java.util.Arrays.copyOfRange(chain.gradients(), d, last + d);
    return logs(AUTHORS.of(values, gradients, d).joint(), counts, 1);
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
