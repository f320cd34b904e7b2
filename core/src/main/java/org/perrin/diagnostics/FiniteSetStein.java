package org.perrin.diagnostics;

import java.util.Arrays;

/**
 * The finite-set Stein discrepancy (Jitkrittum, Xu, Szabó, Fukumizu and Gretton, 2017): the Stein
 * function looked at in J test points v instead of everywhere. With {@code k(x, v) = (c² + ‖x −
 * v‖²)^β} and the score {@code s = −∇f},
 *
 * <pre>ξⱼ(x) = s(x) k(x, vⱼ) + ∂k(x, vⱼ)/∂x
 * FSSD² = (1/(dJ)) Σⱼ ‖E ξⱼ‖²</pre>
 *
 * estimated without bias from the pairs of different draws, so that it may be negative when the
 * draws are right. Cost O(KdJ) for all beginnings of a chain of K draws: the discrepancy for chains
 * too long for {@link KernelStein}.
 */
public record FiniteSetStein(double c, double beta, double[][] points) {
  /** Checks the kernel and the test points. */
  public FiniteSetStein {
    if (!(c > 0) || !(beta < 0)) {
      throw new IllegalArgumentException(
          "the kernel needs c > 0 and beta < 0, not %s and %s".formatted(c, beta));
    }
    if (Arrays.stream(points).mapToInt(v -> v.length).distinct().count() != 1) {
      throw new IllegalArgumentException("test points must exist and be of one dimension");
    }
    points = Arrays.stream(points).map(double[]::clone).toArray(double[][]::new);
  }

  /** The kernel of {@link KernelStein#imq} with these test points. */
  public static FiniteSetStein imq(double c, double beta, double[]... points) {
    return new FiniteSetStein(c, beta, points);
  }

  /**
   * {@code FSSD²} of the first K draws at place K − 1, NaN for K = 1; gradients are ∇f beside the
   * draws.
   */
  public double[] of(double[] values, double[] gradients) {
    int d = points[0].length;
    if (values.length % d != 0 || values.length != gradients.length) {
      throw new IllegalArgumentException(
          "%d numbers and %d of gradients do not make draws of %d parameters"
              .formatted(values.length, gradients.length, d));
    }
    double[] total = new double[points.length * d];
    double[] xi = new double[total.length];
    double[] curve = new double[values.length / d];
    double squares = 0;
    for (int t = 0; t < curve.length; t++) {
      features(values, gradients, t * d, xi);
      double ofTotal = 0;
      for (int k = 0; k < xi.length; k++) {
        squares += xi[k] * xi[k];
        total[k] += xi[k];
        ofTotal += total[k] * total[k];
      }
      curve[t] = (ofTotal - squares) / xi.length / ((t + 1.0) * t);
    }
    return curve;
  }

  /** ξ of one draw, test point after test point. */
  private void features(double[] values, double[] gradients, int at, double[] xi) {
    int d = points[0].length;
    for (int j = 0; j < points.length; j++) {
      double u = c * c;
      for (int k = 0; k < d; k++) {
        double e = values[at + k] - points[j][k];
        u += e * e;
      }
      double kernel = beta == -0.5 ? 1 / Math.sqrt(u) : StrictMath.pow(u, beta);
      double slope = 2 * beta * kernel / u;
      for (int k = 0; k < d; k++) {
        double e = values[at + k] - points[j][k];
        xi[j * d + k] = -gradients[at + k] * kernel + slope * e;
      }
    }
  }
}
