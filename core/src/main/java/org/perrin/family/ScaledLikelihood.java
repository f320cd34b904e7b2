package org.perrin.family;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;

/**
 * How a response depends on its linear predictor η and on one parameter that all rows share, s (a
 * log scale, say): the loss {@code ℓ(η, s, y)} with its first and second derivatives.
 */
public interface ScaledLikelihood {
  /** As on the command line. */
  String name();

  /** What the shared parameter is called. */
  String scaleName();

  /** ℓ. */
  double loss(double eta, double s, double y);

  /** ∂ℓ/∂η. */
  double slope(double eta, double s, double y);

  /** ∂ℓ/∂s. */
  double scaleSlope(double eta, double s, double y);

  /** ∂²ℓ/∂η². */
  double curvature(double eta, double s, double y);

  /** ∂²ℓ/∂η∂s. */
  double crossCurvature(double eta, double s, double y);

  /** ∂²ℓ/∂s². */
  double scaleCurvature(double eta, double s, double y);

  /** {@code ℓ, ∂ℓ/∂η, ∂ℓ/∂s} of the first {@code n}; here to be made faster. */
  default void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    for (int j = 0; j < n; j++) {
      loss[j] = loss(eta[j], s, y[j]);
      byEta[j] = slope(eta[j], s, y[j]);
      byScale[j] = scaleSlope(eta[j], s, y[j]);
    }
  }

  /** ℓ, with {@code ∂ℓ/∂η, ∂ℓ/∂s} in {@code slope}; here to be made faster. */
  default double lossAndSlopes(double eta, double s, double y, double[] slope) {
    slope[0] = slope(eta, s, y);
    slope[1] = scaleSlope(eta, s, y);
    return loss(eta, s, y);
  }

  /** About how often it costs what a logistic family does. */
  default int effort() {
    return 1;
  }

  /** A good value of s to start from, given responses that are centred roughly. */
  double startScale(Doubles y);

  /** What is wrong with {@code y} as a response, or null. */
  @Nullable String refuse(double y);
}
